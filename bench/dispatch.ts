import type { EngineRequest, EngineVehicle } from '@rumbo/server/dispatch/engine/dispatch.constraints.rules'
import { type CostWeights, presets } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import {
  freeWithinSeconds,
  matchRound,
  pairsOf,
  type RoundRules,
} from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import { type Manhattan, openManhattan } from './harness/manhattan.ts'
import { atLeast, atMost, type Metric, recorded, report } from './harness/report.ts'

// The product's own matching and rules on the streets of Manhattan, with 300 vehicles and random requests from 13:00 to
// 17:00. Demand is chosen so that the first four policies come near the published figures of their kind.

const vehiclesCount = 300
const firstHour = 13
const hours = 4
/** Trips last this long at most, in seconds. */
const longestTrip = 1800
const patience = 300
const longestArrival = 900
const batchSeconds = 15
/** With an idle vehicle this near, in seconds, and nobody waiting, a request is matched at once. */
const immediateWithin = 180
const unreachable = 65_535

interface Policy {
  name: string
  /** Straight line or road: first come first served. */
  nearest?: 'line' | 'road'
  /** Seconds ahead that a busy vehicle counts. */
  freeWithin: number
  hasSwaps: boolean
  isImmediate: boolean
  weights: CostWeights
}

interface Request {
  id: string
  at: number
  from: number
  to: number
  vehicle: Vehicle | null
  isReserved: boolean
  pickedUpAt: number | null
  hasLeft: boolean
  reassigned: number
}
interface Vehicle {
  id: string
  node: number
  freeAt: number
  idleSince: number
  next: Request | null
  busySeconds: number
  idleSeconds: number
}

