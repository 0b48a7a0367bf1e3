import type { EngineRequest, EngineVehicle } from '@rumbo/server/dispatch/engine/dispatch.constraints.rules'
import type { CostWeights } from '@rumbo/server/dispatch/engine/dispatch.cost.rules'
import { withCover } from '@rumbo/server/dispatch/engine/dispatch.cover.rules'
import { roundSeconds } from '@rumbo/server/dispatch/engine/dispatch.engine'
import { matchPairs, pairsOf, type RoundRules } from '@rumbo/server/dispatch/engine/dispatch.round.rules'
import type { Manhattan } from './manhattan.ts'

const patience = 300
const longestArrival = 900
/** With an idle vehicle this near, in seconds, and nobody waiting, a request is matched at once. */
const immediateWithin = 180
const unreachable = 65_535

export interface Policy {
  name: string
  /** Straight line or road: first come first served. */
  nearest?: 'line' | 'road'
  /** Seconds ahead that a busy vehicle counts. */
  freeWithin: number
  hasSwaps: boolean
  isImmediate: boolean
  weights: CostWeights
}

/** Times are in seconds from the start of the simulation, places are nodes. */
export interface SimulatedRequest {
  at: number
  from: number
  to: number
}
interface Request extends SimulatedRequest {
  id: string
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
  /** The drive of an idle vehicle to another place, which a request may end at any time. */
  move: { to: number; since: number; until: number; way: { node: number; seconds: number }[] } | null
}

/** What repositioning sees of a vehicle. */
export interface StandingVehicle {
  node: number
  /** Seconds until it is free, or arrives where it was moved to; 0: it stands idle. */
  freeIn: number
  isMoving: boolean
}
export interface Repositioning {
  everySeconds: number
  /** @returns the moves of vehicles, by index, to nodes */
  movesOf(vehicles: readonly StandingVehicle[], now: number): { vehicle: number; to: number }[]
}

export interface Simulation {
  policy: Policy
  /** The places of the vehicles at the start. */
  vehicles: readonly number[]
  requests: readonly SimulatedRequest[]
  /** Until when requests arrive. */
  end: number
  hourAt(now: number): number
  repositioning?: Repositioning
}

interface Outcome {
  served: number
  wait: number
  p95: number
  /** Seconds to the pickup, by served request. */
  empty: number
  /** Metres of all drives without a passenger, with those of repositioning, by served request. */
  emptyMetres: number
  moves: number
  moveMetres: number
  reassignedPer100: number
  fairness: number
  slowestRoundMs: number
}

