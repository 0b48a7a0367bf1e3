import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Rates, rates } from './billing.contract.ts'
import { appliesAt, chargeLines, chargeOfTotal, noCharge, type Priced } from './billing.rules.ts'
import { dividedHalfUp, exponentOf, minorOf, moneyOf } from './money.ts'

const night = {
  name: 'Nocturna',
  kind: 'percent' as const,
  percent: 20,
  amount: '0',
  when: 'hours' as const,
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '23:00', to: '05:00' }],
}
const holiday = {
  ...night,
  name: 'Festivo',
  kind: 'amount' as const,
  amount: '15',
  when: 'holidays' as const,
}
const taxi = (given: object = {}): Rates =>
  rates.parse({
    base: '30.00',
    perKm: '9.50',
    perMinute: '2.00',
    waitingPerMinute: '3.00',
    freeWaitingMinutes: 5,
    minimum: '55.00',
    ...given,
  })
const stop = { label: null, extraCost: null }
const ride = (given: Partial<Priced> = {}): Priced => ({
  usage: { distanceMetres: 5_250, drivingSeconds: 960, waitingSeconds: 0 },
  // A Tuesday, 10:00 in Mexico City.
  startsAt: new Date('2026-03-03T16:00:00Z'),
  timeZone: 'America/Mexico_City',
  stops: [stop, stop],
  extras: [],
  fromZones: [],
  toZones: [],
  zoneNames: new Map(),
  ...given,
})
const summary = (given: Rates, priced: Priced, currency = 'MXN') => {
  const { lines, totalMinor } = chargeLines(given, priced, currency)
  return [...lines.map(({ kind, amount }) => `${kind} ${amount}`), moneyOf(totalMinor, currency)]
}

describe('the lines of a charge', () => {
  it('are base, distance and time', () => {
    // 5.25 km at 9.50, and 16 min at 2.00.
    expect(summary(taxi(), ride())).toEqual(['base 30.00', 'distance 49.88', 'time 32.00', '111.88'])
  })
  it('name what is missing to the minimum', () => {
    const short = ride({ usage: { distanceMetres: 1_000, drivingSeconds: 120, waitingSeconds: 0 } })
    expect(summary(taxi(), short)).toEqual([
      'base 30.00',
      'distance 9.50',
      'time 4.00',
      'minimum 11.50',
      '55.00',
    ])
  })
  it('leave out what the base includes', () => {
    const given = taxi({ includedMetres: 2_000, includedMinutes: 10, minimum: '0' })
    expect(summary(given, ride())).toEqual(['base 30.00', 'distance 30.88', 'time 12.00', '72.88'])
  })
  it('charge waiting after the free minutes, and stops after the second', () => {
    const priced = ride({
      usage: { distanceMetres: 5_250, drivingSeconds: 960, waitingSeconds: 510 },
      stops: [stop, { label: 'Plaza', extraCost: '12.00' }, stop],
    })
    expect(summary(taxi({ perExtraStop: '10' }), priced).slice(3)).toEqual([
      'waiting 10.50',
      'stops 10.00',
      'stop_extra 12.00',
      '144.38',
    ])
  })
  it('have one surcharge for the night before midnight and after it, and none at five', () => {
    const given = taxi({ surcharges: [night] })
    for (const [at, lines] of [
      ['2026-03-04T05:00:00Z', 1],
      ['2026-03-04T10:59:00Z', 1],
      ['2026-03-04T11:00:00Z', 0],
    ] as const) {
      const { lines: found } = chargeLines(given, ride({ startsAt: new Date(at) }), 'MXN')
      expect(found.filter(({ kind }) => kind === 'surcharge')).toHaveLength(lines)
    }
  })
  it('apply a percentage to the fare and not to extras or other surcharges', () => {
    const given = taxi({
      surcharges: [holiday, night],
      extras: [{ key: 'equipaje', name: 'Equipaje', amount: '20' }],
    })
    // 25 December, 23:30 in Mexico City.
    const priced = ride({ startsAt: new Date('2026-12-26T05:30:00Z'), extras: ['equipaje', 'unknown'] })
    expect(summary(given, priced).slice(3)).toEqual([
      'surcharge 15.00',
      'surcharge 22.38',
      'extra 20.00',
      '169.26',
    ])
  })
  it('are a flat fare between two zones, in both directions or one', () => {
    const [airport, centre] = ['01900000-0000-7000-8000-000000000001', '01900000-0000-7000-8000-000000000002']
    const fare = { fromZoneId: airport, toZoneId: centre, amount: '250' }
    const between = (from: string, to: string) =>
      ride({
        fromZones: [from],
        toZones: [to],
        zoneNames: new Map([
          [airport, 'Aeropuerto'],
          [centre, 'Centro'],
        ]),
      })
    const both = taxi({ zoneFares: [fare] })
    expect(summary(both, between(airport, centre))).toEqual(['zone 250.00', '250.00'])
    const [line] = chargeLines(both, between(centre, airport), 'MXN').lines
    expect(line?.label).toBe('Centro → Aeropuerto')
    const oneWay = taxi({ zoneFares: [{ ...fare, isBothWays: false }] })
    expect(summary(oneWay, between(centre, airport)).at(-1)).toBe('111.88')
  })
  it('show the rounding', () => {
    expect(summary(taxi({ roundTo: '5' }), ride()).slice(3)).toEqual(['rounding -1.88', '110.00'])
  })
  it('follow the decimals of the currency', () => {
    const given = rates.parse({ base: '500', perKm: '333', perMinute: '7', waitingPerMinute: '0' })
    expect(summary(given, ride(), 'CLP')).toEqual(['base 500', 'distance 1748', 'time 112', '2360'])
    expect(summary(taxi({ perKm: '0.125' }), ride(), 'KWD').at(-1)).toBe('62.656')
  })
  it('add up to the total in every currency, and no input makes them negative', () => {
    const amount = fc.integer({ min: 0, max: 99_999 })
    fc.assert(
      fc.property(
        fc.constantFrom('MXN', 'CLP', 'KWD', 'BRL'),
        fc.record({
          base: amount,
          perKm: amount,
          perMinute: amount,
          waitingPerMinute: amount,
          perExtraStop: amount,
          minimum: amount,
        }),
        fc.double({ min: 0, max: 500, noNaN: true }),
        fc.record({
          distanceMetres: fc.double({ min: 0, max: 1e6, noNaN: true }),
          drivingSeconds: fc.double({ min: 0, max: 1e5, noNaN: true }),
          waitingSeconds: fc.double({ min: 0, max: 1e5, noNaN: true }),
        }),
        fc.integer({ min: 1, max: 8 }),
        (currency, amounts, percent, usage, stops) => {
          const given = rates.parse({
            ...Object.fromEntries(
              Object.entries(amounts).map(([key, minor]) => [key, moneyOf(minor, currency)]),
            ),
            surcharges: [{ ...night, percent: Math.round(percent * 100) / 100 }],
          })
          const priced = ride({
            usage,
            startsAt: new Date('2026-03-04T05:00:00Z'),
            stops: Array.from({ length: stops }, () => ({ label: null, extraCost: moneyOf(3, currency) })),
          })
          const { lines, totalMinor } = chargeLines(given, priced, currency)
          const sum = lines.reduce((total, line) => total + minorOf(line.amount, currency), 0)
          expect(sum).toBe(totalMinor)
          expect(totalMinor).toBeGreaterThanOrEqual(amounts.minimum)
          for (const line of lines) {
            expect(minorOf(line.amount, currency)).toBeGreaterThan(0)
            expect(line.amount.split('.')[1]?.length ?? 0).toBe(exponentOf(currency))
          }
        },
      ),
    )
  })
})

