import {
  type ConstraintRules,
  type CostedVehicle,
  type EngineRequest,
  type EngineVehicle,
  endsBeforePickup,
} from './dispatch.constraints.rules.ts'
import { type CostParts, type CostWeights, costOf } from './dispatch.cost.rules.ts'
import { costedOf } from './dispatch.costed-vehicles.ts'
import { matchAtLeastCost } from './dispatch.matching.rules.ts'
import { NearestIndex } from './dispatch.nearest-index.ts'
import { type Permits, permitsOf } from './dispatch.permits.rules.ts'

/** A busy vehicle gets a reservation if it is free within this time. */
export const freeWithinSeconds = 660

export interface RoundRules extends ConstraintRules {
  weights: CostWeights
  /** The nearest vehicles compared for a service, of the idle and of the busy ones each. */
  compared: number
  /** The longest time until the pickup, in seconds; further vehicles get nothing. */
  longestArrival: number
}

/** A vehicle that may serve a request: indexes into the lists of a round. */
export interface Pair {
  vehicle: number
  request: number
}

/** What a round matches, with the pairs it compares. */
export interface Round {
  vehicles: readonly EngineVehicle[]
  requests: readonly EngineRequest[]
  pairs: readonly Pair[]
}
/** A round with what its costs depend on. */
export interface CostedRound extends Round {
  costed: (vehicle: number) => CostedVehicle
}

/** The vehicles to compare for each request: permitted by the hard constraints, and the nearest of those. */
export function pairsOf(
  vehicles: readonly EngineVehicle[],
  requests: readonly EngineRequest[],
  rules: RoundRules,
  permits: Permits = permitsOf(vehicles, rules),
): Pair[] {
  const placed = permits.members.flatMap((member) => {
    const { place, freeIn } = vehicles[member] as EngineVehicle
    return place === null ? [] : { place, member, isIdle: freeIn === 0 }
  })
  const indexes = [placed.filter(({ isIdle }) => isIdle), placed.filter(({ isIdle }) => !isIdle)].map(
    (part) => new NearestIndex(part),
  )
  return requests.flatMap((request, at) => {
    const accepts = permits.of(request)
    const near = indexes.flatMap((index) => index.nearest(request.pickup, rules.compared, accepts))
    return withGiven(near, vehicles, request).map((vehicle) => ({ vehicle, request: at }))
  })
}

function withGiven(
  near: number[],
  vehicles: readonly EngineVehicle[],
  { comparedWith }: EngineRequest,
): number[] {
  if (comparedWith === undefined) return near
  const given = vehicles.findIndex(({ vehicleId, place }) => vehicleId === comparedWith && place !== null)
  return given < 0 || near.includes(given) ? near : [...near, given]
}

/** The vehicle of a request with what it costs. */
export interface Match {
  vehicle: number
  request: number
  /** Index of the pair. */
  pair: number
  cost: number
  /** Seconds until the vehicle is at the pickup. */
  arrival: number
}

/** A request that stays without a vehicle costs this many times the longest arrival, and more than any of its vehicles. */
const skipFactor = 4

/**
 * What the given pairs cost, the cheapest first; without those beyond the longest arrival, or whose driver's shift ends
 * before it.
 * @param drives by pair, seconds by road from the vehicle's place to the pickup; not finite where no road leads there
 */
export function pricePairs(
  { vehicles, requests, pairs, costed }: CostedRound,
  indexes: readonly number[],
  drives: ArrayLike<number>,
  rules: RoundRules,
): Match[] {
  const matches: Match[] = []
  for (const at of indexes) {
    const drive = drives[at] ?? Number.NaN
    if (!Number.isFinite(drive)) continue
    const { vehicle, request } = pairs[at] as Pair
    const one = costed(vehicle)
    const asked = requests[request] as EngineRequest
    const { cost, arrival } = costOf(one, asked, drive, rules.weights)
    const isInTime = arrival <= rules.longestArrival && !endsBeforePickup(one, asked, drive)
    const isGiven = asked.comparedWith !== undefined && vehicles[vehicle]?.vehicleId === asked.comparedWith
    if (isInTime || isGiven) matches.push({ vehicle, request, pair: at, cost, arrival })
  }
  return matches.sort((a, b) => a.cost - b.cost)
}

/** The parts of what a match costs. */
export function partsOf(
  { vehicles, requests }: Pick<Round, 'vehicles' | 'requests'>,
  { vehicle, request, pair }: Match,
  drives: ArrayLike<number>,
  { weights }: Pick<RoundRules, 'weights'>,
): CostParts {
  const parts: CostParts = {}
  const drive = drives[pair] as number
  costOf(vehicles[vehicle] as EngineVehicle, requests[request] as EngineRequest, drive, weights, parts)
  return parts
}

/** The vehicles of these pairs whose driver's shift ends before the pickup, at the arrival that is known. */
export function endingAmong(
  { requests, pairs, costed }: CostedRound,
  indexes: readonly number[],
  drives: ArrayLike<number>,
): Set<number> {
  const ending = new Set<number>()
  for (const at of indexes) {
    const { vehicle, request } = pairs[at] as Pair
    const drive = drives[at] as number
    if (!Number.isFinite(drive)) continue
    if (endsBeforePickup(costed(vehicle), requests[request] as EngineRequest, drive)) ending.add(vehicle)
  }
  return ending
}

/** Indexes of the pairs of each request. */
export function pairsByRequest({ requests, pairs }: Pick<Round, 'requests' | 'pairs'>): number[][] {
  const byRequest: number[][] = requests.map(() => [])
  for (const [at, { request }] of pairs.entries()) byRequest[request]?.push(at)
  return byRequest
}

/**
 * Chooses among the priced pairs, of each request the cheapest first, at the least total cost, each vehicle at most once.
 * @param vehicles their number
 * @returns by request; null where it gets none
 */
export function matchPriced(
  byRequest: readonly (readonly Match[])[],
  vehicles: number,
  rules: RoundRules,
): (Match | null)[] {
  const start = new Int32Array(byRequest.length + 1)
  for (const [at, edges] of byRequest.entries()) start[at + 1] = (start[at] as number) + edges.length
  const column = new Int32Array(start[byRequest.length] as number)
  const cost = new Float64Array(column.length)
  let edge = 0
  for (const edges of byRequest)
    for (const match of edges) {
      column[edge] = match.vehicle
      cost[edge] = match.cost
      edge += 1
    }
  const leastSkip = rules.longestArrival * skipFactor * (1 + rules.weights.empty)
  const columns = matchAtLeastCost({
    columns: vehicles,
    start,
    column,
    cost,
    skip: Float64Array.from(byRequest, (edges) => Math.max(leastSkip, (edges.at(-1)?.cost ?? 0) + 1)),
  })
  return byRequest.map((edges, request) => edges.find(({ vehicle }) => vehicle === columns[request]) ?? null)
}

/**
 * Matches requests and vehicles at the least total cost, each vehicle at most once.
 * @param drives by pair, seconds by road from the vehicle's place to the pickup; not finite where no road leads there
 * @returns by request; null where it gets none
 */
export function matchPairs(round: Round, drives: ArrayLike<number>, rules: RoundRules): (Match | null)[] {
  const costedRound = { ...round, costed: costedOf(round.vehicles) }
  const priced = pairsByRequest(round).map((members) => pricePairs(costedRound, members, drives, rules))
  return matchPriced(priced, round.vehicles.length, rules)
}