/** Drives vehicles through the streets and dispatches them with the rules of the product. */
export function simulate(
  map: Manhattan,
  { policy, vehicles: places, requests: arriving, end, hourAt, repositioning }: Simulation,
): Outcome {
  const nodes = map.latitude.length
  const timeAt = (now: number, from: number, to: number) =>
    map.times(hourAt(now))[from * nodes + to] as number
  const place = (node: number) => ({
    latitude: map.latitude[node] as number,
    longitude: map.longitude[node] as number,
  })
  const vehicles: Vehicle[] = places.map((node, at) => ({
    id: `v${at}`,
    node,
    freeAt: 0,
    idleSince: 0,
    next: null,
    busySeconds: 0,
    idleSeconds: 0,
    move: null,
  }))
  const all: Request[] = arriving.map((request, at) => ({
    ...request,
    id: `r${at}`,
    vehicle: null,
    isReserved: false,
    pickedUpAt: null,
    hasLeft: false,
    reassigned: 0,
  }))
  const arrivals = new Map<number, Request[]>()
  for (const request of all) {
    const others = arrivals.get(request.at)
    if (others) others.push(request)
    else arrivals.set(request.at, [request])
  }
  let emptySeconds = 0
  let emptyMetres = 0
  let moveMetres = 0
  let moves = 0
  let slowestRoundMs = 0
  const waiting = new Set<Request>()

  /** Brings a moving vehicle to the last node of its way that it has reached by now. */
  const advance = (vehicle: Vehicle, now: number) => {
    const { move } = vehicle
    if (!move) return
    const reached = move.way.findLast(({ seconds }) => seconds <= now - move.since)?.node ?? vehicle.node
    const metres = map.metres(vehicle.node, reached)
    emptyMetres += metres
    moveMetres += metres
    vehicle.node = reached
    if (now >= move.until) vehicle.move = null
  }
  const begin = (vehicle: Vehicle, request: Request, now: number) => {
    advance(vehicle, now)
    vehicle.move = null
    const drive = timeAt(now, vehicle.node, request.from)
    const trip = timeAt(now + drive, request.from, request.to)
    emptySeconds += drive
    emptyMetres += map.metres(vehicle.node, request.from)
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
  const reposition = ({ movesOf }: Repositioning, now: number) => {
    for (const vehicle of vehicles) advance(vehicle, now)
    const seen = vehicles.map(({ node, freeAt, move, next }) => ({
      node: move?.to ?? next?.to ?? node,
      freeIn:
        (move?.until ?? Math.max(now, freeAt)) -
        now +
        (next ? timeAt(now, node, next.from) + timeAt(now, next.from, next.to) : 0),
      isMoving: move !== null,
    }))
    for (const { vehicle: at, to } of movesOf(seen, now)) {
      const vehicle = vehicles[at] as Vehicle
      const drive = timeAt(now, vehicle.node, to)
      if (vehicle.freeAt > now || vehicle.move || drive === 0 || drive === unreachable)
        throw new Error(`Vehicle ${at} cannot move now.`)
      vehicle.move = { to, since: now, until: now + drive, way: map.way(hourAt(now), vehicle.node, to) }
      moves += 1
    }
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
    loadKg: null,
    loadM3: null,
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
    duration: timeAt(now, request.from, request.to),
    needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
    rejectedBy: new Set(),
    reservedFor: request.isReserved ? (request.vehicle?.id ?? null) : null,
  })
  const round = (fleet: readonly Vehicle[], requests: readonly Request[], now: number) => {
    const startedAt = performance.now()
    for (const vehicle of fleet) advance(vehicle, now)
    const engineVehicles = withCover(
      fleet.map((vehicle) => engineVehicle(vehicle, now)),
      rules,
    )
    const engineRequests = requests.map((request) => engineRequest(request, now))
    const pairs = pairsOf(engineVehicles, engineRequests, rules)
    const drives = Float64Array.from(pairs, ({ vehicle, request }) => {
      const seconds = timeAt(now, (fleet[vehicle] as Vehicle).node, (requests[request] as Request).from)
      return seconds === unreachable ? Number.NaN : seconds
    })
    const compared = { vehicles: engineVehicles, requests: engineRequests, pairs }
    const matches = matchPairs(compared, drives, rules)
    slowestRoundMs = Math.max(slowestRoundMs, performance.now() - startedAt)
    return matches.flatMap((match) =>
      match
        ? [{ vehicle: fleet[match.vehicle] as Vehicle, request: requests[match.request] as Request }]
        : [],
    )
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
  const matchBatch = (now: number) => {
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
    } else if (now % roundSeconds === 0 && waiting.size > 0) matchBatch(now)
    for (const request of waiting)
      if (!request.isReserved && now - request.at >= patience) {
        request.hasLeft = true
        waiting.delete(request)
      }
    if (repositioning && now < end && now % repositioning.everySeconds === 0) reposition(repositioning, now)
    if (now > end && waiting.size === 0) break
  }
  for (const vehicle of vehicles) advance(vehicle, end + 7200)
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
    emptyMetres: emptyMetres / waits.length,
    moves,
    moveMetres: moveMetres / waits.length,
    reassignedPer100: (100 * all.reduce((sum, { reassigned }) => sum + reassigned, 0)) / waits.length,
    fairness: Math.sqrt(mean(idle.map((value) => (value - average) ** 2))) / Math.max(1, average),
    slowestRoundMs,
  }
}
