import type { Event } from '@rumbo/contract/events.contract'
import { historyRangeDays } from '@rumbo/contract/telemetry.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import type { TrackPoint } from '../../map/map-model.ts'
import { isUnknownAfter, type Track } from '../../telemetry/history/track.rules.ts'

/** How long before and after an event its replay shows, in milliseconds. */
const aroundMs = 10 * minuteMs
const longestMs = historyRangeDays * dayMs

/**
 * The moment of an event that has a place, and the minutes around it, epoch milliseconds. Of a vehicle that had been silent
 * for longer than a call may ask for, the minutes around its last known place.
 */
export function replaySpanOf({ lastOccurredAt, lastKnownAt }: Pick<Event, 'lastOccurredAt' | 'lastKnownAt'>) {
  // Without a fix of its own, the place is of the last known one.
  const atMs = Date.parse(lastKnownAt ?? lastOccurredAt)
  const fromMs = atMs - aroundMs
  const untilMs = Date.parse(lastOccurredAt) + aroundMs
  return { atMs, fromMs, toMs: untilMs - fromMs <= longestMs ? untilMs : atMs + aroundMs }
}

/** A track as the points of a line, not drawn across silences. */
export const linePointsOf = (track: Track): TrackPoint[] =>
  Array.from(track.time, (_, at) => {
    const speed = track.speedKmh[at] ?? Number.NaN
    return {
      latitude: track.latitude[at] ?? 0,
      longitude: track.longitude[at] ?? 0,
      speedKmh: Number.isNaN(speed) ? null : speed,
      isAfterGap: at > 0 && isUnknownAfter(track, at - 1),
    }
  })
