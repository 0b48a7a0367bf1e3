import { expect, it } from 'vitest'
import type { EngineRequest, EngineVehicle } from './dispatch.constraints.rules.ts'
import { presets } from './dispatch.cost.rules.ts'
import { matchPairs, pairsOf, type RoundRules } from './dispatch.round.rules.ts'

const rules: RoundRules = {
  requiresShift: false,
  freeWithin: 600,
  weights: presets.fastest_pickup,
  compared: 30,
  longestArrival: 900,
}
const place = { latitude: 19.4, longitude: -99.1 }
const vehicle = (vehicleId: string): EngineVehicle => ({
  vehicleId,
  type: 'sedan',
  status: 'active',
  seats: 4,
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
  needs: { vehicleType: null, seats: 0, skills: [] },
  rejectedBy: new Set(),
  reservedFor: null,
  ...more,
})

/** The vehicle of each request, by drives in seconds of the vehicles to each request. */
function vehiclesFor(requests: EngineRequest[], drives: Record<string, number[]>) {
  const vehicles = Object.keys(drives).map(vehicle)
  const pairs = pairsOf(vehicles, requests, rules)
  const seconds = pairs.map(
    (pair) => drives[vehicles[pair.vehicle]?.vehicleId ?? '']?.[pair.request] ?? Number.NaN,
  )
  const matches = matchPairs({ vehicles, requests, pairs }, seconds, rules)
  return matches.map((match) => (match ? vehicles[match.vehicle]?.vehicleId : null))
}

it('a service that has waited long keeps the near vehicle, although a young one would save more by it', () => {
  const drives = { near: [100, 60], far: [300, 320] }
  expect(vehiclesFor([request('older'), request('younger')], drives)).toEqual(['far', 'near'])
  expect(vehiclesFor([request('older', { age: 300 }), request('younger')], drives)).toEqual(['near', 'far'])
})

it('no service is too late, too old or too far for the only vehicle within the longest arrival', () => {
  for (const some of [{ windowEnd: -20_000 }, { age: 20_000 }, { age: 20_000, windowEnd: 1 }])
    expect(vehiclesFor([request('only', some)], { far: [899] }), JSON.stringify(some)).toEqual(['far'])
  expect(vehiclesFor([request('only')], { far: [901] })).toEqual([null])
})
