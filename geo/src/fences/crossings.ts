import { besideLongitude, withinWorld } from '../geometry/date-line.ts'
import { distanceMetres } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import {
  type Crossing,
  type CrossingState,
  type FenceEvent,
  type FenceFix,
  type FenceRules,
  startState,
} from './crossing-state.ts'
import { conditionsOf } from './fence-conditions.ts'
import type { PreparedFence } from './prepared-fence.ts'
import type { SensitivityNumbers } from './sensitivity.ts'

/** Between reports farther apart the straight way says too little of the way driven. */
const passing = { seconds: 180, metres: 3_000 }

/** Depths are measured on a plane and ways on a sphere. */
const depthErrorMetres = 5

/** Whether no place on a way can be as deep as `least`: the depth at its end grows by its length at most. */
export const staysShallower = (depth: number, wayMetres: number, least: number): boolean =>
  depth + wayMetres + depthErrorMetres < least

export interface Advanced {
  readonly state: CrossingState
  readonly events: readonly FenceEvent[]
}

/**
 * Takes a fix into the state of a vehicle in a fence. A first fix (state null) begins on its side without an event; for
 * a vehicle known to have been elsewhere give `startState(false, lastFix)`. A fix that is not newer than the last, or
 * less accurate than the sensitivity allows, changes nothing.
 */
export function advance(
  state: CrossingState | null,
  fix: FenceFix,
  fence: PreparedFence,
  numbers: SensitivityNumbers,
  rules: FenceRules,
): Advanced | null {
  if ((fix.accuracyMetres ?? 0) > numbers.accuracyMetres) return null
  const depth = fence.depthMetres(fix.place)
  const here: Crossing = { time: fix.time, place: fix.place }
  if (!state) {
    const started = startState(depth > 0, here)
    const sides = { inside: started.inside, enteredAt: null, depth }
    const { changes, events } = conditionsOf(started, fix, fence, rules, sides)
    return { state: { ...started, ...changes }, events }
  }
  if (fix.time <= state.last.time) return null
  const margin = Math.max(numbers.marginMetres, fix.accuracyMetres ?? 0)
  const side = sideAfter(state, fix, fence, numbers, depth, margin)
  const events: FenceEvent[] = [...side.events]
  const enteredAt = side.inside && !state.inside ? side.since : null
  const { changes, events: raised } = conditionsOf(state, fix, fence, rules, {
    inside: side.inside,
    enteredAt,
    depth,
  })
  const { inside, since, changing } = side
  return { state: { inside, since, changing, last: here, ...changes }, events: [...events, ...raised] }
}

type Side = Pick<CrossingState, 'inside' | 'since' | 'changing'> & { readonly events: readonly FenceEvent[] }

function sideAfter(
  state: CrossingState,
  fix: FenceFix,
  fence: PreparedFence,
  { points: pointsToConfirm, seconds, deepMargins }: SensitivityNumbers,
  depth: number,
  margin: number,
): Side {
  const { inside, since, changing } = state
  const beyond = inside ? -depth : depth
  // Back on the confirmed side of the border: whatever was changing was a flap.
  if (beyond <= 0) {
    const events = !inside && !changing ? passedThrough(state, fix, fence, margin, depth) : []
    // Who only passes through was never on a route, and cannot leave it.
    return { inside, since, changing: null, events }
  }
  const weight = beyond >= deepMargins * margin ? 2 : beyond >= margin ? 1 : 0
  const crossing = changing?.crossing ?? crossingOf(state.last, fix, fence, inside)
  const next = { since: changing?.since ?? fix.time, points: (changing?.points ?? 0) + weight, crossing }
  const isOld = next.points >= 2 && fix.time - next.since >= seconds * 1000
  if (weight === 0 || (next.points < pointsToConfirm && !isOld))
    return { inside, since, changing: next, events: [] }
  const type = inside ? 'exit' : 'entry'
  const event: FenceEvent = { type, ...crossing, confirmedAt: fix.time, between: false }
  return { inside: !inside, since: crossing.time, changing: null, events: [event] }
}

const at = (from: Crossing, to: Crossing, share: number): Crossing => {
  const { latitude, longitude } = from.place
  const end = besideLongitude(to.place.longitude, longitude)
  const place: Coordinates = {
    latitude: latitude + share * (to.place.latitude - latitude),
    longitude: withinWorld(longitude + share * (end - longitude)),
  }
  return { time: Math.round(from.time + share * (to.time - from.time)), place }
}

/** Where the way between two fixes last crossed the border before the second. */
function crossingOf(from: Crossing, to: Crossing, fence: PreparedFence, wasInside: boolean): Crossing {
  const last = fence.insideBetween(from.place, to.place).at(-1)
  if (!last) return at(from, to, 1)
  return at(from, to, wasInside ? last[1] : last[0])
}

/** An entry and an exit where the way between two fixes outside reached deeper than the margin. */
function passedThrough(
  { last }: CrossingState,
  fix: FenceFix,
  fence: PreparedFence,
  margin: number,
  depth: number,
): FenceEvent[] {
  if (fix.time - last.time > passing.seconds * 1000) return []
  const way = distanceMetres(last.place, fix.place)
  if (way > passing.metres || staysShallower(depth, way, margin)) return []
  return fence.insideBetween(last.place, fix.place).flatMap(([from, to]): FenceEvent[] => {
    const samples = [1, 2, 3, 4, 5, 6, 7].map((step) => at(last, fix, from + ((to - from) * step) / 8))
    const deepest = Math.max(...samples.map(({ place }) => fence.depthMetres(place)))
    if (from <= 0 || to >= 1 || deepest < margin) return []
    const common = { confirmedAt: fix.time, between: true }
    return [
      { type: 'entry', ...at(last, fix, from), ...common },
      { type: 'exit', ...at(last, fix, to), ...common },
    ]
  })
}

/**
 * The state in a new version of a shape, without an event: the side is decided anew at the last fix. A vehicle that
 * stays inside keeps its time of entry.
 */
export function adaptState(state: CrossingState, fence: PreparedFence): CrossingState {
  const inside = fence.depthMetres(state.last.place) > 0
  const adapted = { ...state, changing: null, wrongDirection: null, offRoute: null, nextCheckpoint: null }
  return inside === state.inside ? adapted : { ...startState(inside, state.last), since: state.last.time }
}
