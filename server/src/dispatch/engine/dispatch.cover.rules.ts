import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import {
  anyService,
  type ConstraintRules,
  type EngineVehicle,
  exclusionsOf,
} from './dispatch.constraints.rules.ts'
import type { CostWeights } from './dispatch.cost.rules.ts'
import { NearestIndex } from './dispatch.nearest-index.ts'
import { freeWithinSeconds } from './dispatch.round.rules.ts'

/** By straight line; the first of them in time count. */
const compared = 12
const counted = 3
/** Farther vehicles all count alike, in seconds. */
const mostSeconds = 600

type CoverRules = ConstraintRules & { weights: Pick<CostWeights, 'cover'> }

/** Where and when a vehicle that may get a service can begin it; null: it may get none. */
function startOf(vehicle: EngineVehicle, rules: ConstraintRules) {
  const { next } = vehicle
  const then = next ? { ...vehicle, ...next } : vehicle
  const { place, freeIn } = then
  const within = next ? { ...rules, freeWithin: freeWithinSeconds } : rules
  return place !== null && freeIn !== null && exclusionsOf(then, anyService, within).length === 0
    ? { place, freeIn }
    : null
}

/**
 * How long the next three vehicles that may get a service, on average, would need to where a vehicle is or will be free,
 * in seconds by the estimate: what its area loses with it. Computed for each vehicle when it is first asked for.
 * @returns by index of the vehicle; undefined for one that is busy for long, and where it weighs nothing
 */
export function createCover(
  vehicles: readonly EngineVehicle[],
  rules: CoverRules,
): (index: number) => number | undefined {
  if (rules.weights.cover === 0) return () => undefined
  const starts = vehicles.map((vehicle) => startOf(vehicle, rules))
  const index = new NearestIndex(
    starts.flatMap((start, member) => (start ? [{ place: start.place, member }] : [])),
  )
  const known = new Map<number, number>()
  const compute = (at: number, place: Coordinates) => {
    const times = index
      .nearest(place, compared, (other) => other !== at)
      .map((other) => {
        const near = starts[other] as NonNullable<(typeof starts)[number]>
        return Math.min(mostSeconds, near.freeIn + estimateLeg(near.place, place).durationSeconds)
      })
      .sort((a, b) => a - b)
      .slice(0, counted)
    while (times.length < counted) times.push(mostSeconds)
    return times.reduce((sum, seconds) => sum + seconds, 0) / counted
  }
  return (at) => {
    const vehicle = vehicles[at]
    const place = starts[at]?.place ?? (vehicle?.freeIn === 0 ? vehicle.place : null)
    if (!place) return undefined
    const cover = known.get(at) ?? compute(at, place)
    known.set(at, cover)
    return cover
  }
}

/** The vehicles with their cover; unchanged where that weighs nothing. */
export function withCover<V extends EngineVehicle>(vehicles: readonly V[], rules: CoverRules): V[] {
  const coverOf = createCover(vehicles, rules)
  return vehicles.map((vehicle, at) => {
    const cover = coverOf(at)
    return cover === undefined ? vehicle : { ...vehicle, cover }
  })
}
