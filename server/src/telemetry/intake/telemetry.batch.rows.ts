import { type ColumnType, elements, emptyArray, writeHead } from './telemetry.batch.arrays.ts'
import type { Cell } from './telemetry.state-columns.ts'

/** A field of a composite type of PostgreSQL. */
export interface RowField<Row, Source = void> {
  type: ColumnType | 'text'
  /** @param source what the encoder was given beside the rows */
  read(row: Row, source: Source): Cell | undefined
}

const textOid = 25
const headBytes = 20
/** Before the fields of a row: its length and their number. Before each: its type and its length. */
const rowHeadBytes = 8
const fieldHeadBytes = 8
const fixedBytes = 16
/** Of a character of JavaScript, in UTF-8. */
const characterBytes = 3

export type RowEncoder<Row, Source = void> = (oid: number, rows: readonly Row[], source: Source) => Buffer

/**
 * Encodes arrays of rows, in the order of a composite type's fields: PostgreSQL reads and keeps each row in one piece. The
 * encoder takes the number of the type in pg_type and what the fields are read from beside the row; it throws an error with
 * SQLSTATE 22003 where a value does not fit.
 */
export function rowEncoder<Row, Source = void>(
  fields: readonly RowField<Row, Source>[],
): RowEncoder<Row, Source> {
  // Looked up once: this runs for sixty values of each report.
  const reads = fields.map(({ read }) => read)
  const oids = fields.map(({ type }) => (type === 'text' ? textOid : elements[type].oid))
  const sizes = fields.map(({ type }) => (type === 'text' ? 0 : elements[type].size))
  const writes = fields.map(({ type }) => (type === 'text' ? null : elements[type].write))
  const rowBytes = rowHeadBytes + fields.length * fixedBytes

  return (oid, rows, source) => {
    if (rows.length === 0) return emptyArray(oid)
    let bytes = Buffer.allocUnsafe(headBytes + rows.length * rowBytes)
    let view = viewOf(bytes)
    let at = headBytes
    /** Keeps enough room behind `at` for the rest of a row, texts apart. */
    const reserve = (needed: number) => {
      if (at + needed <= bytes.length) return
      const larger = Buffer.allocUnsafe(bytes.length + Math.max(needed, bytes.length))
      bytes.copy(larger, 0, 0, at)
      bytes = larger
      view = viewOf(bytes)
    }
    for (let row = 0; row < rows.length; row += 1) {
      reserve(rowBytes)
      const start = at
      view.setInt32(at + 4, reads.length)
      at += rowHeadBytes
      for (let field = 0; field < reads.length; field += 1) {
        const value = (reads[field] as RowField<Row, Source>['read'])(rows[row] as Row, source)
        if (value === null || value === undefined) {
          view.setInt32(at, oids[field] as number)
          view.setInt32(at + 4, -1)
          at += fieldHeadBytes
          continue
        }
        const write = writes[field]
        let size = sizes[field] as number
        if (write) write(view, at + fieldHeadBytes, value)
        else {
          const text = String(value)
          reserve(text.length * characterBytes + rowBytes)
          size = bytes.write(text, at + fieldHeadBytes)
        }
        view.setInt32(at, oids[field] as number)
        view.setInt32(at + 4, size)
        at += fieldHeadBytes + size
      }
      view.setInt32(start, at - start - 4)
    }
    writeHead(view, false, oid, rows.length)
    return bytes.subarray(0, at)
  }
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
