import { describe, expect, it } from 'vitest'
import {
  bestCandidate,
  type CandidateVehicle,
  indexNearest,
  maxCompared,
  nearestVehicles,
  rankCandidates,
} from './dispatch.rules.ts'
import type { EngineRequest } from './engine/dispatch.constraints.rules.ts'
import { presets } from './engine/dispatch.cost.rules.ts'

const pickup = { latitude: 19.4326, longitude: -99.1332 }
const request: EngineRequest = {
  serviceId: 's1',
  pickup,
  age: 0,
  priority: 2,
  windowStart: null,
  windowEnd: null,
  duration: 600,
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set(),
  reservedFor: null,
}
const rules = { requiresShift: false, weights: presets.fastest_pickup }

const vehicle = (
  vehicleNumber: string,
  /** Degrees north of the pickup; null for no position. */
  north: number | null,
  more: Partial<CandidateVehicle> = {},
): CandidateVehicle => ({
  vehicleId: `id-${vehicleNumber}`,
  vehicleNumber,
  plateNumber: `P-${vehicleNumber}`,
  type: 'sedan',
  status: 'active',
  seats: null,
  loadKg: null,
  loadM3: null,
  skills: [],
  place: north === null ? null : { latitude: pickup.latitude + north, longitude: pickup.longitude },
  fixAgeMs: 0,
  freeIn: 0,
  idle: 0,
  driver: null,
  ...more,
})
const arrivalsOf = (seconds: Record<string, number>) =>
  new Map(
    Object.entries(seconds).map(([number, some]) => [`id-${number}`, { seconds: some, isEstimate: false }]),
  )

describe('candidates', () => {
  it('are ordered by arrival rather than by distance, those without a position after them', () => {
    const vehicles = [vehicle('3', null), vehicle('1', 0.01), vehicle('2', 0.02)]
    const ranked = rankCandidates(vehicles, request, arrivalsOf({ 1: 600.4, 2: 240.2 }), rules)
    expect(ranked.map((one) => [one.vehicleNumber, one.arrivalSeconds, one.isEstimate])).toEqual([
      ['2', 240, false],
      ['1', 600, false],
      ['3', null, true],
    ])
    expect(ranked[1]?.distanceMetres).toBeCloseTo(1112, -1)
  })

  it('with a reason against them come last, first those that a person may assign all the same', () => {
    const vehicles = [
      vehicle('1', 0.001, { status: 'occupied', freeIn: null }),
      vehicle('2', 0.03, { fixAgeMs: 31 * 60_000 }),
      vehicle('3', 0.02),
      vehicle('4', 0.002, { driver: { reasons: ['on_break'], shiftEndsIn: 3_600 } }),
    ]
    const ranked = rankCandidates(vehicles, request, arrivalsOf({ 1: 20, 2: 300, 3: 400, 4: 30 }), rules)
    expect(ranked.map((one) => [one.vehicleNumber, one.isEligible, one.reasons])).toEqual([
      ['3', true, []],
      ['2', true, ['stale_position']],
      ['1', false, ['status']],
      ['4', false, ['on_break']],
    ])
  })

  it('are ordered by the cost of the engine, with its parts', () => {
    const tired = { driver: { reasons: [], shiftEndsIn: 300 } }
    const vehicles = [vehicle('1', 0.01, tired), vehicle('2', 0.02)]
    const ranked = rankCandidates(vehicles, request, arrivalsOf({ 1: 100, 2: 200 }), rules)
    expect(ranked.map(({ vehicleNumber }) => vehicleNumber)).toEqual(['2', '1'])
    expect(ranked[1]?.parts).toMatchObject({
      arrival: 100,
      empty: 100 * presets.fastest_pickup.empty,
      shift_risk: 400 * presets.fastest_pickup.shiftRisk,
    })
    for (const { cost, parts } of ranked)
      expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(cost)
  })

  it('whose driver’s shift ends before they arrive can be assigned by a person, not by the engine', () => {
    const ending = { driver: { reasons: [], shiftEndsIn: 99 } }
    const vehicles = [vehicle('1', 0.01, ending), vehicle('2', 0.02)]
    const ranked = rankCandidates(vehicles, request, arrivalsOf({ 1: 100, 2: 600 }), rules)
    expect(ranked.map((one) => [one.vehicleNumber, one.isEligible, one.reasons])).toEqual([
      ['2', true, []],
      ['1', true, ['shift_ends']],
    ])
    const booked = { ...request, windowStart: 1_200 }
    expect(rankCandidates(vehicles, booked, arrivalsOf({ 1: 50, 2: 600 }), rules)[1]?.reasons).toEqual([
      'shift_ends',
    ])
  })

  it('beyond the nearest follow them, so that the best is the same with and without their arrivals', () => {
    const vehicles = Array.from({ length: maxCompared + 1 }, (_, at) => vehicle(String(at), 0.001 * (at + 1)))
    const seconds = Object.fromEntries(vehicles.map(({ vehicleNumber }, at) => [vehicleNumber, 600 - at]))
    const ranked = rankCandidates(vehicles, request, arrivalsOf(seconds), rules)
    expect(ranked[0]?.vehicleNumber).toBe(String(maxCompared - 1))
    expect(ranked.at(-1)?.vehicleNumber).toBe(String(maxCompared))
  })
})

