import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import writeXlsxFile from 'write-excel-file/node'
import { readImportFile } from './import-file.ts'
import { plainNumber, readWorkbook } from './workbook.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, row) =>
    ['Unidad', 'Placas'].map((name) => ({ value: `${name} ${row}`, type: String })),
  )
const workbook = (count: number): Promise<Buffer> => writeXlsxFile(rows(count)).toBuffer()
const endOf = (bytes: Buffer) => bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
const firstEntryOf = (bytes: Buffer) => bytes.readUInt32LE(endOf(bytes) + 16)

describe('a workbook', () => {
  it.each([40, 9_003])('of %i rows returns the requested rows and counts all', async (count) => {
    const bytes = await workbook(count)
    expect(await readImportFile(bytes, { first: count - 2 })).toMatchObject({
      rows: { length: count - 2, 1: { number: 2, cells: ['Unidad 1', 'Placas 1'] } },
      total: count,
      encoding: null,
      delimiter: null,
    })
  })

  it.each<[string, (bytes: Buffer) => Buffer, string]>([
    ['names more parts than it lists', (bytes) => patched(bytes, endOf(bytes) + 10, 0), 'file_unreadable'],
    ['is made for 4 GiB', withLargeMark, 'file_unreadable'],
    ['is cut off', (bytes) => bytes.subarray(0, bytes.length - 30), 'file_unreadable'],
    ['is no archive behind its first bytes', (bytes) => bytes.subarray(0, 4), 'file_unreadable'],
    [
      'says that it unpacks to 4 GB',
      (bytes) => patched(bytes, firstEntryOf(bytes) + 24, 0xff_ff_ff_00),
      'import_too_large',
    ],
  ])('that %s is refused', async (_, change, code) => {
    await expect(readWorkbook(change(await workbook(2)))).rejects.toMatchObject({ code })
  })

  it('is not read beyond its declared unpacked size', async () => {
    const bytes = await workbook(2)
    const parts: number[] = []
    for (let at = firstEntryOf(bytes); bytes.readUInt32LE(at) === 0x02014b50; ) {
      parts.push(at)
      at += 46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
    }
    for (const at of parts) bytes.writeUInt32LE(10, at + 24)
    await expect(readWorkbook(bytes)).rejects.toMatchObject({ code: 'file_unreadable' })
  })

  it.each([
    ['the last of all cells', '<row r="1048576"><c r="XFD1048576"><v>0</v></c></row>', 'import_too_large'],
    ['a distant row', '<row r="100001"><c r="A100001"><v>0</v></c></row>', 'import_too_large'],
    ['a distant column', '<row r="1"><c r="ALM1"><v>0</v></c></row>', 'import_too_large'],
    ['a large area between two cells', distant('A100000', 'KN1'), 'import_too_large'],
    [
      'a row that says another number than its cell',
      '<row r="100001"><c r="A1"><v>0</v></c></row>',
      'import_too_large',
    ],
    [
      'an address in character references',
      '<row r="1"><c r="&#88;FD1"><v>0</v></c></row>',
      'import_too_large',
    ],
    [
      'an address behind other attributes',
      `<row><c s=">" t='n' r='XFD1'><v>0</v></c></row>`,
      'import_too_large',
    ],
    [
      'an inline text',
      '<row r="1"><c r="XFD1" t="inlineStr"><is><t>x</t></is></c></row>',
      'import_too_large',
    ],
    ['prefixed elements', '<x:row r="1"><x:c x:r="XFD1"><x:v>0</x:v></x:c></x:row>', 'import_too_large'],
    ['more letters than a column has', '<row r="1"><c r="ZZZZZZ1"><v>0</v></c></row>', 'file_unreadable'],
    ['a row beyond the format', '<row r="1e9"><c r="A1"><v>0</v></c></row>', 'file_unreadable'],
  ])('of few bytes with %s is refused before any cell is filled', async (_, content, code) => {
    const bytes = withSheet(await workbook(1), sheetOf(content))
    expect(bytes.length).toBeLessThan(4_000)
    await expect(readWorkbook(bytes)).rejects.toMatchObject({ code })
    await expect(readImportFile(bytes)).rejects.toMatchObject({ code })
  })

  it('is refused with a distant cell in a sheet named like a relationships file', async () => {
    const other = 'xl/worksheets/a.xml.rels'
    const bytes = withSheet(await workbook(1), sheetOf('<row r="1"><c r="XFD1"><v>0</v></c></row>'))
    const [sheet] = contentOf(bytes, relationships).match(/<Relationship [^>]*sheet1\.xml[^>]*>/) ?? []
    const renamed = withPart(
      bytes,
      relationships,
      `<Relationships>${sheet?.replace('sheet1.xml', 'a.xml.rels')}</Relationships>`,
    )
    for (let at = renamed.indexOf(firstSheet); at !== -1; at = renamed.indexOf(firstSheet))
      renamed.write(other, at, 'latin1')
    await expect(readWorkbook(renamed)).rejects.toMatchObject({ code: 'import_too_large' })
  })

  it('is read if its distant cells have only a format', async () => {
    const content = '<row r="1"><c r="A1"><v>7</v></c><c r="XFD1" s="0"/></row><row r="1048576"/>'
    expect(await readWorkbook(withSheet(await workbook(1), sheetOf(content)))).toEqual([['7']])
  })

  it('is not read further once its caller is gone', async () => {
    const bytes = await workbook(9_000)
    const gone = new AbortController()
    const reading = readImportFile(bytes, { signal: gone.signal })
    gone.abort(new Error('gone'))
    await expect(reading).rejects.toThrow('gone')
  })

  it('returns numbers as they were typed', () => {
    expect(['5512345678', '1.0', '0.1', '1e3', '0.30000000000000004', 'x'].map(plainNumber)).toEqual([
      '5512345678',
      '1',
      '0.1',
      '1000',
      '0.3',
      'x',
    ])
  })
})

