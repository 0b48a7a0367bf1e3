import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { currencies, exponentOf, fitsCurrency, isCurrency, minorOf, moneyOf } from './money.ts'

describe('currencies', () => {
  it('are those this runtime knows, each once, and no funds or test codes', () => {
    const known = new Set(Intl.supportedValuesOf('currency'))
    // Newer than some runtimes.
    const recent = new Set(['XCG', 'ZWG', 'SLE', 'VES'])
    expect(currencies.filter((code) => !known.has(code) && !recent.has(code))).toEqual([])
    expect(new Set(currencies).size).toBe(currencies.length)
    for (const code of ['XXX', 'XTS', 'XAU', 'CLF', 'mxn', '', 'MX', '__proto__'])
      expect(isCurrency(code)).toBe(false)
  })
  it.each([
    ['MXN', 2],
    ['JPY', 0],
    ['CLP', 0],
    ['KWD', 3],
    ['constructor', 2],
  ])('%s has %i decimals', (code, digits) => expect(exponentOf(code)).toBe(digits))
})

describe('amounts', () => {
  it.each([
    ['120', 'MXN', 12_000, '120.00'],
    ['120.5', 'MXN', 12_050, '120.50'],
    ['0.07', 'MXN', 7, '0.07'],
    ['120', 'JPY', 120, '120'],
    ['0', 'CLP', 0, '0'],
    ['1.5', 'KWD', 1_500, '1.500'],
    ['0.001', 'KWD', 1, '0.001'],
  ])('%s %s is %i minor units', (amount, currency, minor, back) => {
    expect([fitsCurrency(amount, currency), minorOf(amount, currency), moneyOf(minor, currency)]).toEqual([
      true,
      minor,
      back,
    ])
  })
  it.each([
    ['120.5', 'JPY'],
    ['120.0', 'CLP'],
    ['1.005', 'MXN'],
    ['1.0005', 'KWD'],
  ])('%s does not fit %s', (amount, currency) => expect(fitsCurrency(amount, currency)).toBe(false))
  it('come back as they went, up to the largest', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000_000, max: 999_999_999_999_999 }),
        fc.constantFrom('MXN', 'JPY', 'KWD'),
        (minor, currency) => minor < 0 || minorOf(moneyOf(minor, currency), currency) === minor,
      ),
    )
  })
})
