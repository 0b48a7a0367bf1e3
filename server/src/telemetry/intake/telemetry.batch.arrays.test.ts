import { describe, expect, it } from 'vitest'
import { bytesArray, columnArray } from './telemetry.batch.arrays.ts'
import { isDataError } from './telemetry.commit.ts'

const itself = <Value>(value: Value) => value
const refusalOf = (work: () => unknown): unknown => {
  try {
    work()
  } catch (error) {
    return error
  }
  return null
}

describe('arrays of columns', () => {
  it('encode dimension, nulls, type and elements', () => {
    const hex = columnArray('int2', [1, null, -2], itself).toString('hex')
    expect(hex).toBe(
      ['00000001', '00000001', '00000015', '00000003', '00000001', '00000002', '0001', 'ffffffff'].join('') +
        ['00000002', 'fffe'].join(''),
    )
    expect(columnArray('int4', [], itself).toString('hex')).toBe('000000000000000000000017')
  })

  it('encode times as microseconds relative to 2000, also earlier ones and -infinity', () => {
    const times = [Date.UTC(2026, 10, 21, 15, 0, 0, 123), Date.UTC(1999, 11, 31), Number.NEGATIVE_INFINITY]
    const bytes = columnArray('time', times, itself)
    const written = [24, 36, 48].map((at) => bytes.readBigInt64BE(at))
    expect(written[0]).toBe(BigInt((times[0] ?? 0) - Date.UTC(2000, 0, 1)) * 1000n)
    expect(written.slice(1)).toEqual([-86_400_000_000n, -(2n ** 63n)])
  })

  it.each([
    ['int2', 32_768],
    ['int4', 2 ** 31],
    ['int4', 1.5],
    ['int4', Number.NaN],
    ['int8', 2n ** 63n],
    ['time', Number.NaN],
    ['date', 'never'],
  ] as const)('refuse in a %s what PostgreSQL refuses: %s', (type, value) => {
    expect(isDataError(refusalOf(() => columnArray(type, [value], itself)))).toBe(true)
  })

  it('encode bytes of any length', () => {
    expect(bytesArray([]).toString('hex')).toBe('000000000000000000000011')
    expect(bytesArray([Buffer.from([1, 2]), Buffer.alloc(0)]).toString('hex')).toBe(
      ['00000001', '00000000', '00000011', '00000002', '00000001', '00000002', '0102', '00000000'].join(''),
    )
  })
})