it('the nearest vehicles are those that can be assigned first, and only those with a position', () => {
  const vehicles = [
    vehicle('1', 0.001, { status: 'out_of_service' }),
    vehicle('2', 0.02),
    vehicle('3', null),
    vehicle('4', 0.01),
  ]
  expect(nearestVehicles(vehicles, request, rules).map(({ vehicleId }) => vehicleId)).toEqual([
    'id-4',
    'id-2',
    'id-1',
  ])
})

it('the best candidate is the first of all, and needs the nearest and those without a position only', () => {
  let seed = 7
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed / 2_147_483_647
  }
  const statuses = ['active', 'inactive', 'occupied', 'maintenance'] as const
  for (let round = 0; round < 40; round += 1) {
    // In every fourth round no vehicle with a position can be assigned.
    const few = round % 4 === 0 ? statuses.slice(2) : statuses
    const vehicles = Array.from({ length: 120 }, (_, at) =>
      vehicle(String(at), at % 9 === 0 ? null : random() * 0.2, {
        status: at % 9 === 0 ? 'active' : (few[Math.floor(random() * few.length)] ?? 'active'),
        idle: Math.floor(random() * 900),
        seats: random() < 0.3 ? 7 : 4,
        zones: random() < 0.3 ? ['zone 1'] : [],
        driver: random() < 0.3 ? { reasons: [], shiftEndsIn: Math.floor(random() * 4_000) - 400 } : null,
      }),
    )
    const rejected = round % 3 === 0 ? { ...request, rejectedBy: new Set(['id-1', 'id-2']) } : request
    const some = round % 5 === 0 ? { ...rejected, needs: { ...request.needs, seats: 6 } } : rejected
    const zoned = round % 2 === 0 ? { ...some, zones: round % 4 === 0 ? ['zone 1'] : [] } : some
    const isBooked = round % 7 === 0 || round % 4 === 1
    const booked = isBooked ? { ...zoned, windowStart: 100 * round } : zoned
    const near = nearestVehicles(vehicles, booked, rules)
    expect(indexNearest(vehicles, rules)(booked, maxCompared)).toEqual(near.slice(0, maxCompared))
    const arrivals = new Map(
      near
        .slice(0, maxCompared)
        .map(({ vehicleId, metres }) => [vehicleId, { seconds: metres * random(), isEstimate: true }]),
    )
    expect(bestCandidate(vehicles, booked, arrivals, rules)).toEqual(
      rankCandidates(vehicles, booked, arrivals, rules)[0],
    )
  }
})
