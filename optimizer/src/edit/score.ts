import type { Model } from '../model/model.ts'
import { noNode, type Sequence } from '../timing/sequence.ts'
import { follow } from '../timing/timing.ts'
import { peakOf } from './loads.ts'

/** How good an order of visits is, to choose between orders of the same visits on the same vehicle. */
export interface Score {
  /** What it breaks, in seconds of lateness or what counts as much. */
  broken: number
  /** Travel, as the vehicle costs it. */
  cost: number
  /** From the start to the end. */
  seconds: number
  metres: number
}

/** A unit of load or a stop too many counts like so many seconds of lateness, and a leg without a way like so many. */
const secondsPerUnit = 3600
const secondsPerCut = 1e7
const metresPerSecond = 10

/** The score of a route, which may break anything. */
export function scoreOf(model: Model, route: Sequence): Score {
  const { latest, capacity, perMetre, perSecond, maxSeconds, maxMetres, maxStops } =
    model.vehicles[route.vehicle]!
  const { starts, ends, metres, travelling, late, breakLate, cut } = follow(model, route)
  const seconds = ends - starts
  let units = Math.max(0, route.length - maxStops)
  for (let d = 0; d < model.dimensions; d++) units += Math.max(0, peakOf(model, route, d).load - capacity[d]!)
  const over =
    Math.max(0, ends - latest) +
    Math.max(0, seconds - maxSeconds) +
    Math.max(0, metres - maxMetres) / metresPerSecond
  return {
    broken: late + breakLate + over + units * secondsPerUnit + cut * secondsPerCut,
    cost: perMetre * metres + perSecond * travelling,
    seconds,
    metres,
  }
}

/** What the travel of a route costs; Infinity with a leg that has no way. */
function travelCost({ vehicles, nodeLocation }: Model, { vehicle, nodes, length }: Sequence): number {
  const { start, end, legs, perMetre, perSecond } = vehicles[vehicle]!
  const cost = (from: number, to: number) => {
    const seconds = legs.secondsOf(from, to)
    return seconds === Infinity ? Infinity : legs.metresOf(from, to) * perMetre + seconds * perSecond
  }
  let total = 0
  let from = start
  for (let at = 0; at < length; at++) {
    if (nodes[at] === noNode) continue
    const to = nodeLocation[nodes[at]!]!
    total += cost(from, to)
    from = to
  }
  return end < 0 ? total : total + cost(from, end)
}

/** The score of a route where it is better than another, else undefined. Its travel decides most comparisons without any times. */
export function betterScore(model: Model, route: Sequence, than: Score): Score | undefined {
  if (than.broken <= noise && travelCost(model, route) > than.cost + noise) return undefined
  const score = scoreOf(model, route)
  return isBetter(score, than) ? score : undefined
}

/** Less than this is noise of floating point. */
const noise = 1e-6

/** Breaking less comes before costing less, and that before a shorter day. */
export function isBetter(one: Score, other: Score): boolean {
  for (const key of ['broken', 'cost', 'seconds', 'metres'] as const)
    if (Math.abs(one[key] - other[key]) > noise) return one[key] < other[key]
  return false
}
