import type { FenceSilence } from '@rumbo/contract/geofences.history-test.contract'
import type { FenceTrigger } from '@rumbo/contract/geofences.triggers.contract'
import { isScheduledAt } from '@rumbo/contract/schedules'
import { secondMs } from '@rumbo/contract/time-units'
import type { Coordinates } from '@rumbo/geo'
import type { Crossing, FenceEvent, FenceFix } from '@rumbo/geo/fences/crossing-state'
import { createFenceIndex } from '@rumbo/geo/fences/fence-index'
import { followFence } from './telemetry.fences.rules.ts'
import { wayFrom } from './telemetry.fences.steps.ts'
import type { FenceInForce, FenceState } from './telemetry.fences.ts'

/** What recorded fixes did in a fence. */
export interface ReplayedEvent {
  readonly kind: FenceEvent['type']
  /** Epoch ms. */
  readonly time: number
  readonly place: Coordinates
  /** Why no trigger would have raised it; null where one would have. */
  readonly silence: FenceSilence | null
}

/** Recorded fixes of one vehicle, run through a fence in their order as live ones are. */
export interface FenceReplay {
  take(fix: FenceFix): readonly ReplayedEvent[]
  /** Changes of side that were taken back before they were confirmed. */
  readonly suppressed: number
  /** Whether the vehicle is inside by its last fix; null before the first. */
  readonly inside: boolean | null
}

function silenceOf(wanted: number, counting: number, raised: number): FenceSilence | null {
  if (raised > 0) return null
  if (wanted === 0) return 'no_trigger'
  return counting === 0 ? 'schedule' : 'cooldown'
}

/** @param timeZone the company's, for the hours of triggers */
export function createFenceReplay(fence: FenceInForce, timeZone: string): FenceReplay {
  const index = createFenceIndex([[fence.id, fence.fence.shape]])
  const raisedAt = new Map<string, number>()
  let state: FenceState | null = null
  let last: Crossing | null = null
  let suppressed = 0

  function isRaisedBy({ id, cooldownSeconds }: FenceTrigger, time: number): boolean {
    const before = raisedAt.get(id)
    if (before !== undefined && time - before < cooldownSeconds * secondMs) return false
    raisedAt.set(id, time)
    return true
  }

  return {
    take(fix) {
      if (last && fix.time <= last.time) return []
      const before = state
      const isNear = before !== null || index.near(fix.place, wayFrom(last, fix)).length > 0
      const followed = isNear
        ? followFence(fence, before, last, fix, (trigger) =>
            isScheduledAt(trigger.schedule, fix.time, timeZone),
          )
        : { state: null, happened: [] }
      state = followed.state
      last = { time: fix.time, place: fix.place }
      const hasCrossed = followed.happened.some(({ trigger }) => trigger === null)
      if (before?.changing && !state?.changing && !hasCrossed) suppressed += 1
      return followed.happened.map(({ event, trigger }) => {
        const wanted = trigger ? [trigger] : fence.triggers.filter(({ kind }) => kind === event.type)
        const counting = wanted.filter((one) => isScheduledAt(one.schedule, event.time, timeZone))
        const raised = counting.filter((one) => isRaisedBy(one, event.time))
        const silence = silenceOf(wanted.length, counting.length, raised.length)
        return { kind: event.type, time: event.time, place: event.place, silence }
      })
    },
    get suppressed() {
      return suppressed
    },
    get inside() {
      return last && state?.inside === true
    },
  }
}
