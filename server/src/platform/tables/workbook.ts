import { readSheet } from 'read-excel-file/universal'
import { problem } from '../problem.ts'
import { type ArchivePart, requireBoundedSheets } from './workbook.bounds.ts'

/** What a workbook may unpack to, in bytes. */
const unpackedLimit = 300 * 1024 * 1024

/**
 * The first sheet of an XLSX as texts, with numbers as typed and dates in ISO 8601. A large sheet takes seconds and
 * hundreds of megabytes, so call it only in a child process.
 * @throws Problem `file_unreadable`, `import_too_large`
 */
export async function readWorkbook(bytes: Buffer): Promise<string[][]> {
  const parts = partsOf(bytes)
  if (parts.reduce((sum, part) => sum + part.unpackedBytes, 0) > unpackedLimit)
    throw problem('import_too_large')
  requireBoundedSheets(bytes, parts)
  try {
    const sheet = await readSheet(new Blob([new Uint8Array(bytes)]), 1, {
      parseNumber: (text) => plainNumber(text),
    })
    return sheet.map((row) => row.map(textOf))
  } catch (error) {
    throw problem('file_unreadable', { words: { reason: String(error) } })
  }
}

/** A number as typed: without exponent, `.0`, or digits beyond a spreadsheet's fifteen. */
export function plainNumber(text: string): string {
  const value = Number(text)
  if (!Number.isFinite(value)) return text
  if (Number.isInteger(value) && Math.abs(value) < 1e21) return value.toFixed(0)
  return String(Number(value.toPrecision(15)))
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const [day = '', time = ''] = cell.toISOString().split('T')
    return time.startsWith('00:00:00') ? day : `${day} ${time.slice(0, 8)}`
  }
  return String(cell)
}

const endMark = Buffer.from('PK\u0005\u0006', 'latin1')
const largeMark = Buffer.from('PK\u0006\u0007', 'latin1')

/**
 * Reads the ZIP's central directory, from which the reader also takes its sizes. ZIP64 is refused; no upload needs it.
 */
function partsOf(bytes: Buffer): ArchivePart[] {
  const end = bytes.lastIndexOf(endMark)
  if (end < 0 || end + 22 > bytes.length) throw problem('file_unreadable')
  const isLarge = end >= 20 && bytes.subarray(end - 20, end - 16).equals(largeMark)
  const entries = bytes.readUInt16LE(end + 8)
  if (isLarge || entries !== bytes.readUInt16LE(end + 10)) throw problem('file_unreadable')
  let at = bytes.readUInt32LE(end + 16)
  const parts: ArchivePart[] = []
  for (let entry = 0; entry < entries; entry += 1) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw problem('file_unreadable')
    const nameBytes = bytes.readUInt16LE(at + 28)
    parts.push({
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      compressedBytes: bytes.readUInt32LE(at + 20),
      unpackedBytes: bytes.readUInt32LE(at + 24),
      offset: bytes.readUInt32LE(at + 42),
    })
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  return parts
}
