import { dayMs } from '@rumbo/contract/time-units'
import type { Cell } from './telemetry.state-columns.ts'

/**
 * Arrays as PostgreSQL reads them without parsing a text: dimensions, whether any is null, type, count, lower bound,
 * then each element after its length. Half the work of writing and reading literals.
 */
const headBytes = 20
const emptyBytes = 12
const epochMs = Date.UTC(2000, 0, 1)

export type ColumnType = 'int2' | 'int4' | 'int8' | 'float4' | 'float8' | 'bool' | 'time' | 'date'

interface Element {
  /** Of pg_type. */
  oid: number
  size: number
  write(view: DataView, at: number, value: Cell): void
}

/** The error PostgreSQL would raise, so that the batch is bisected to the invalid row. */
function outOfRange(type: string, value: Cell): Error {
  return Object.assign(new Error(`value ${String(value)} is out of range for type ${type}`), {
    code: '22003',
  })
}

function whole(type: string, value: Cell, max: number): number {
  const number = Number(value)
  if (!Number.isInteger(number) || number > max || number < -max - 1) throw outOfRange(type, value)
  return number
}

/** A whole number of more than 32 bits as two halves, because BigInt is too slow. */
function writeHalves(view: DataView, at: number, value: number): void {
  view.setInt32(at, Math.floor(value / 0x100000000))
  view.setUint32(at + 4, value >>> 0)
}

function writeTime(view: DataView, at: number, value: Cell): void {
  if (value === Number.NEGATIVE_INFINITY) {
    view.setInt32(at, -0x80000000)
    view.setUint32(at + 4, 0)
    return
  }
  const micros = Math.round(Number(value) - epochMs) * 1000
  if (!Number.isSafeInteger(micros)) throw outOfRange('timestamptz', value)
  writeHalves(view, at, micros)
}

/** How PostgreSQL reads values of each type. */
export const elements: Readonly<Record<ColumnType, Element>> = {
  int2: { oid: 21, size: 2, write: (view, at, value) => view.setInt16(at, whole('smallint', value, 0x7fff)) },
  int4: {
    oid: 23,
    size: 4,
    write: (view, at, value) => view.setInt32(at, whole('integer', value, 0x7fffffff)),
  },
  int8: {
    oid: 20,
    size: 8,
    write(view, at, value) {
      if (typeof value === 'number') {
        if (!Number.isSafeInteger(value)) throw outOfRange('bigint', value)
        writeHalves(view, at, value)
        return
      }
      const big = BigInt(value as bigint)
      if (BigInt.asIntN(64, big) !== big) throw outOfRange('bigint', value)
      view.setBigInt64(at, big)
    },
  },
  float4: { oid: 700, size: 4, write: (view, at, value) => view.setFloat32(at, Number(value)) },
  float8: { oid: 701, size: 8, write: (view, at, value) => view.setFloat64(at, Number(value)) },
  bool: { oid: 16, size: 1, write: (view, at, value) => view.setUint8(at, value ? 1 : 0) },
  time: { oid: 1184, size: 8, write: writeTime },
  date: {
    oid: 1082,
    size: 4,
    write: (view, at, value) =>
      view.setInt32(
        at,
        whole('date', (Date.parse(`${String(value)}T00:00:00Z`) - epochMs) / dayMs, 0x7fffffff),
      ),
  },
}

export function writeHead(view: DataView, hasNull: boolean, oid: number, count: number): void {
  view.setInt32(0, 1)
  view.setInt32(4, hasNull ? 1 : 0)
  view.setInt32(8, oid)
  view.setInt32(12, count)
  view.setInt32(16, 1)
}

export function emptyArray(oid: number): Buffer {
  const bytes = Buffer.alloc(emptyBytes)
  bytes.writeInt32BE(oid, 8)
  return bytes
}

/** One column of the rows. Throws an error with SQLSTATE 22003 where a value does not fit its type. */
export function columnArray<Row>(
  type: ColumnType,
  rows: readonly Row[],
  read: (row: Row) => Cell | undefined,
): Buffer {
  const { oid, size, write } = elements[type]
  if (rows.length === 0) return emptyArray(oid)
  const bytes = Buffer.allocUnsafe(headBytes + rows.length * (4 + size))
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = headBytes
  let hasNull = false
  for (let row = 0; row < rows.length; row += 1) {
    const value = read(rows[row] as Row)
    if (value === null || value === undefined) {
      view.setInt32(at, -1)
      hasNull = true
      at += 4
    } else {
      view.setInt32(at, size)
      write(view, at + 4, value)
      at += 4 + size
    }
  }
  writeHead(view, hasNull, oid, rows.length)
  return bytes.subarray(0, at)
}

/** Values of bytes. */
export function bytesArray(values: readonly Buffer[]): Buffer {
  const bytea = 17
  if (values.length === 0) return emptyArray(bytea)
  const bytes = Buffer.allocUnsafe(values.reduce((sum, { length }) => sum + 4 + length, headBytes))
  writeHead(new DataView(bytes.buffer, bytes.byteOffset, bytes.length), false, bytea, values.length)
  let at = headBytes
  for (const value of values) {
    bytes.writeInt32BE(value.length, at)
    at += 4 + value.copy(bytes, at + 4)
  }
  return bytes
}
