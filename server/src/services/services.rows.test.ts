import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minorOf, moneyOf } from './services.rows.ts'

describe('money', () => {
  it.each([
    ['120', 12000],
    ['120.5', 12050],
    ['0.07', 7],
  ])('%s is %i in minor units', (text, minor) => {
    expect(minorOf(text)).toBe(minor)
  })
  it('comes back as it went', () => {
    fc.assert(fc.property(fc.nat(1_000_000_000), (minor) => minorOf(moneyOf(minor)) === minor))
  })
})
