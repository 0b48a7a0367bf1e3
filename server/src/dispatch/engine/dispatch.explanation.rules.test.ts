import { exclusionReasons } from '@rumbo/contract/dispatch.contract'
import { mostExcludedNamed } from '@rumbo/contract/dispatch.engine.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type EngineVehicle, exclusionsOf } from './dispatch.constraints.rules.ts'
import { noExplanation, packExplanation, unpackExplanation } from './dispatch.explanation.rules.ts'
import { createOthers } from './dispatch.others.rules.ts'

const other = fc
  .record({
    vehicleNumber: fc.string(),
    metres: fc.nat(),
    reasons: fc.subarray([...exclusionReasons], { minLength: 1 }),
  })
  .map((one) => ({ ...one, status: one.reasons.includes('status') ? ('occupied' as const) : null }))
const considered = fc.record({
  vehicleNumber: fc.string(),
  arrivalSeconds: fc.nat(),
  isEstimate: fc.boolean(),
  cost: fc.integer(),
  parts: fc.constantFrom({}, { arrival: 240, age: -50 }),
})
const dearer = fc.record({ vehicleNumber: fc.string(), arrivalSeconds: fc.nat(), cost: fc.integer() })

it('what is stored of an explanation gives the same again', () => {
  fc.assert(
    fc.property(
      fc.array(other),
      fc.array(other),
      fc.array(dearer),
      fc.array(considered),
      (placed, unplaced, more, ten) => {
        const explanation = {
          ...noExplanation,
          preset: 'fair_queue' as const,
          longestArrivalSeconds: 900,
          reservation: { reservedByName: 'Ana', reservedAt: '2026-03-01T12:00:00.000Z', plan: null },
          considered: ten,
          dearer: more,
          others: [...placed, ...unplaced.map((one) => ({ ...one, metres: null }))],
        }
        const again = unpackExplanation(JSON.parse(JSON.stringify(packExplanation(explanation))))
        const { others, ...rest } = again
        const { others: given, ...same } = explanation
        expect(rest).toEqual(same)
        expect(others).toHaveLength(given.length)
        expect(others).toEqual(expect.arrayContaining(given))
        const metres = others.map((one) => one.metres ?? Number.POSITIVE_INFINITY)
        expect(metres).toEqual([...metres].sort((a, b) => a - b))
      },
    ),
  )
})

it('a decision of an earlier version names nobody', () => {
  const old = {
    preset: 'fair_queue' as const,
    considered: [],
    excluded: [{ reason: 'type' as const, vehicles: 3 }],
  }
  expect(unpackExplanation(old)).toEqual({ ...noExplanation, ...old })
})

const place = (kilometres: number) => ({ latitude: 19.4 + kilometres / 111.2, longitude: -99.1 })
const vehicle = (
  at: number,
  some: Partial<EngineVehicle> = {},
): EngineVehicle & { vehicleNumber: string } => ({
  vehicleId: `vehicle ${at}`,
  vehicleNumber: String(at),
  type: 'sedan',
  status: 'active',
  seats: 4,
  loadKg: null,
  loadM3: null,
  skills: [],
  place: place(at / 10),
  fixAgeMs: 0,
  freeIn: 0,
  idle: 0,
  driver: null,
  ...some,
})
const asked = {
  pickup: place(0),
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set<string>(),
}
const rules = { requiresShift: false, freeWithin: 0 }

it('names the nearest vehicles by where they are now, the compared ones not, and those without a position last', () => {
  const vehicles = [
    vehicle(0),
    // Will be free far away.
    vehicle(1, { status: 'occupied', freeIn: 2_000, place: place(80) }),
    vehicle(2, { place: null }),
    vehicle(3, { type: 'van', seats: null }),
    vehicle(4),
  ]
  const places = vehicles.map((one, at) => (at === 1 ? place(0.2) : one.place))
  const othersOf = createOthers(vehicles, places, rules)
  const named = othersOf(
    { ...asked, needs: { vehicleType: 'sedan', seats: 3, loadKg: 0, loadM3: 0, skills: [] } },
    (at) => at !== 0,
  )
  expect(
    named.map((one) => [one.vehicleNumber, one.metres && one.metres / 100, one.reasons, one.status]),
  ).toEqual([
    ['1', 2, ['status'], 'occupied'],
    ['3', 3, ['type', 'seats'], null],
    ['4', 4, ['too_far'], null],
    ['2', null, ['no_position'], null],
  ])
})

it('names those whose shift ends before the pickup as such, which the comparison found', () => {
  const vehicles = [vehicle(0), vehicle(1)]
  const places = vehicles.map((one) => one.place)
  const named = createOthers(vehicles, places, rules)(asked, () => true, new Set([1]))
  expect(named.map(({ reasons }) => reasons)).toEqual([['too_far'], ['shift_ends']])
})

it('of many vehicles it names no more than the limit, all nearer than those left out, with all their reasons', () => {
  const kinds = [{}, { status: 'occupied' as const, freeIn: null }, { type: 'van' }]
  fc.assert(
    fc.property(fc.shuffledSubarray([...Array(120).keys()]), (numbers) => {
      const vehicles = numbers.map((at) => vehicle(at, kinds[at % 3]))
      const request = {
        ...asked,
        needs: { vehicleType: 'sedan', seats: 0, loadKg: 0, loadM3: 0, skills: [] },
      }
      const places = vehicles.map((one) => one.place)
      const named = createOthers(vehicles, places, rules)(request, () => true)
      const nearest = [...numbers].sort((a, b) => a - b).slice(0, mostExcludedNamed)
      expect(named.map(({ vehicleNumber }) => Number(vehicleNumber))).toEqual(nearest)
      for (const { vehicleNumber, reasons } of named) {
        const found = exclusionsOf(
          vehicle(Number(vehicleNumber), kinds[Number(vehicleNumber) % 3]),
          request,
          rules,
        )
        expect(reasons).toEqual(found.length === 0 ? ['too_far'] : found)
      }
    }),
    { numRuns: 30 },
  )
})
