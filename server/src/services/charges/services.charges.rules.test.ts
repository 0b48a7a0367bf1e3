import { rates } from '@rumbo/contract/billing.contract'
import { chargeLines, chargeOfTotal, noCharge } from '@rumbo/contract/billing.rules'
import { currencies, exponentOf, minorOf, moneyOf } from '@rumbo/contract/money'
import type { Service } from '@rumbo/contract/services.contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { drivenBetween, executedUsage, rideStart, stopsToCharge } from './services.charges.rules.ts'

type Stop = Service['executedStops'][number]
const at = (minute: number) => new Date(Date.UTC(2026, 2, 3, 16, minute)).toISOString()
const planned = (id: string, some: Partial<Stop> = {}): Stop => ({
  id,
  sequence: 0,
  stopType: 'checkpoint',
  address: `Calle ${id}`,
  latitude: 19.43,
  longitude: -99.13,
  timeWindowStart: null,
  timeWindowEnd: null,
  reference: null,
  contactName: null,
  contactPhone: null,
  extraCost: null,
  serviceMinutes: null,
  arrived: null,
  departed: null,
  costAtStop: null,
  distanceAtStop: null,
  notes: null,
  status: 'executed',
  operator: 'system',
  correctedBy: null,
  correctionReason: null,
  ...some,
})
const service = (executedStops: Stop[], some: Partial<Service> = {}) => ({
  startedAt: at(0),
  plannedStops: ['a', 'b', 'c'].map((id) => planned(id)),
  executedStops,
  plannedDistance: 8_000,
  plannedDuration: 1_200,
  isRouteEstimated: false,
  ...some,
})
const over = (of: ReturnType<typeof service>, driven: number | null = null) =>
  executedUsage(of, new Date(at(30)), driven, true)

describe('what a completed service used', () => {
  it('is the distance of its stops, the time from start to end and the time at stops', () => {
    const stops = [
      planned('a', { arrived: at(-4), departed: at(0), distanceAtStop: 2_600 }),
      planned('b', { arrived: at(10), departed: at(16), distanceAtStop: 4_100 }),
      planned('c', { arrived: at(29), departed: at(30), distanceAtStop: 5_000 }),
    ]
    expect(over(service(stops), 9_400)).toEqual({
      distanceMetres: 9_100,
      // 30 minutes less 7 at stops after the start.
      drivingSeconds: 23 * 60,
      waitingSeconds: 11 * 60,
      distanceSource: 'measured',
      timeSource: 'measured',
    })
  })
  it('is the way by the odometer where a stop was not measured, else the planned one', () => {
    const stops = [planned('a'), planned('b', { distanceAtStop: 4_100 }), planned('c')]
    expect(over(service(stops), 9_400)).toMatchObject({ distanceMetres: 9_400, distanceSource: 'measured' })
    expect(over(service(stops))).toMatchObject({ distanceMetres: 8_000, distanceSource: 'planned' })
    expect(over(service(stops, { isRouteEstimated: true }))).toMatchObject({
      distanceSource: 'straight_line',
    })
    expect(over(service(stops, { plannedDistance: null }))).toBeNull()
  })
  it('leaves out the way to the stop that was reached first', () => {
    const stops = [
      planned('a', { arrived: at(9), departed: at(10), distanceAtStop: 1_500 }),
      planned('b', { arrived: at(1), departed: at(2), distanceAtStop: 2_600 }),
      planned('c', { arrived: at(20), departed: at(21), distanceAtStop: 3_000 }),
    ]
    expect(over(service(stops))?.distanceMetres).toBe(4_500)
  })
  it('leaves out cancelled stops, and counts a moment at two stops once', () => {
    const stops = [
      planned('a', { arrived: at(2), departed: at(8) }),
      planned('b', { arrived: at(4), departed: at(10), distanceAtStop: 300 }),
      planned('c', { arrived: at(12), departed: at(20), distanceAtStop: 900, status: 'cancelled_by_client' }),
    ]
    expect(over(service(stops))).toMatchObject({ waitingSeconds: 8 * 60, distanceMetres: 300 })
    expect(stopsToCharge(service(stops)).map(({ label }) => label)).toEqual(['Calle a', 'Calle b'])
  })
  it('takes what was spent at a stop in place of what was planned for it', () => {
    const plannedStops = [planned('a', { extraCost: '10.00' }), planned('b', { extraCost: '20.00' })]
    const of = service([planned('b', { costAtStop: '35.00' })], { plannedStops })
    expect(stopsToCharge(of).map(({ extraCost }) => extraCost)).toEqual(['10.00', '35.00'])
  })
})

