import { buffer } from 'node:stream/consumers'
import { setImmediate as turn } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { readWorkbook } from './workbook.ts'
import { type TableCell, writeWorkbook } from './workbook-writer.ts'

async function* rowsOf(rows: readonly (readonly TableCell[])[]) {
  yield* rows
}
const written = (headings: readonly string[], rows: readonly (readonly TableCell[])[]) =>
  buffer(writeWorkbook(headings, rowsOf(rows)))

describe('a written workbook', () => {
  it('keeps texts, numbers and gaps, in the columns of their headings', async () => {
    const headings = ['Unidad', ...Array.from({ length: 27 }, (_, index) => `Lectura ${index}`), 'Último']
    const first = ['104', ...Array.from({ length: 27 }, (_, index) => index / 10), 'fin']
    const second = ['', ...Array.from({ length: 27 }, () => ''), 'sólo el último']
    const found = await readWorkbook(await written(headings, [first, second]))
    expect(found).toEqual([headings, first.map(String), second])
  })

  it.each([
    ['marks of XML', '<a href="x">&amp;</a> \u{1F69A}', undefined],
    ['spaces and line ends', 'dos\n  renglones\t.', undefined],
    ['characters that XML has not', 'a\u0000b\u0007c\u001bd\ufffee', 'a b c d e'],
    ['what spreadsheets decode', '_x0041_ _x00e9_x0042_ _x005F_ _x005F_x0041_ __x000D__', undefined],
    ['what only resembles it', '_x41_ x0041_ _x0041 _x00G1_ _', undefined],
    ['half a character', 'a\ud83dz', 'a z'],
    ['more than a cell holds', 'x'.repeat(32_768), 'x'.repeat(32_767)],
  ])('keeps %s', async (_, text, expected = text) => {
    expect(await readWorkbook(await written(['Nota'], [[text]]))).toEqual([['Nota'], [expected]])
  })

  it('leaves out numbers that are none', async () => {
    const found = await readWorkbook(
      await written(
        ['A', 'B'],
        [
          [Number.NaN, 1],
          [Number.POSITIVE_INFINITY, -2.5e-7],
        ],
      ),
    )
    expect(found.map(([, second]) => second)).toEqual(['B', '1', '-2.5e-7'])
  })

  it('has only headings without rows, and nothing without headings', async () => {
    expect(await readWorkbook(await written(['A'], []))).toEqual([['A']])
    expect(await readWorkbook(await written([], []))).toEqual([])
  })

  it('says the checksum and the sizes of its parts, as spreadsheets demand', async () => {
    const bytes = await written(['A'], [['x'], ['y']])
    const sheet = bytes.indexOf('xl/worksheets/sheet1.xml')
    const from = sheet + 'xl/worksheets/sheet1.xml'.length
    const descriptor = bytes.indexOf(Buffer.from('PK\u0007\u0008', 'latin1'), from)
    const content = inflateRawSync(bytes.subarray(from, descriptor))
    expect(bytes.readUInt32LE(descriptor + 8)).toBe(descriptor - from)
    expect(bytes.readUInt32LE(descriptor + 12)).toBe(content.length)
    expect(content.toString()).toContain('<c r="A3" t="inlineStr"><is><t xml:space="preserve">y</t></is></c>')
  })

  it('reads its rows as they are taken, and ends them where the file is not', async () => {
    let read = 0
    let hasEnded = false
    async function* endless(): AsyncGenerator<TableCell[]> {
      try {
        for (;;) {
          read += 1
          yield [Math.random(), `${Math.random()}`]
          if (read % 1_000 === 0) await turn()
        }
      } finally {
        hasEnded = true
      }
    }
    let bytes = 0
    for await (const chunk of writeWorkbook(['A', 'B'], endless())) {
      bytes += chunk.length
      if (bytes > 500_000) break
    }
    expect(read).toBeLessThan(100_000)
    await expect.poll(() => hasEnded).toBe(true)
  })

  it('fails as its rows fail', async () => {
    async function* broken(): AsyncGenerator<TableCell[]> {
      yield ['x']
      throw new Error('the database is away')
    }
    await expect(buffer(writeWorkbook(['A'], broken()))).rejects.toThrow('the database is away')
  })
})
