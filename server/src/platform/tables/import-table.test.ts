import { describe, expect, it } from 'vitest'
import { findHeadingRow, importRowLimit, sheetOf, tableOf } from './import-table.ts'

const known = ['Unidad', 'Placas', 'Marca', 'Modelo', 'Año']
const headingOf = (...table: string[][]) =>
  findHeadingRow(sheetOf(table), (texts) => texts.filter((text) => known.includes(text)).length)

describe('the header row of a file', () => {
  it('is the row with most field names among the first ten', () => {
    expect(headingOf(['Unidad', 'Placas'], ['1', 'A-1'])).toBe(1)
    expect(headingOf(['Parque vehicular'], [''], ['', 'Unidad', 'Placas'], ['', '1', 'A-1'])).toBe(3)
    expect(headingOf(['Unidad'], ['Unidad', 'Placas', 'Marca'], ['Unidad', 'Placas'])).toBe(2)
    const late = [...Array.from({ length: 10 }, () => ['Nota', 'x']), ['Unidad', 'Placas']]
    expect(headingOf(...late)).toBe(1)
  })

  it('is not a data row that contains the name of a field', () => {
    const heading = ['Económico', 'Matrícula', 'Nota']
    expect(headingOf(heading, ['1', 'A-1', 'Marca'], ['2', 'A-2', 'Placas'])).toBe(1)
    expect(headingOf(heading, ['Marca'], ['Marca', 'Placas', '2', '3'])).toBe(1)
    expect(headingOf(['Unidad', 'Qué'], ['Marca', 'Placas', '1', '2'])).toBe(1)
    expect(headingOf(['Unidad', 'Qué'], ['Marca', 'Placas', '1'])).toBe(2)
    expect(headingOf(['Título'], ['Núm', 'Qué'], ['Marca'])).toBe(2)
    const wide = [
      'Unidad',
      'Placas',
      'Marca',
      'Modelo',
      'Año',
      ...Array.from({ length: 12 }, (_, at) => `Otra ${at}`),
    ]
    expect(headingOf(['Parque vehicular', 'enero'], wide, ['1'])).toBe(2)
  })

  it('is the first row with two texts if no field name matches', () => {
    expect(headingOf([''], ['Reporte'], ['Núm', 'Qué'], ['1', 'x'])).toBe(3)
    expect(headingOf([''], ['Correos'], ['a@x.example'])).toBe(2)
  })

  it('is followed by its rows, with their numbers in the file', () => {
    const sheet = sheetOf([
      ['Título', '', '', 'x'],
      [],
      [' Unidad', 'Placas ', ''],
      ['1', 'A-1', '', 'más'],
      [''],
      ['2'],
    ])
    expect(tableOf(sheet, 3)).toEqual({
      columns: ['Unidad', 'Placas', ''],
      rows: [
        { number: 4, cells: ['1', 'A-1', ''] },
        { number: 6, cells: ['2'] },
      ],
      total: 2,
    })
    expect(() => tableOf(sheet, 2)).toThrow('file_unreadable')
  })

  it('may be anywhere within the row limit of an import', () => {
    const rows = Array.from({ length: importRowLimit }, () => ['1'])
    const titled = sheetOf([['Título'], ['Unidad'], ...rows])
    expect(tableOf(titled, 2).total).toBe(importRowLimit)
    expect(() => tableOf(titled, 1)).toThrow('import_too_large')
  })
})
