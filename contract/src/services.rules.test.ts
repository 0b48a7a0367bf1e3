import { describe, expect, it } from 'vitest'
import { serviceStatuses } from './services.contract.ts'
import { canMove, checkWindows, isDispatchPast, movesFrom, proposeDispatchTime } from './services.rules.ts'

const now = new Date('2026-03-02T15:00:00.000Z')
const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
const stop = (start: number | null, end: number | null = null) => ({
  timeWindowStart: start === null ? null : at(start),
  timeWindowEnd: end === null ? null : at(end),
})

describe('the proposed dispatch time', () => {
  it('is now if no stop has a window', () => {
    expect(proposeDispatchTime([stop(null)], now)).toEqual(now)
  })
  it('is thirty minutes before the first window', () => {
    expect(proposeDispatchTime([stop(null), stop(90)], now).toISOString()).toBe(at(60))
  })
  it('is now if thirty minutes before the first window are past', () => {
    expect(proposeDispatchTime([stop(20)], now)).toEqual(now)
  })
})

describe('a dispatch time', () => {
  it.each([
    [-61, true],
    [-60, false],
    [0, false],
    [600, false],
  ])('%i seconds from now is past: %s', (seconds, isPast) => {
    expect(isDispatchPast(new Date(now.getTime() + seconds * 1000).toISOString(), now)).toBe(isPast)
  })
})

describe('stop windows', () => {
  const check = (...plannedStops: ReturnType<typeof stop>[]) =>
    checkWindows({ dispatchTime: at(0), plannedStops })

  it('are valid in chronological order', () => {
    expect(check(stop(30, 40), stop(null), stop(60, 60))).toEqual([])
  })
  it('may not end before they start', () => {
    expect(check(stop(30, 20))).toEqual([
      { path: 'plannedStops.0.timeWindowEnd', code: 'window_end_before_start' },
    ])
  })
  it('may not end before the dispatch time if they have no start', () => {
    expect(check(stop(null, -5))).toEqual([
      { path: 'plannedStops.0.timeWindowEnd', code: 'window_end_before_start' },
    ])
  })
  it('may not start before the dispatch time', () => {
    expect(check(stop(-1))).toEqual([
      { path: 'plannedStops.0.timeWindowStart', code: 'window_before_dispatch' },
    ])
  })
  it('may not start before an earlier stop, also across one without a window', () => {
    expect(check(stop(60), stop(null), stop(30))).toEqual([
      { path: 'plannedStops.2.timeWindowStart', code: 'window_before_previous' },
    ])
  })
})

describe('moves', () => {
  it.each([
    ['dispatch', ['created']],
    ['assign', ['on_dispatch']],
    ['unassign', ['vehicle_assigned']],
    ['confirmPickup', ['vehicle_assigned']],
    ['complete', ['in_progress']],
    ['cancel', ['created', 'on_dispatch', 'vehicle_assigned', 'in_progress']],
  ] as const)('%s is possible from %s alone', (move, from) => {
    expect(serviceStatuses.filter((status) => canMove(status, move))).toEqual(from)
  })
  it('leave a final state only by deletion, and correct stops of a completed service', () => {
    const fromFinal = Object.entries(movesFrom).filter(([, from]) => from.includes('completed'))
    expect(fromFinal.map(([move]) => move)).toEqual(['delete', 'correctStop'])
  })
})