describe('what a running service used so far', () => {
  it('is the way by the odometer, else a share of the planned one', () => {
    const of = service([planned('a', { arrived: at(0), departed: at(0) })])
    const now = new Date(at(5))
    expect(executedUsage(of, now, 2_500, false)).toMatchObject({
      distanceMetres: 2_500,
      drivingSeconds: 300,
      distanceSource: 'measured',
    })
    expect(executedUsage(of, now, null, false)).toMatchObject({
      distanceMetres: 2_000,
      distanceSource: 'planned',
    })
    expect(executedUsage(of, new Date(at(90)), null, false)?.distanceMetres).toBe(8_000)
  })
  it('ignores readings of the odometer that cannot be right', () => {
    expect(drivenBetween(1_000, 4_000, 300)).toBe(3_000)
    expect(drivenBetween(4_000, 1_000, 300)).toBeNull()
    expect(drivenBetween(0, 250_000, 300)).toBeNull()
    expect(drivenBetween(null, 4_000, 300)).toBeNull()
    expect(drivenBetween(4_000, undefined, 300)).toBeNull()
  })
})

it('begins with the window of the first stop, else at its dispatch', () => {
  expect(rideStart({ dispatchTime: at(0), plannedStops: [{ timeWindowStart: at(45) }] })).toEqual(
    new Date(at(45)),
  )
  expect(rideStart({ dispatchTime: at(0), plannedStops: [{}] })).toEqual(new Date(at(0)))
})

const minute = fc.integer({ min: -10, max: 60 })
const someStop = fc.record({
  arrived: fc.option(minute.map(at)),
  stay: fc.nat(30),
  distance: fc.option(fc.nat(30_000)),
  cost: fc.option(fc.nat(9_999)),
  isCancelled: fc.boolean(),
})
/** Stops executed in the order of the plan, and the same ones in another order. */
const journeys = fc.array(someStop, { minLength: 1, maxLength: 8 }).chain((stops) =>
  fc.record({
    stops: fc.constant(stops),
    order: fc.shuffledSubarray(
      stops.map((_, index) => index),
      { minLength: stops.length },
    ),
    currency: fc.constantFrom(...currencies),
  }),
)
const tariffIn = (currency: string) => {
  const unit = (minor: number) => moneyOf(minor, currency)
  return rates.parse({
    base: unit(3_000),
    perKm: unit(951),
    perMinute: unit(207),
    waitingPerMinute: unit(313),
    freeWaitingMinutes: 2,
    perExtraStop: unit(500),
    minimum: unit(5_500),
    surcharges: [{ name: 'Especial', kind: 'percent', percent: 12.5, when: 'holidays' }],
    holidays: ['2026-03-03'],
    extras: [{ key: 'equipaje', name: 'Equipaje', amount: unit(1_999) }],
  })
}
function finalOf(executedStops: Stop[], plannedStops: Stop[], currency: string) {
  const of = service(executedStops, { plannedStops })
  const usage = executedUsage(of, new Date(at(61)), null, true)
  if (usage === null) throw new Error('Planned, so it has a usage')
  return chargeLines(
    tariffIn(currency),
    {
      usage,
      startsAt: new Date(at(0)),
      timeZone: 'America/Mexico_City',
      stops: stopsToCharge(of),
      extras: ['equipaje'],
      fromZones: [],
      toZones: [],
      zoneNames: new Map(),
    },
    currency,
  )
}

describe('the final cost', () => {
  it('does not depend on the order in which the stops were recorded, and is the sum of its lines', () => {
    fc.assert(
      fc.property(journeys, ({ stops, order, currency }) => {
        const done = stops.map(({ arrived, stay, distance, cost, isCancelled }, index) =>
          planned(`s${index}`, {
            arrived,
            departed: arrived && new Date(Date.parse(arrived) + stay * 60_000).toISOString(),
            distanceAtStop: distance,
            costAtStop: cost === null ? null : moneyOf(cost, currency),
            status: isCancelled ? 'cancelled_by_client' : 'executed',
          }),
        )
        const plan = stops.map((_, index) => planned(`s${index}`))
        const inOrder = finalOf(done, plan, currency)
        const shuffled = finalOf(
          order.map((index) => done[index] as Stop),
          plan,
          currency,
        )
        expect(shuffled).toEqual(inOrder)
        const sum = inOrder.lines.reduce((total, { amount }) => total + minorOf(amount, currency), 0)
        expect(sum).toBe(inOrder.totalMinor)
      }),
    )
  })
  it('is the sum of its lines in every currency also when a person sets it', () => {
    const usage = { distanceMetres: 0, drivingSeconds: 0, waitingSeconds: 0 }
    fc.assert(
      fc.property(
        fc.constantFrom(...currencies),
        fc.nat(10_000_000),
        fc.nat(10_000_000),
        (currency, agreed, typed) => {
          const first = chargeOfTotal(noCharge(currency, usage), moneyOf(agreed, currency), 'agreed', null)
          const set = chargeOfTotal(first, moneyOf(typed, currency), 'adjustment', 'Caseta')
          const sum = set.lines.reduce((total, { amount }) => total + minorOf(amount, currency), 0)
          expect([sum, set.total]).toEqual([typed, moneyOf(typed, currency)])
          expect((set.total.split('.')[1] ?? '').length).toBe(exponentOf(currency))
        },
      ),
    )
  })
})
