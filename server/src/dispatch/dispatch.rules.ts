import { advisoryReasons, type Candidate, type exclusionReasons } from '@rumbo/contract/dispatch.contract'
import type { Coordinates } from '@rumbo/geo'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import {
  type Asked,
  anyService,
  type EngineRequest,
  type EngineVehicle,
  endsBeforePickup,
  exclusionsOf,
} from './engine/dispatch.constraints.rules.ts'
import { type CostParts, type CostWeights, costOf } from './engine/dispatch.cost.rules.ts'
import { NearestIndex } from './engine/dispatch.nearest-index.ts'

export interface CandidateVehicle extends EngineVehicle {
  vehicleNumber: string
  plateNumber: string
}

/** A vehicle's estimated arrival at the pickup. */
export interface Arrival {
  seconds: number
  isEstimate: boolean
}

/** How the fleet of a service is dispatched. */
export interface CandidateRules {
  requiresShift: boolean
  weights: CostWeights
}

const unknown = Number.POSITIVE_INFINITY

/** Number of eligible vehicles ranked by cost: the nearest in a straight line. The others follow them. */
export const maxCompared = 50

type Reason = (typeof exclusionReasons)[number]
const isAdvisory = (reason: Reason) => (advisoryReasons as readonly Reason[]).includes(reason)

/**
 * Why the engine would not choose the vehicle, as far as no road is needed to know. A person may assign a busy vehicle
 * only once it is free.
 */
const reasonsOf = (vehicle: EngineVehicle, request: Asked, { requiresShift }: CandidateRules) =>
  exclusionsOf(vehicle, request, { requiresShift, freeWithin: 0 })

/** A vehicle of the fleet with its position, and its straight-line distance from the pickup in metres. */
export interface NearVehicle {
  vehicleId: string
  place: Coordinates
  /** 0: the engine may choose it; 1: a person may; 2: nobody. */
  rank: 0 | 1 | 2
  metres: number
}

const rankOf = (reasons: readonly Reason[]): NearVehicle['rank'] =>
  reasons.length === 0 ? 0 : reasons.every(isAdvisory) ? 1 : 2

const ranksOf = (vehicles: readonly CandidateVehicle[], request: Asked, rules: CandidateRules) =>
  vehicles.map((vehicle) => rankOf(reasonsOf(vehicle, request, rules)))

/** Vehicles with a position, assignable ones first, each group nearest first. */
export function nearestVehicles(
  vehicles: readonly CandidateVehicle[],
  request: EngineRequest,
  rules: CandidateRules,
): NearVehicle[] {
  const ranks = ranksOf(vehicles, request, rules)
  return vehicles
    .flatMap(({ vehicleId, place }, at) =>
      place === null
        ? []
        : { vehicleId, place, rank: ranks[at] ?? 2, metres: distanceMetres(place, request.pickup) },
    )
    .sort((a, b) => a.rank - b.rank || a.metres - b.metres)
}

/**
 * `nearestVehicles` for many requests: those that need nothing special, and that nobody rejected or reserved a vehicle
 * for, share an index with those in the same zones.
 * @returns the first `limit` of them
 */
export function indexNearest(vehicles: readonly CandidateVehicle[], rules: CandidateRules) {
  const reserved = new Set(vehicles.flatMap(({ reservedServices = [] }) => reservedServices))
  const isPlain = ({ needs, rejectedBy, serviceId }: EngineRequest) =>
    rejectedBy.size + needs.seats + needs.loadKg + needs.loadM3 + needs.skills.length === 0 &&
    needs.vehicleType === null &&
    !reserved.has(serviceId)
  const byZones = new Map<string, [NearestIndex, NearestIndex, NearestIndex]>()
  /** By rank, for requests without a window. */
  function indexesFor({ zones }: EngineRequest) {
    const key = zones?.join() ?? ''
    const known = byZones.get(key)
    if (known) return known
    const ranks = ranksOf(vehicles, { ...anyService, zones }, rules)
    const indexOf = (rank: NearVehicle['rank']) =>
      new NearestIndex(
        vehicles.flatMap(({ place }, member) =>
          place !== null && ranks[member] === rank ? [{ place, member }] : [],
        ),
      )
    const indexes: [NearestIndex, NearestIndex, NearestIndex] = [indexOf(0), indexOf(1), indexOf(2)]
    byZones.set(key, indexes)
    return indexes
  }
  return (request: EngineRequest, limit: number): NearVehicle[] => {
    if (!isPlain(request)) return nearestVehicles(vehicles, request, rules).slice(0, limit)
    const [free, byPeople, others] = indexesFor(request)
    const { pickup } = request
    const found: NearVehicle[] = []
    const add = (rank: NearVehicle['rank'], members: readonly number[]) => {
      const near = members.flatMap((member): NearVehicle[] => {
        const { vehicleId, place } = vehicles[member] as CandidateVehicle
        return place ? [{ vehicleId, place, rank, metres: distanceMetres(place, pickup) }] : []
      })
      near.sort((a, b) => a.metres - b.metres)
      found.push(...near.slice(0, limit - found.length))
    }
    const isEnding = (member: number) => endsBeforePickup(vehicles[member] as CandidateVehicle, request, 0)
    add(
      0,
      free.nearest(pickup, limit, (member) => !isEnding(member)),
    )
    // Those whose shift ends before the window only a person may assign.
    if (found.length < limit)
      add(1, [...byPeople.nearest(pickup, limit), ...free.nearest(pickup, limit, isEnding)])
    if (found.length < limit) add(2, others.nearest(pickup, limit))
    return found
  }
}

