import { type ColumnType, elements, emptyArray, writeHead } from './telemetry.batch.arrays.ts'
import type { Cell } from './telemetry.state-columns.ts'

/** A field of a composite type of PostgreSQL. */
export interface RowField<Row> {
  type: ColumnType | 'text'
  read(row: Row): Cell | undefined
}

const textOid = 25
const headBytes = 20
/** Before the fields of a row: its length and their number. Before each: its type and its length. */
const rowHeadBytes = 8
const fieldHeadBytes = 8
const fixedBytes = 16
/** Of a character of JavaScript, in UTF-8. */
const characterBytes = 3

/**
 * An array of rows, in the order of a composite type's fields: PostgreSQL reads and keeps each row in one piece. Throws an
 * error with SQLSTATE 22003 where a value does not fit its type.
 * @param oid of the composite type, in pg_type
 */
export function rowArray<Row>(oid: number, rows: readonly Row[], fields: readonly RowField<Row>[]): Buffer {
  if (rows.length === 0) return emptyArray(oid)
  const rowBytes = rowHeadBytes + fields.length * fixedBytes
  let bytes = Buffer.allocUnsafe(headBytes + rows.length * rowBytes)
  let view = viewOf(bytes)
  let at = headBytes
  /** Keeps enough room behind `at` for the rest of the rows, texts apart. */
  const reserve = (needed: number) => {
    if (at + needed <= bytes.length) return
    const larger = Buffer.allocUnsafe(bytes.length + Math.max(needed, bytes.length))
    bytes.copy(larger, 0, 0, at)
    bytes = larger
    view = viewOf(bytes)
  }
  for (const row of rows) {
    reserve(rowBytes)
    const start = at
    view.setInt32(at + 4, fields.length)
    at += rowHeadBytes
    for (const { type, read } of fields) {
      const value = read(row)
      if (type === 'text') {
        const text = value === null || value === undefined ? null : String(value)
        if (text !== null) reserve(text.length * characterBytes + rowBytes)
        view.setInt32(at, textOid)
        const length = text === null ? -1 : bytes.write(text, at + fieldHeadBytes)
        view.setInt32(at + 4, length)
        at += fieldHeadBytes + Math.max(0, length)
      } else at = writeField(view, at, type, value)
    }
    view.setInt32(start, at - start - 4)
  }
  writeHead(view, false, oid, rows.length)
  return bytes.subarray(0, at)
}

const viewOf = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length)

/** @returns where the next field begins */
function writeField(view: DataView, at: number, type: ColumnType, value: Cell | undefined): number {
  const { oid, size, write } = elements[type]
  view.setInt32(at, oid)
  if (value === null || value === undefined) {
    view.setInt32(at + 4, -1)
    return at + fieldHeadBytes
  }
  view.setInt32(at + 4, size)
  write(view, at + fieldHeadBytes, value)
  return at + fieldHeadBytes + size
}
