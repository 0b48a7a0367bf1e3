import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { distanceMetres } from '@rumbo/geo'
import {
  type Crossing,
  type CrossingState,
  type FenceEvent,
  type FenceFix,
  type Held,
  noRules,
  startState,
} from '@rumbo/geo/fences/crossing-state'
import { adaptState, advance, staysShallower } from '@rumbo/geo/fences/crossings'
import type { FenceInForce, FenceState } from './telemetry.fences.ts'
import { type FenceVariant, type HeldKind, heldKinds, rulesAt } from './telemetry.fences.variants.ts'

const fieldOf = {
  dwell: 'dwell',
  speeding: 'speeding',
  wrong_direction: 'wrongDirection',
  off_route: 'offRoute',
} as const satisfies Record<HeldKind, keyof CrossingState>

/** What a fix did in a fence, and the trigger that waited for it; null for entries and exits. */
export interface Happened {
  readonly event: FenceEvent
  readonly trigger: FenceTrigger | null
}

/** The state of one variant, with the last fix of the vehicle. */
function crossingStateOf(state: FenceState, { triggers }: FenceVariant, last: Crossing): CrossingState {
  const { inside, since, changing, held, checkpoints } = state
  const heldOf = (kind: HeldKind) => held[triggers[kind]?.id ?? ''] ?? null
  const checkpoint = triggers.missed_checkpoint
  return {
    inside,
    since,
    changing,
    last,
    // A trigger that is younger than the visit waits from the entry on.
    dwell: heldOf('dwell') ?? (inside ? { since: since ?? last.time, raised: false } : null),
    speeding: heldOf('speeding'),
    wrongDirection: heldOf('wrong_direction'),
    offRoute: heldOf('off_route'),
    nextCheckpoint: (checkpoint && checkpoints[checkpoint.id]) ?? null,
  }
}

/**
 * Where a vehicle was that has no state in a fence: outside with nothing pending, or the fence is new to it and the side
 * of its last fix is taken without an event, and its stay counts from now on. Null before the first fix.
 */
const startAt = ({ fence }: FenceInForce, last: Crossing | null): CrossingState | null =>
  last && { ...startState(fence.depthMetres(last.place) > 0, last), dwell: null }

/** Leaving a route whose first checkpoints were passed misses the others; outside, the next pass begins anew. */
function endPass(state: CrossingState, fence: FenceVariant, events: FenceEvent[]): CrossingState {
  if (state.inside || state.changing || state.nextCheckpoint === null) return state
  const { time, place } = state.last
  const count = fence.rules.checkpoints?.length ?? 0
  for (let checkpoint = state.nextCheckpoint; checkpoint < count; checkpoint += 1)
    events.push({ type: 'missed_checkpoint', checkpoint, time, place })
  return { ...state, nextCheckpoint: null }
}

/** Whether the vehicle, which left the route, may still be found off it: not when the hours of the trigger end. */
const isLeaving = (
  { inside, since, offRoute }: CrossingState,
  { triggers: { off_route: trigger } }: FenceVariant,
  counts: (trigger: FenceTrigger) => boolean,
): boolean => !inside && since !== null && trigger !== undefined && counts(trigger) && !offRoute?.raised

/**
 * Whether a fix certainly changes nothing: the vehicle stays inside a fence that waits for nothing there, or the whole way
 * to the fix is outside.
 */
function isUnchanged(
  { fence, shapeVersion, variants }: FenceInForce,
  known: FenceState | null,
  last: Crossing | null,
  { place }: FenceFix,
): boolean {
  if (!known)
    return last !== null && staysShallower(fence.depthMetres(place), distanceMetres(last.place, place), 0)
  if (!known.inside || known.changing || known.shapeVersion !== shapeVersion) return false
  const [only, ...others] = variants
  return others.length === 0 && only?.rules === noRules && fence.depthMetres(place) > 0
}

/**
 * Takes a fix into what is known of a vehicle in a fence.
 * @param known null: there is no state
 * @param last the fix before, by which a state without one begins; null: this is the first fix of the vehicle
 * @param counts whether a trigger counts at the fix
 * @returns the state to keep, `known` itself where nothing changed, null where nothing is worth keeping
 */
export function followFence(
  fence: FenceInForce,
  known: FenceState | null,
  last: Crossing | null,
  fix: FenceFix,
  counts: (trigger: FenceTrigger) => boolean,
): { state: FenceState | null; happened: Happened[] } {
  if (isUnchanged(fence, known, last, fix)) return { state: known, happened: [] }
  const happened: Happened[] = []
  const states = fence.variants.map((variant, at) => {
    let before = startAt(fence, last)
    if (known && last) {
      before = crossingStateOf(known, variant, last)
      if (known.shapeVersion !== fence.shapeVersion) before = adaptState(before, fence.fence)
    }
    const advanced = advance(before, fix, fence.fence, fence.numbers, rulesAt(variant, counts))
    if (!advanced) return before
    const events = [...advanced.events]
    const state = endPass(advanced.state, variant, events)
    for (const event of events) {
      const isSide = event.type === 'entry' || event.type === 'exit'
      // All variants are on the same side; the first is taken.
      if (isSide && at === 0) happened.push({ event, trigger: null })
      const trigger = isSide ? undefined : variant.triggers[event.type]
      if (trigger) happened.push({ event, trigger })
    }
    return state
  })
  return { state: kept(fence, known, states, counts), happened }
}

/** The state to keep of the states of all variants. */
function kept(
  { id: fenceId, shapeVersion, variants }: FenceInForce,
  known: FenceState | null,
  states: readonly (CrossingState | null)[],
  counts: (trigger: FenceTrigger) => boolean,
): FenceState | null {
  const [first] = states
  if (!first) return null
  const isOpen = variants.some((variant, at) => isLeaving(states[at] ?? first, variant, counts))
  if (!first.inside && !first.changing && !isOpen) return null
  const held: Record<string, Held> = {}
  const checkpoints: Record<string, number> = {}
  variants.forEach(({ triggers }, at) => {
    const state = states[at] ?? first
    for (const kind of heldKinds) {
      const trigger = triggers[kind]
      const holds = state[fieldOf[kind]]
      if (trigger && holds) held[trigger.id] = holds
    }
    if (triggers.missed_checkpoint && state.nextCheckpoint !== null)
      checkpoints[triggers.missed_checkpoint.id] = state.nextCheckpoint
  })
  const { inside, since, changing } = first
  const next: FenceState = { fenceId, shapeVersion, inside, since, changing, held, checkpoints }
  return known && isSame(known, next) ? known : next
}

function isSame(one: FenceState, other: FenceState): boolean {
  if (one.inside !== other.inside || one.since !== other.since) return false
  if (one.shapeVersion !== other.shapeVersion) return false
  if (one.changing?.since !== other.changing?.since || one.changing?.points !== other.changing?.points)
    return false
  const ids = Object.keys(other.held)
  const numbers = Object.keys(other.checkpoints)
  return (
    ids.length === Object.keys(one.held).length &&
    ids.every(
      (id) =>
        one.held[id]?.since === other.held[id]?.since && one.held[id]?.raised === other.held[id]?.raised,
    ) &&
    numbers.length === Object.keys(one.checkpoints).length &&
    numbers.every((id) => one.checkpoints[id] === other.checkpoints[id])
  )
}