/**
 * The first of `rankCandidates`, for which only the nearest vehicles, and those without a position, need to be ranked.
 * @param arrivals of the `maxCompared` nearest vehicles
 */
export function bestCandidate(
  vehicles: readonly CandidateVehicle[],
  request: EngineRequest,
  arrivals: ReadonlyMap<string, Arrival>,
  rules: CandidateRules,
): Candidate | undefined {
  const few = vehicles.filter(({ vehicleId, place }) => place === null || arrivals.has(vehicleId))
  let best: Ranked | undefined
  for (const ranked of rankedOf(few, request, arrivals, rules))
    if (!best || inOrder(ranked, best) < 0) best = ranked
  return best && candidateOf(best)
}

/**
 * Ranks a fleet's vehicles for a service by the rules of the engine: those it may choose by cost, then those only a
 * person may assign, then the others, each with its reasons.
 * @param arrivals by vehicle; vehicles without one follow, ranked by distance
 */
export const rankCandidates = (
  vehicles: readonly CandidateVehicle[],
  request: EngineRequest,
  arrivals: ReadonlyMap<string, Arrival>,
  rules: CandidateRules,
): Candidate[] => rankedOf(vehicles, request, arrivals, rules).sort(inOrder).map(candidateOf)

interface Ranked {
  vehicle: CandidateVehicle
  reasons: Reason[]
  rank: NearVehicle['rank']
  /** As `nearestVehicles` ranks it, which knows no arrivals. */
  nearRank: NearVehicle['rank']
  metres: number | null
  arrival: Arrival | undefined
  priced: ReturnType<typeof costOf> | null
  parts: CostParts
  /** Rounded, as shown. */
  cost: number
  /** Whether it is among the nearest `maxCompared` of its rank and the ranks before. */
  isCompared: boolean
}

function rankedOf(
  vehicles: readonly CandidateVehicle[],
  request: EngineRequest,
  arrivals: ReadonlyMap<string, Arrival>,
  rules: CandidateRules,
): Ranked[] {
  const all = vehicles.map((vehicle): Ranked => {
    const arrival = arrivals.get(vehicle.vehicleId)
    const known = reasonsOf(vehicle, request, rules)
    const isLateEnd =
      arrival !== undefined &&
      !known.includes('shift_ends') &&
      endsBeforePickup(vehicle, request, arrival.seconds)
    const reasons = isLateEnd ? [...known, 'shift_ends' as const] : known
    const parts: CostParts = {}
    const priced = arrival ? costOf(vehicle, request, arrival.seconds, rules.weights, parts) : null
    return {
      vehicle,
      reasons,
      rank: rankOf(reasons),
      nearRank: rankOf(known),
      arrival,
      priced,
      parts,
      isCompared: false,
      metres: vehicle.place && distanceMetres(vehicle.place, request.pickup),
      cost: priced ? Math.round(priced.cost) : unknown,
    }
  })
  const placed = all.filter(({ metres }) => metres !== null)
  if (placed.length > maxCompared)
    placed.sort((a, b) => a.nearRank - b.nearRank || order(a.metres ?? unknown, b.metres ?? unknown))
  for (const ranked of placed.slice(0, maxCompared)) ranked.isCompared = true
  return all
}

function candidateOf({ vehicle, reasons, rank, metres, arrival, priced, parts }: Ranked): Candidate {
  const { vehicleId, vehicleNumber, plateNumber, type, status, place } = vehicle
  return {
    vehicleId,
    vehicleNumber,
    plateNumber,
    type,
    status,
    reasons,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    distanceMetres: metres === null ? null : Math.round(metres),
    arrivalSeconds: arrival ? Math.round(arrival.seconds) : null,
    isEstimate: arrival?.isEstimate ?? true,
    isEligible: rank < 2,
    cost: priced && Math.round(priced.cost),
    parts: Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, Math.round(part)])),
  }
}

const byNumber = new Intl.Collator('es', { numeric: true })
const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
const inOrder = (a: Ranked, b: Ranked): number =>
  a.rank - b.rank ||
  Number(b.isCompared) - Number(a.isCompared) ||
  order(a.cost, b.cost) ||
  order(Math.round(a.metres ?? unknown), Math.round(b.metres ?? unknown)) ||
  byNumber.compare(a.vehicle.vehicleNumber, b.vehicle.vehicleNumber)
