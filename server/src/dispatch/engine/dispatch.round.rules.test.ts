import { expect, it } from 'vitest'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import { presets } from './dispatch.cost.rules.ts'
import { createCover, withCover } from './dispatch.cover.rules.ts'
import { matchPairs, pairsOf, partsOf, type RoundRules } from './dispatch.round.rules.ts'

const common: Omit<RoundRules, 'weights'> = {
  requiresShift: false,
  freeWithin: 600,
  compared: 30,
  longestArrival: 900,
}
const rules: RoundRules = { ...common, weights: presets.fastest_pickup }
const place = { latitude: 19.4, longitude: -99.1 }
const vehicle = (vehicleId: string): EngineVehicle => ({
  vehicleId,
  type: 'sedan',
  status: 'active',
  seats: 4,
  loadKg: null,
  loadM3: null,
  skills: [],
  place,
  fixAgeMs: 0,
  freeIn: 0,
  idle: 0,
  driver: null,
})
const request = (serviceId: string, more: Partial<EngineRequest> = {}): EngineRequest => ({
  serviceId,
  pickup: place,
  age: 0,
  priority: 2,
  windowStart: null,
  windowEnd: null,
  duration: 300,
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set(),
  reservedFor: null,
  ...more,
})

/** The vehicle of each request, by drives in seconds of the vehicles to each request. */
function vehiclesFor(
  requests: EngineRequest[],
  drives: Record<string, number[]>,
  preset: keyof typeof presets = 'fastest_pickup',
) {
  const rules = { ...common, weights: presets[preset] }
  const vehicles = Object.keys(drives).map(vehicle)
  const pairs = pairsOf(vehicles, requests, rules)
  const seconds = pairs.map(
    (pair) => drives[vehicles[pair.vehicle]?.vehicleId ?? '']?.[pair.request] ?? Number.NaN,
  )
  const matches = matchPairs({ vehicles, requests, pairs }, seconds, rules)
  return matches.map((match) => (match ? vehicles[match.vehicle]?.vehicleId : null))
}

it('a service that has waited long keeps the near vehicle, although a young one would save more by it', () => {
  const drives = { near: [100, 60], far: [300, 305] }
  expect(vehiclesFor([request('older'), request('younger')], drives)).toEqual(['far', 'near'])
  expect(vehiclesFor([request('older', { age: 300 }), request('younger')], drives)).toEqual(['near', 'far'])
})

it('the fastest pickup gives the vehicle that is free first to the shorter service, and the fair queue does not ask', () => {
  const drives = { sooner: [100, 110], later: [300, 310] }
  const requests = [request('longer', { duration: 1_800 }), request('shorter', { duration: 300 })]
  expect(vehiclesFor(requests, drives)).toEqual(['later', 'sooner'])
  expect(vehiclesFor(requests, { sooner: [100, 310], later: [300, 510] }, 'fair_queue')).toEqual([
    'sooner',
    'later',
  ])
})

it('of two vehicles as near, the one goes that leaves others near its place', () => {
  const at = (vehicleId: string, longitude: number) => ({
    ...vehicle(vehicleId),
    place: { ...place, longitude },
  })
  const vehicles = withCover([at('alone', -99.2), at('a', -99.0), at('b', -99.001), at('c', -99.002)], rules)
  const requests = [request('only')]
  const pairs = pairsOf(vehicles, requests, rules)
  const round = { vehicles, requests, pairs }
  const drives = pairs.map(() => 300)
  const [match] = matchPairs(round, drives, rules)
  expect(match && vehicles[match.vehicle]?.vehicleId).toBe('b')
  expect(match && partsOf(round, match, drives, rules).cover).toBeGreaterThan(0)
})

it('vehicles that may get nothing do not count as near, and a vehicle alone counts as covered after ten minutes', () => {
  const busy = { ...vehicle('busy'), status: 'occupied' as const, freeIn: null }
  const off = { ...vehicle('off'), status: 'maintenance' as const }
  const [first, second] = withCover([vehicle('only'), busy, off], rules)
  expect(first?.cover).toBe(600)
  expect(second?.cover).toBeUndefined()
})

it('a busy vehicle that is free soon by the estimate counts as near where it will be free, and is matched with nothing', () => {
  const soon = (freeIn: number) => ({
    ...{ ...vehicle('soon'), status: 'occupied' as const, freeIn: null, place: { ...place, longitude: -98 } },
    next: { place, freeIn },
  })
  const idleOnly = { ...rules, freeWithin: 0 }
  const coverOf = (freeIn: number) => createCover([vehicle('only'), soon(freeIn)], idleOnly)(0)
  expect(coverOf(120)).toBe((120 + 600 + 600) / 3)
  expect(coverOf(300)).toBe((300 + 600 + 600) / 3)
  expect(coverOf(700)).toBe(600)
  expect(
    pairsOf([vehicle('only'), soon(120)], [request('one')], idleOnly).map((pair) => pair.vehicle),
  ).toEqual([0])
})

it('no service is too late, too old or too far for the only vehicle within the longest arrival', () => {
  for (const some of [{ windowEnd: -20_000 }, { age: 20_000 }, { age: 20_000, windowEnd: 1 }])
    expect(vehiclesFor([request('only', some)], { far: [899] }), JSON.stringify(some)).toEqual(['far'])
  expect(vehiclesFor([request('only')], { far: [901] })).toEqual([null])
})

it('a vehicle whose shift ends before the pickup gets nothing; an end during the service only costs', () => {
  const chosenWith = (shiftEndsIn: number, more: Partial<EngineRequest> = {}, freeIn = 0) => {
    const vehicles = [{ ...vehicle('only'), freeIn, driver: { reasons: [], shiftEndsIn } }]
    const requests = [request('one', more)]
    const pairs = pairsOf(vehicles, requests, rules)
    const round = { vehicles, requests, pairs }
    const drives = pairs.map(() => 300)
    const [match] = matchPairs(round, drives, rules)
    return match ? (partsOf(round, match, drives, rules).shift_risk ?? match) : null
  }
  expect(chosenWith(299)).toBeNull()
  expect(chosenWith(301)).toBe((600 - 301) * rules.weights.shiftRisk)
  // From when a busy vehicle is free, and not before the window begins.
  expect(chosenWith(420, {}, 121)).toBeNull()
  expect(chosenWith(800, { windowStart: 801 })).toBeNull()
  expect(chosenWith(1_102, { windowStart: 801 })).toEqual(expect.objectContaining({ arrival: 300 }))
})