/** Park and Miller's generator; the same requests for every policy. */
function generator(seed: number) {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

interface Outcome {
  served: number
  wait: number
  p95: number
  empty: number
  reassignedPer100: number
  fairness: number
  slowestRoundMs: number
}

function simulate(map: Manhattan, policy: Policy, perHour: number, seed: number): Outcome {
  const random = generator(seed)
  const nodes = map.latitude.length
  const end = hours * 3600
  const timeAt = (now: number, from: number, to: number) =>
    map.times(firstHour + Math.min(hours - 1, Math.floor(now / 3600)))[from * nodes + to] as number
  const place = (node: number) => ({
    latitude: map.latitude[node] as number,
    longitude: map.longitude[node] as number,
  })
  const somewhere = () => Math.floor(random() * nodes)
  const vehicles: Vehicle[] = Array.from({ length: vehiclesCount }, (_, at) => ({
    id: `v${at}`,
    node: somewhere(),
    freeAt: 0,
    idleSince: 0,
    next: null,
    busySeconds: 0,
    idleSeconds: 0,
  }))
  const arrivals = new Map<number, Request[]>()
  const all: Request[] = []
  for (let time = 0; ; ) {
    time += (-Math.log(1 - random()) * 3600) / perHour
    if (time >= end) break
    let from = somewhere()
    let to = somewhere()
    while (from === to || timeAt(0, from, to) > longestTrip) {
      from = somewhere()
      to = somewhere()
    }
    const request: Request = {
      id: `r${all.length}`,
      at: Math.floor(time),
      from,
      to,
      vehicle: null,
      isReserved: false,
      pickedUpAt: null,
      hasLeft: false,
      reassigned: 0,
    }
    all.push(request)
    arrivals.set(request.at, [...(arrivals.get(request.at) ?? []), request])
  }
  let emptySeconds = 0
  let slowestRoundMs = 0
  const waiting = new Set<Request>()

  const begin = (vehicle: Vehicle, request: Request, now: number) => {
    const drive = timeAt(now, vehicle.node, request.from)
    const trip = timeAt(now + drive, request.from, request.to)
    emptySeconds += drive
    vehicle.idleSeconds += now - vehicle.idleSince
    vehicle.busySeconds += drive + trip
    vehicle.next = null
    vehicle.node = request.to
    vehicle.freeAt = now + drive + trip
    vehicle.idleSince = vehicle.freeAt
    request.vehicle = vehicle
    request.isReserved = false
    request.pickedUpAt = now + drive
    waiting.delete(request)
  }
  const rules: RoundRules = {
    requiresShift: false,
    freeWithin: policy.freeWithin,
    weights: policy.weights,
    compared: 30,
    longestArrival,
  }
  const engineVehicle = (vehicle: Vehicle, now: number): EngineVehicle => ({
    vehicleId: vehicle.id,
    type: 'sedan',
    status: vehicle.freeAt <= now ? 'active' : 'occupied',
    seats: 4,
    skills: [],
    place: place(vehicle.node),
    fixAgeMs: 0,
    freeIn: Math.max(0, vehicle.freeAt - now),
    idle: Math.max(0, now - vehicle.idleSince),
    driver: null,
  })
  const engineRequest = (request: Request, now: number): EngineRequest => ({
    serviceId: request.id,
    pickup: place(request.from),
    age: now - request.at,
    priority: 2,
    windowStart: null,
    windowEnd: null,
    duration: 0,
    needs: { vehicleType: null, seats: 0, skills: [] },
    rejectedBy: new Set(),
    reservedFor: request.isReserved ? (request.vehicle?.id ?? null) : null,
  })
  const round = (fleet: readonly Vehicle[], requests: readonly Request[], now: number) => {
    const startedAt = performance.now()
    const engineVehicles = fleet.map((vehicle) => engineVehicle(vehicle, now))
    const engineRequests = requests.map((request) => engineRequest(request, now))
    const pairs = pairsOf(engineVehicles, engineRequests, rules)
    const drives = Float64Array.from(pairs, ({ vehicle, request }) => {
      const seconds = timeAt(now, (fleet[vehicle] as Vehicle).node, (requests[request] as Request).from)
      return seconds === unreachable ? Number.NaN : seconds
    })
    const { matches } = matchRound(engineVehicles, engineRequests, pairs, drives, rules)
    slowestRoundMs = Math.max(slowestRoundMs, performance.now() - startedAt)
    return matches.map(({ vehicle, request }) => ({
      vehicle: fleet[vehicle] as Vehicle,
      request: requests[request] as Request,
    }))
  }
  const nearestFirst = (now: number) => {
    for (const request of [...waiting]) {
      let best: Vehicle | null = null
      let least = Number.POSITIVE_INFINITY
      for (const vehicle of vehicles) {
        if (vehicle.freeAt > now) continue
        const drive = timeAt(now, vehicle.node, request.from)
        if (drive > longestArrival) continue
        const [a, b] = [place(vehicle.node), place(request.from)]
        const far =
          policy.nearest === 'road'
            ? drive
            : Math.hypot(a.latitude - b.latitude, (a.longitude - b.longitude) * 0.757)
        if (far < least) {
          least = far
          best = vehicle
        }
      }
      if (best) begin(best, request, now)
    }
  }

  for (let now = 0; now < end + 7200; now += 1) {
    let changed = false
    for (const vehicle of vehicles)
      if (vehicle.freeAt === now && now > 0) {
        changed = true
        if (vehicle.next) begin(vehicle, vehicle.next, now)
      }
    for (const request of arrivals.get(now) ?? []) {
      changed = true
      const isQueueEmpty = ![...waiting].some(({ isReserved }) => !isReserved)
      waiting.add(request)
      if (!policy.isImmediate || !isQueueEmpty) continue
      const idle = vehicles.filter(({ freeAt }) => freeAt <= now)
      const [match] = round(idle, [request], now)
      if (match && timeAt(now, match.vehicle.node, request.from) <= immediateWithin)
        begin(match.vehicle, request, now)
    }
    if (policy.nearest) {
      if (changed) nearestFirst(now)
    } else if (now % batchSeconds === 0 && waiting.size > 0) {
      const requests = [...waiting].filter(({ isReserved }) => policy.hasSwaps || !isReserved)
      const fleet = vehicles.filter(({ next }) => policy.hasSwaps || next === null)
      const before = new Map(requests.map((request) => [request, request.vehicle]))
      const matches = round(fleet, requests, now)
      for (const request of requests) {
        if (request.isReserved && request.vehicle) request.vehicle.next = null
        request.isReserved = false
        request.vehicle = null
      }
      for (const { vehicle, request } of matches) {
        const old = before.get(request)
        if (old && old !== vehicle) request.reassigned += 1
        if (vehicle.freeAt <= now) begin(vehicle, request, now)
        else {
          request.vehicle = vehicle
          request.isReserved = true
          vehicle.next = request
        }
      }
    }
    for (const request of waiting)
      if (!request.isReserved && now - request.at >= patience) {
        request.hasLeft = true
        waiting.delete(request)
      }
    if (now > end && waiting.size === 0) break
  }
  const waits = all
    .flatMap(({ pickedUpAt, at }) => (pickedUpAt === null ? [] : pickedUpAt - at))
    .sort((a, b) => a - b)
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const idle = vehicles.map(({ idleSeconds }) => idleSeconds / 60)
  const average = mean(idle)
  return {
    served: waits.length / all.length,
    wait: mean(waits),
    p95: waits[Math.floor(waits.length * 0.95)] ?? 0,
    empty: emptySeconds / waits.length,
    reassignedPer100: (100 * all.reduce((sum, { reassigned }) => sum + reassigned, 0)) / waits.length,
    fairness: Math.sqrt(mean(idle.map((value) => (value - average) ** 2))) / Math.max(1, average),
    slowestRoundMs,
  }
}

const weights = presets.fastest_pickup
const idleOnly = { freeWithin: 0, hasSwaps: false, isImmediate: false, weights }
/** The first four are compared with the engine, which is the last. */
const policies: Policy[] = [
  { ...idleOnly, name: 'nearest by straight line', nearest: 'line' },
  { ...idleOnly, name: 'nearest by road', nearest: 'road' },
  { ...idleOnly, name: 'batch, idle vehicles only' },
  { ...idleOnly, name: 'batch, free within 300 s', freeWithin: 300 },
  { ...idleOnly, name: 'batch, free within 300 s, swaps', freeWithin: 300, hasSwaps: true },
  ...Object.entries(presets).map(([preset, weights]) => ({
    name: `engine, ${preset}`,
    freeWithin: freeWithinSeconds,
    hasSwaps: true,
    isImmediate: true,
    weights,
  })),
]

const map = openManhattan()
const metrics: Record<string, Metric> = {}
for (const perHour of [1000, 600])
  for (const policy of policies) {
    const runs = [1, 2, 3].map((seed) => simulate(map, policy, perHour, seed))
    const mean = (pick: (outcome: Outcome) => number) =>
      runs.reduce((sum, run) => sum + pick(run), 0) / runs.length
    const label = `${perHour}/h, ${policy.name}`
    const hasAim = policy.name === 'engine, fastest_pickup'
    const isFull = perHour === 1000
    const served = 100 * mean((run) => run.served)
    const wait = mean((run) => run.wait)
    const empty = mean((run) => run.empty)
    metrics[`${label}: served`] = hasAim && isFull ? atLeast(served, '%', 99) : recorded(served, '%')
    metrics[`${label}: mean wait`] = hasAim ? atMost(wait, 's', isFull ? 370 : 160) : recorded(wait, 's')
    metrics[`${label}: p95 wait`] = recorded(
      mean((run) => run.p95),
      's',
    )
    metrics[`${label}: empty per trip`] = hasAim && isFull ? atMost(empty, 's', 160) : recorded(empty, 's')
    metrics[`${label}: reassigned per 100`] = recorded(
      mean((run) => run.reassignedPer100),
      '',
    )
    metrics[`${label}: variation of idle time`] = recorded(100 * mean((run) => run.fairness), '%')
    metrics[`${label}: slowest round`] = recorded(
      mean((run) => run.slowestRoundMs),
      'ms',
    )
  }
report('dispatch', metrics)