const sheetOf = (content: string) => `<worksheet xmlns:x="x"><sheetData>${content}</sheetData></worksheet>`

/** Two cells, the second of which stands in a row above. */
function distant(lower: string, upper: string): string {
  const cell = (address: string) =>
    `<row r="${address.replace(/\D+/, '')}"><c r="${address}"><v>0</v></c></row>`
  return cell(upper) + cell(lower)
}

function patched(bytes: Buffer, at: number, value: number): Buffer {
  if (value === 0) bytes.writeUInt16LE(value, at)
  else bytes.writeUInt32LE(value, at)
  return bytes
}

function withLargeMark(bytes: Buffer): Buffer {
  const end = endOf(bytes)
  const mark = Buffer.alloc(20)
  mark.write('PK\u0006\u0007', 'latin1')
  return Buffer.concat([bytes.subarray(0, end), mark, bytes.subarray(end)])
}

const firstSheet = 'xl/worksheets/sheet1.xml'
const relationships = 'xl/_rels/workbook.xml.rels'
const withSheet = (bytes: Buffer, sheet: string) => withPart(bytes, firstSheet, sheet)

/** Where a part is listed, and where its content begins. */
function placeOf(bytes: Buffer, name: string): { listed: number; local: number; content: number } {
  const listed = bytes.lastIndexOf(name) - 46
  const local = bytes.readUInt32LE(listed + 42)
  return {
    listed,
    local,
    content: local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28),
  }
}

function contentOf(bytes: Buffer, name: string): string {
  const { listed, content } = placeOf(bytes, name)
  return inflateRawSync(bytes.subarray(content, content + bytes.readUInt32LE(listed + 20))).toString()
}

/** In the place of a part whose own XML is longer. */
function withPart(bytes: Buffer, name: string, text: string): Buffer {
  const { listed, local, content } = placeOf(bytes, name)
  const data = deflateRawSync(text)
  for (const sizes of [local + 18, listed + 20]) {
    bytes.writeUInt32LE(data.length, sizes)
    bytes.writeUInt32LE(text.length, sizes + 4)
  }
  data.copy(bytes, content)
  return bytes
}
