import { expect, it } from 'vitest'
import { type RowField, rowEncoder } from './telemetry.batch.rows.ts'

type Row = [number | null, string | null]
const fields: readonly RowField<Row>[] = [
  { type: 'int2', read: (row) => row[0] },
  { type: 'text', read: (row) => row[1] },
]
const oid = 77
const encode = rowEncoder(fields)

it('rows are encoded with the type and length of each field', () => {
  const rows: Row[] = [
    [-2, 'ñ'],
    [null, null],
  ]
  expect(encode(oid, rows).toString('hex')).toBe(
    [
      // One dimension of two rows of the type, from 1.
      ['00000001', '00000000', '0000004d', '00000002', '00000001'],
      ['00000018', '00000002', '00000015', '00000002', 'fffe', '00000019', '00000002', 'c3b1'],
      ['00000014', '00000002', '00000015', 'ffffffff', '00000019', 'ffffffff'],
    ]
      .flat()
      .join(''),
  )
  expect(encode(oid, []).toString('hex')).toBe('00000000000000000000004d')
})

it('texts of any length fit', () => {
  const rows = Array.from({ length: 40 }, (_, at): Row => [at, '🚚'.repeat(at * 50)])
  const bytes = encode(oid, rows)
  let at = 20
  for (const [number, text] of rows) {
    const length = bytes.readInt32BE(at)
    expect(bytes.readInt16BE(at + 16)).toBe(number)
    expect([bytes.readInt32BE(at + 18), bytes.toString('utf8', at + 26, at + 4 + length)]).toEqual([25, text])
    at += 4 + length
  }
  expect(at).toBe(bytes.length)
})

it('reads rows from what is given with them, each time anew', () => {
  const places = rowEncoder<number, number[]>([{ type: 'int4', read: (at, columns) => columns[at] }])
  const valueIn = (columns: number[]) => places(oid, [1], columns).readInt32BE(36)
  expect([valueIn([5, 6]), valueIn([7, 8])]).toEqual([6, 8])
})

it('refuses what PostgreSQL would refuse', () => {
  expect(() => encode(oid, [[40_000, null]])).toThrow(/out of range/)
})
