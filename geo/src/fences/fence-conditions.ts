import { bearingDegrees, headingDifferenceDegrees } from '../geometry/distance.ts'
import type { CrossingState, FenceEvent, FenceFix, FenceRules, Held } from './crossing-state.ts'
import type { PreparedFence } from './prepared-fence.ts'

/** Slower vehicles have no reliable heading. */
const headingKmh = 8
/** A heading farther from the path's direction is against it. */
const againstDegrees = 120

type Changes = Pick<CrossingState, 'dwell' | 'speeding' | 'wrongDirection' | 'offRoute' | 'nextCheckpoint'>

/** Evaluates what depends on time, speed, heading and checkpoints; `inside` is the confirmed side, `depth` in metres. */
export function conditionsOf(
  state: CrossingState,
  fix: FenceFix,
  fence: PreparedFence,
  rules: FenceRules,
  { inside, enteredAt, depth }: { inside: boolean; enteredAt: number | null; depth: number },
): { changes: Changes; events: FenceEvent[] } {
  const events: FenceEvent[] = []
  const follow = (
    type: 'dwell' | 'speeding' | 'wrong_direction' | 'off_route',
    held: Held | null,
    holds: boolean,
    seconds: number,
    since = fix.time,
  ): Held | null => {
    if (!holds) return null
    const next = held ?? { since, raised: false }
    if (next.raised || fix.time - next.since < seconds * 1000) return next
    events.push({ type, since: next.since, time: fix.time, place: fix.place })
    return { ...next, raised: true }
  }
  const { dwellMinutes, speed, wrongDirection, offRoute } = rules
  const wasOn = state.inside || inside || state.since !== null
  const changes: Changes = {
    dwell: follow('dwell', state.dwell, inside, (dwellMinutes ?? Infinity) * 60, enteredAt ?? fix.time),
    speeding: follow(
      'speeding',
      state.speeding,
      speed !== null && inside && depth > 0 && fix.speedKmh > speed.kmh,
      speed?.seconds ?? 0,
    ),
    wrongDirection: follow(
      'wrong_direction',
      state.wrongDirection,
      wrongDirection !== null && inside && isAgainst(fix, fence),
      wrongDirection?.seconds ?? 0,
    ),
    offRoute: follow(
      'off_route',
      state.offRoute,
      offRoute !== null && fence.shape.kind === 'route' && wasOn && depth < -offRoute.metres,
      offRoute?.seconds ?? 0,
    ),
    // A place off the route is passed by other vehicles too.
    nextCheckpoint:
      state.inside || inside || depth > 0 ? passCheckpoints(state, fix, rules, events) : state.nextCheckpoint,
  }
  return { changes, events }
}

function isAgainst(fix: FenceFix, { shape, onPath }: PreparedFence): boolean {
  if (shape.kind !== 'route' || shape.mode !== 'one_way' || fix.speedKmh < headingKmh) return false
  const segment = onPath(fix.place)?.segment ?? 0
  const [from, to] = [shape.path[segment], shape.path[segment + 1]]
  if (!from || !to) return false
  return headingDifferenceDegrees(bearingDegrees(from, to), fix.headingDegrees) > againstDegrees
}

/** The next checkpoint after a fix; those before one that was reached were missed. */
function passCheckpoints(
  { nextCheckpoint, last }: CrossingState,
  { time, place }: FenceFix,
  { checkpoints }: FenceRules,
  events: FenceEvent[],
): number | null {
  if (!checkpoints) return null
  let next = nextCheckpoint ?? 0
  for (let at = next; at < checkpoints.length; at += 1) {
    const checkpoint = checkpoints[at] as PreparedFence
    if (checkpoint.depthMetres(place) <= 0 && checkpoint.insideBetween(last.place, place).length === 0)
      continue
    for (; next < at; next += 1) events.push({ type: 'missed_checkpoint', checkpoint: next, time, place })
    next = at + 1
  }
  return next === 0 ? null : next
}
