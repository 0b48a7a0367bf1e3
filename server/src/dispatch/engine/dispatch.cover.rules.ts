import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import {
  type ConstraintRules,
  type EngineVehicle,
  exclusionsOf,
  noNeeds,
} from './dispatch.constraints.rules.ts'
import type { CostWeights } from './dispatch.cost.rules.ts'
import { NearestIndex } from './dispatch.nearest-index.ts'

const plain = { needs: noNeeds, rejectedBy: new Set<string>() }
/** By straight line; the first of them in time count. */
const compared = 12
const counted = 3
/** Farther vehicles all count alike, in seconds. */
const mostSeconds = 600

/**
 * Adds to each vehicle that may get a service how long the next three such vehicles, on average, would need to where it
 * is or will be free, in seconds by the estimate: what its area loses with it. Unchanged where that weighs nothing.
 */
export function withCover<V extends EngineVehicle>(
  vehicles: readonly V[],
  rules: ConstraintRules & { weights: Pick<CostWeights, 'cover'> },
): V[] {
  if (rules.weights.cover === 0) return [...vehicles]
  const usable = vehicles.flatMap((vehicle, member) => {
    const { place, freeIn } = vehicle
    return place !== null && freeIn !== null && exclusionsOf(vehicle, plain, rules).length === 0
      ? [{ member, place, freeIn }]
      : []
  })
  const index = new NearestIndex(usable.map(({ place }, member) => ({ place, member })))
  const covered = [...vehicles]
  for (const [at, { member, place }] of usable.entries()) {
    const times = index
      .nearest(place, compared, (other) => other !== at)
      .map((other) => {
        const near = usable[other] as (typeof usable)[number]
        return Math.min(mostSeconds, near.freeIn + estimateLeg(near.place, place).durationSeconds)
      })
      .sort((a, b) => a - b)
      .slice(0, counted)
    while (times.length < counted) times.push(mostSeconds)
    covered[member] = {
      ...(vehicles[member] as V),
      cover: times.reduce((sum, seconds) => sum + seconds, 0) / counted,
    }
  }
  return covered
}
