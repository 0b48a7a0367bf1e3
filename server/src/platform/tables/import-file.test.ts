import { describe, expect, it } from 'vitest'
import { readImportFile } from './import-file.ts'

const read = async (...lines: string[]) => {
  const { delimiter, rows } = await readImportFile(Buffer.from(lines.join('\r\n')))
  return { delimiter, rows: rows.map(({ cells }) => cells) }
}
const delimiterOf = async (...lines: string[]) => (await read(...lines)).delimiter
const address = 'Calle 5, Col. Centro, CDMX'

describe('the delimiter of a file', () => {
  it('is not the comma in addresses, which Excel does not quote in files with semicolons', async () => {
    expect(await read('nombre;telefono;notas', `Juan;555;${address}`)).toEqual({
      delimiter: ';',
      rows: [
        ['nombre', 'telefono', 'notas'],
        ['Juan', '555', address],
      ],
    })
    const many = Array.from({ length: 20 }, (_, index) => `P${index};${address}, México, 06000`)
    expect(await delimiterOf('nombre;notas', ...many)).toBe(';')
    expect(await delimiterOf('nombre, apellido;notas', 'Paz, Ana;', `Gil, Juan;${address}`)).toBe(';')
  })

  it('is not the comma of decimals, also when rows omit their last cells', async () => {
    const decimals = Array.from({ length: 12 }, (_, index) => `${index};12,5;3,2;0,75`)
    expect(await delimiterOf('unidad;km;litros;costo', ...decimals)).toBe(';')
    expect(await delimiterOf('unidad;km;notas', '1;12,5', '2;13,5;x', '3;11,2')).toBe(';')
  })

  it('is the tab in a copied table', async () => {
    expect(await delimiterOf('nombre\tnotas', `Juan\t${address}; junto al parque`, `Ana\t${address}`)).toBe(
      '\t',
    )
  })

  it('is that of the table below a title, whatever the title contains', async () => {
    const rows = Array.from({ length: 12 }, (_, index) => `P${index};${address}`)
    expect(await delimiterOf('Clientes, zona norte, enero', '', 'nombre;notas', ...rows)).toBe(';')
    expect(await delimiterOf('Clientes, zona norte, enero;', 'nombre;notas', ...rows)).toBe(';')
    expect(await delimiterOf('Norte; Sur', '', 'unidad,placas,km', '1,A-1,5', '2,A-2,6')).toBe(',')
  })

  it('is the comma when semicolons occur in texts, quotes and quoted rows', async () => {
    expect(await delimiterOf('unidad,capacidades', '1,Rampa; Frío; Caja; GPS', '2,Rampa; Frío')).toBe(',')
    expect(await delimiterOf('unidad,notas', '1,"a; ""b"";\r\n; c;"', '2,"d; e"')).toBe(',')
    expect(await delimiterOf('unidad;rin', '1;15", usado', '2;16", nuevo', '3;"17"", usado"')).toBe(';')
  })

  it('is the comma for a single column, and the one declared by a sep= line', async () => {
    expect(await delimiterOf('unidad', '1', '2')).toBe(',')
    expect(await delimiterOf('sep=;', 'a,b,c', '1,2,3')).toBe(';')
  })
})