describe('holidays of a tariff', () => {
  const at = new Date('2026-12-25T18:00:00Z')
  const zone = 'America/Mexico_City'
  it('are the public ones where it says so, and its own days', () => {
    expect(appliesAt(holiday, { hasPublicHolidays: true, holidays: [] }, at, zone)).toBe(true)
    expect(appliesAt(holiday, { hasPublicHolidays: false, holidays: [] }, at, zone)).toBe(false)
    expect(appliesAt(holiday, { hasPublicHolidays: false, holidays: ['2026-12-25'] }, at, zone)).toBe(true)
  })
})

describe('a total that a person sets', () => {
  const usage = { distanceMetres: 0, drivingSeconds: 0, waitingSeconds: 0 }
  it('adds the difference as a line with the reason', () => {
    const computed = { ...noCharge('MXN', usage), total: '100.00' }
    const set = chargeOfTotal(computed, '80', 'adjustment', 'Wrong way')
    expect(set.total).toBe('80.00')
    expect(set.lines).toMatchObject([{ kind: 'adjustment', label: 'Wrong way', amount: '-20.00' }])
  })
  it('adds no line where nothing differs', () => {
    const computed = { ...noCharge('MXN', usage), total: '100.00' }
    expect(chargeOfTotal(computed, '100', 'agreed', null)).toBe(computed)
  })
})

describe('division that rounds half up', () => {
  it.each([
    [1, 1, 2, 1],
    [-1, 1, 2, -1],
    [1, 1, 3, 0],
    [9_007_199_254_740_991, 1_000, 1_000, 9_007_199_254_740_991],
  ])('of %d × %d / %d is %d', (a, b, c, expected) => {
    expect(dividedHalfUp(a, b, c)).toBe(expected)
  })
})
