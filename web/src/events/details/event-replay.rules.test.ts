import { expect, it } from 'vitest'
import { emptyTrack } from '../../telemetry/history/track.rules.ts'
import { linePointsOf, replaySpanOf } from './event-replay.rules.ts'

it('shows ten minutes around an event; of an alarm without a fix, from before the last known place', () => {
  const lastOccurredAt = '2026-03-02T18:00:00.000Z'
  const span = replaySpanOf({ lastOccurredAt, lastKnownAt: null })
  expect(new Date(span.fromMs).toISOString()).toBe('2026-03-02T17:50:00.000Z')
  expect(new Date(span.toMs).toISOString()).toBe('2026-03-02T18:10:00.000Z')
  const known = replaySpanOf({ lastOccurredAt, lastKnownAt: '2026-03-02T17:00:00.000Z' })
  expect(new Date(known.fromMs).toISOString()).toBe('2026-03-02T16:50:00.000Z')
  expect(known.toMs).toBe(span.toMs)
})

it('draws no line across a silence after which the vehicle was elsewhere', () => {
  const numbers = (...values: number[]) => Float64Array.from(values)
  const track = {
    ...emptyTrack,
    time: numbers(0, 10_000, 600_000),
    latitude: numbers(19.4, 19.401, 19.5),
    longitude: numbers(-99.1, -99.1, -99.1),
    speedKmh: numbers(30, Number.NaN, 10),
  }
  expect(linePointsOf(track).map(({ speedKmh, isAfterGap }) => [speedKmh, isAfterGap])).toEqual([
    [30, false],
    [null, false],
    [10, true],
  ])
  expect(linePointsOf(emptyTrack)).toEqual([])
})
