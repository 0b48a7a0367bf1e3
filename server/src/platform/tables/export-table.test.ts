import { buffer } from 'node:stream/consumers'
import { withoutFormula } from '@rumbo/contract/formula-guard'
import { cellText } from '@rumbo/contract/table-files'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { requireRoom, type TableCell, writeTable, xlsxRowLimit } from './export-table.ts'

async function* rowsOf(rows: readonly (readonly string[])[]) {
  yield* rows
}
async function* rowsOfCells(rows: readonly (readonly TableCell[])[]) {
  yield* rows
}
const headings = ['Nombre', 'Teléfono']
const rows = [
  ['Ana "la Jefa"; Ruiz', '+52 55 1234 5678'],
  ['=HYPERLINK("http://x")', ''],
  ['dos\nrenglones', '@cmd'],
]

describe('exporting a table', () => {
  it.each(['=1+1', '+52', '-1', '@a', '\tx', '\rx'])('%j begins with an apostrophe', (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  })
  it.each(['', 'a=1', '55-12', "'=1"])('%j stays as it is', (text) => {
    expect(withoutFormula(text)).toBe(text)
  })

  it('writes CSV with a byte order mark, CRLF, quotes where needed, and no formula', async () => {
    const text = (await buffer(writeTable('csv', headings, rowsOf(rows)))).toString('utf8')
    expect(text).toBe(
      '\uFEFFNombre,Teléfono\r\n"Ana ""la Jefa""; Ruiz",\'+52 55 1234 5678\r\n"\'=HYPERLINK(""http://x"")",\r\n"dos\nrenglones",\'@cmd\r\n',
    )
  })

  it('neutralises formulas in CSV also after semicolons', async () => {
    const texts = ['Ana;=1+1', 'a; +1;-2', 'dos\n@x', 'uno\t=2', '=1;=2', 'a;b=1;55-12']
    const csv = (
      await buffer(writeTable('csv', ['A;=B'], rowsOf(texts.map((text) => ['Norte', text]))))
    ).toString()
    const cells = csv.slice(1).split(/[;\r\n\t]/)
    expect(cells.filter((cell) => /^"? *[=+\-@]/.test(cell))).toEqual([])
    expect(csv).toContain("Norte,Ana;'=1+1\r\n")
    expect(csv).toContain('a;b=1;55-12')
    for (const text of texts)
      for await (const file of writeTable('csv', [], rowsOf([[text]]))) {
        const [, cell = ''] =
          String(file)
            .replace(/^\uFEFF/, '')
            .match(/^"?([^"]*?)"?\r\n$/) ?? []
        if (cell) expect(cellText(cell)).toBe(text)
      }
  })

  it('writes only texts in XLSX', async () => {
    const bytes = await buffer(writeTable('xlsx', headings, rowsOf(rows)))
    const [sheet] = await readXlsxFile(bytes)
    expect(sheet?.data).toEqual([
      headings,
      ['Ana "la Jefa"; Ruiz', "'+52 55 1234 5678"],
      ['\'=HYPERLINK("http://x")', null],
      ['dos\nrenglones', "'@cmd"],
    ])
  })

  it('does not change numbers', async () => {
    const places = () => rowsOfCells([[-99.1332, '-99']])
    const text = (await buffer(writeTable('csv', ['A', 'B'], places()))).toString('utf8')
    expect(text).toBe("\uFEFFA,B\r\n-99.1332,'-99\r\n")
    const [sheet] = await readXlsxFile(await buffer(writeTable('xlsx', ['A', 'B'], places())))
    expect(sheet?.data[1]).toEqual([-99.1332, "'-99"])
  })

  it('refuses before the first row what is known not to fit', () => {
    const refusal = expect.objectContaining({ code: 'export_too_large' })
    expect(() => requireRoom('xlsx', xlsxRowLimit + 1)).toThrow(refusal)
    expect(() => requireRoom('xlsx', xlsxRowLimit)).not.toThrow()
    expect(() => requireRoom('csv', xlsxRowLimit + 1)).not.toThrow()
  })

  it('refuses XLSX beyond its limit, and fails in CSV with its source', async () => {
    const three = () => rowsOf([['x'], ['y'], ['z']])
    await expect(buffer(writeTable('xlsx', ['A'], three(), { limit: 2 }))).rejects.toMatchObject({
      code: 'export_too_large',
    })
    const [sheet] = await readXlsxFile(await buffer(writeTable('xlsx', ['A'], three(), { limit: 3 })))
    expect(sheet?.data).toEqual([['A'], ['x'], ['y'], ['z']])
    async function* broken(): AsyncGenerator<string[]> {
      yield ['x']
      throw new Error('the database is away')
    }
    await expect(buffer(writeTable('csv', ['A'], broken()))).rejects.toThrow('the database is away')
  })
})
