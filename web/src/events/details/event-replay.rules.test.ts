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

it('shows the minutes around the last known place of a vehicle that had been silent for longer than history is read', () => {
  const lastOccurredAt = '2026-03-02T18:00:00.000Z'
  const silent = replaySpanOf({ lastOccurredAt, lastKnownAt: '2026-01-20T17:00:00.000Z' })
  expect(new Date(silent.fromMs).toISOString()).toBe('2026-01-20T16:50:00.000Z')
  expect(new Date(silent.toMs).toISOString()).toBe('2026-01-20T17:10:00.000Z')
  const [longest, tooLong] = ['2026-01-30T18:20:00.000Z', '2026-01-30T18:19:59.999Z'].map((lastKnownAt) =>
    replaySpanOf({ lastOccurredAt, lastKnownAt }),
  )
  expect([longest?.toMs, tooLong?.toMs].map((ms) => new Date(ms ?? 0).toISOString())).toEqual([
    '2026-03-02T18:10:00.000Z',
    '2026-01-30T18:29:59.999Z',
  ])
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
