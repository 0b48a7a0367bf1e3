import type { EngineRequest, EngineVehicle } from '@rumbo/server/dispatch/engine/dispatch.constraints.rules'
import { presets } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import {
  freeWithinSeconds,
  matchRound,
  pairsOf,
  type RoundRules,
} from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import Flatbush from 'flatbush'
import { atMost, type Metric, recorded, report } from './harness/report.ts'

// One round of the engine with 5,000 vehicles and 1,000 open services, without the road engine: choosing the pairs,
// and matching them. Drives are straight lines at 30 km/h.
const vehicleCount = 5_000
const serviceCount = 1_000
const rounds = 20
const metresPerDegree = 111_320

function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const percentile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const random = randomFrom(7)
/** Within about 30 km. */
const place = () => ({ latitude: 19.3 + random() * 0.27, longitude: -99.25 + random() * 0.27 })
const rules: RoundRules = {
  requiresShift: false,
  freeWithin: freeWithinSeconds,
  weights: presets.fastest_pickup,
  compared: 30,
  longestArrival: 900,
}

function oneRound() {
  const vehicles = Array.from({ length: vehicleCount }, (_, at): EngineVehicle => {
    const isBusy = random() < 0.6
    return {
      vehicleId: String(at),
      type: 'sedan',
      status: isBusy ? 'occupied' : 'active',
      seats: 4,
      skills: [],
      place: place(),
      fixAgeMs: 0,
      freeIn: isBusy ? random() * 1_500 : 0,
      idle: 0,
      driver: null,
    }
  })
  const requests = Array.from(
    { length: serviceCount },
    (_, at): EngineRequest => ({
      serviceId: String(at),
      pickup: place(),
      age: random() * 300,
      priority: 2,
      windowStart: null,
      windowEnd: null,
      duration: 900,
      needs: { vehicleType: null, seats: 0, skills: [] },
      rejectedBy: new Set(),
      reservedFor: null,
    }),
  )
  const startedAt = performance.now()
  const pairs = pairsOf(vehicles, requests, rules)
  const chosenAt = performance.now()
  const drives = Float64Array.from(pairs, ({ vehicle, request }) => {
    const from = vehicles[vehicle]?.place
    const to = requests[request]?.pickup
    if (!from || !to) return Number.NaN
    return (
      (Math.hypot(from.latitude - to.latitude, (from.longitude - to.longitude) * 0.943) * metresPerDegree) /
      8.33
    )
  })
  const drivenAt = performance.now()
  const { matches } = matchRound(vehicles, requests, pairs, drives, rules)
  const matchedAt = performance.now()
  return {
    choose: chosenAt - startedAt,
    match: matchedAt - drivenAt,
    whole: matchedAt - startedAt,
    pairs: pairs.length,
    matched: matches.length,
  }
}

oneRound()
const runs = Array.from({ length: rounds }, oneRound)
const metrics: Record<string, Metric> = {
  'one round: p95': atMost(
    percentile(
      runs.map(({ whole }) => whole),
      0.95,
    ),
    'ms',
    1_000,
  ),
  'choosing pairs: p95': recorded(
    percentile(
      runs.map(({ choose }) => choose),
      0.95,
    ),
    'ms',
  ),
  'matching: p95': recorded(
    percentile(
      runs.map(({ match }) => match),
      0.95,
    ),
    'ms',
  ),
  pairs: recorded(runs[0]?.pairs ?? 0, ''),
  'services with a vehicle': recorded(runs[0]?.matched ?? 0, ''),
}

const index = new Flatbush(100_000)
for (let at = 0; at < 100_000; at += 1) {
  const { latitude, longitude } = place()
  index.add(longitude, latitude, longitude, latitude)
}
index.finish()
const lookUps = Array.from({ length: 2_000 }, () => {
  const { latitude, longitude } = place()
  const startedAt = performance.now()
  index.neighbors(longitude, latitude, 20)
  return performance.now() - startedAt
})
metrics['nearest 20 of 100,000: p95'] = atMost(percentile(lookUps, 0.95), 'ms', 1)
metrics['memory'] = recorded(process.memoryUsage().rss / 2 ** 20, 'MiB')
report('dispatch-scale', metrics)
