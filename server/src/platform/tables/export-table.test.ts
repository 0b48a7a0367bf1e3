import { buffer } from 'node:stream/consumers'
import { withoutFormula } from '@rumbo/contract/formula-guard'
import { cellText } from '@rumbo/contract/table-files'
import readXlsxFile from 'read-excel-file/node'
import { describe, expect, it } from 'vitest'
import { type TableCell, writeTable, xlsxRowLimit } from './export-table.ts'

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

describe('a table as a file', () => {
  it.each(['=1+1', '+52', '-1', '@a', '\tx', '\rx'])('%j begins with an apostrophe', (text) => {
    expect(withoutFormula(text)).toBe(`'${text}`)
  })
  it.each(['', 'a=1', '55-12', "'=1"])('%j stays as it is', (text) => {
    expect(withoutFormula(text)).toBe(text)
  })

  it('as CSV has a byte order mark, CRLF, quotes where needed, and no formula', async () => {
    const text = (await buffer(await writeTable('csv', headings, rowsOf(rows)))).toString('utf8')
    expect(text).toBe(
      '\uFEFFNombre,Teléfono\r\n"Ana ""la Jefa""; Ruiz",\'+52 55 1234 5678\r\n"\'=HYPERLINK(""http://x"")",\r\n"dos\nrenglones",\'@cmd\r\n',
    )
  })

  it('as CSV guards what begins a cell where a spreadsheet splits at semicolons', async () => {
    const texts = ['Ana;=1+1', 'a; +1;-2', 'dos\n@x', 'uno\t=2', '=1;=2', 'a;b=1;55-12']
    const csv = (
      await buffer(await writeTable('csv', ['A;=B'], rowsOf(texts.map((text) => ['Norte', text]))))
    ).toString()
    const cells = csv.slice(1).split(/[;\r\n\t]/)
    expect(cells.filter((cell) => /^"? *[=+\-@]/.test(cell))).toEqual([])
    expect(csv).toContain("Norte,Ana;'=1+1\r\n")
    expect(csv).toContain('a;b=1;55-12')
    for (const text of texts)
      for await (const file of await writeTable('csv', [], rowsOf([[text]]))) {
        const [, cell = ''] =
          String(file)
            .replace(/^\uFEFF/, '')
            .match(/^"?([^"]*?)"?\r\n$/) ?? []
        if (cell) expect(cellText(cell)).toBe(text)
      }
  })

  it('as XLSX holds texts only', async () => {
    const bytes = await buffer(await writeTable('xlsx', headings, rowsOf(rows)))
    const [sheet] = await readXlsxFile(bytes)
    expect(sheet?.data).toEqual([
      headings,
      ['Ana "la Jefa"; Ruiz', "'+52 55 1234 5678"],
      ['\'=HYPERLINK("http://x")', null],
      ['dos\nrenglones', "'@cmd"],
    ])
  })

  it('leaves numbers as they are', async () => {
    const places = () => rowsOfCells([[-99.1332, '-99']])
    const text = (await buffer(await writeTable('csv', ['A', 'B'], places()))).toString('utf8')
    expect(text).toBe("\uFEFFA,B\r\n-99.1332,'-99\r\n")
    const [sheet] = await readXlsxFile(await buffer(await writeTable('xlsx', ['A', 'B'], places())))
    expect(sheet?.data[1]).toEqual([-99.1332, "'-99"])
  })

  it('is refused as XLSX beyond its limit, and fails as CSV with its source', async () => {
    async function* many() {
      for (let row = 0; row <= xlsxRowLimit; row += 1) yield ['x']
    }
    await expect(writeTable('xlsx', ['A'], many())).rejects.toMatchObject({ code: 'export_too_large' })
    async function* broken(): AsyncGenerator<string[]> {
      yield ['x']
      throw new Error('the database is away')
    }
    await expect(buffer(await writeTable('csv', ['A'], broken()))).rejects.toThrow('the database is away')
  })
})
