import { describe, expect, it } from 'vitest'
import { passedOf, viewAfter, viewOfLeg, viewWith, zoomView } from './time-view.rules.ts'

const hour = 3_600_000
const day = { fromMs: 0, toMs: 24 * hour }

describe('the visible part of a day', () => {
  it('zooms in around the moment, down to two minutes', () => {
    const closer = zoomView(day, day, 12 * hour, 0.5)
    expect(closer).toEqual({ fromMs: 6 * hour, toMs: 18 * hour })
    expect(zoomView({ fromMs: 0, toMs: 130_000 }, day, 60_000, 0.5)).toEqual({ fromMs: 0, toMs: 120_000 })
  })
  it('stays within the day at its edges, and finally shows the whole day', () => {
    expect(zoomView(day, day, 0, 0.5)).toEqual({ fromMs: 0, toMs: 12 * hour })
    expect(zoomView(day, day, 24 * hour, 0.5)).toEqual({ fromMs: 12 * hour, toMs: 24 * hour })
    expect(zoomView({ fromMs: 6 * hour, toMs: 18 * hour }, day, 12 * hour, 2)).toBeNull()
  })
  it('follows the moment of the replay', () => {
    const view = { fromMs: 6 * hour, toMs: 8 * hour }
    expect(viewWith(view, day, 7 * hour)).toBe(view)
    const on = viewWith(view, day, 8 * hour + 1)
    expect(on.fromMs).toBeLessThan(8 * hour)
    expect(on.toMs).toBeGreaterThan(9.5 * hour)
    const back = viewWith(view, day, 5 * hour)
    expect(back.fromMs).toBeLessThan(4 * hour)
    expect(back.toMs).toBeGreaterThan(5 * hour)
    expect(viewWith(view, day, 24 * hour)).toEqual({ fromMs: 22 * hour, toMs: 24 * hour })
  })
  it('of the past stays while the current day continues, unless the user moves into new data', () => {
    const view = { fromMs: 6 * hour, toMs: 8 * hour }
    const carried = { formerMs: 12 * hour, atMs: 12.1 * hour, isCarried: true }
    expect(viewAfter(view, day, carried)).toBe(view)
    expect(viewAfter(view, day, { ...carried, isCarried: false }).toMs).toBeGreaterThan(12 * hour)
    const atEnd = { fromMs: 10 * hour, toMs: 12 * hour }
    expect(viewAfter(atEnd, day, carried).toMs).toBeGreaterThan(12.1 * hour)
  })
  it('is a trip with some margin', () => {
    expect(viewOfLeg({ startMs: hour, endMs: 2 * hour }, day)).toEqual({
      fromMs: 0.9 * hour,
      toMs: 2.1 * hour,
    })
    expect(viewOfLeg({ startMs: 0, endMs: 24 * hour }, day)).toBeNull()
  })
  it('ends at the current half hour on the current day', () => {
    expect(passedOf(day, 13 * 60_000)).toEqual({ fromMs: 0, toMs: hour })
    expect(passedOf(day, 5 * hour)).toEqual({ fromMs: 0, toMs: 5.5 * hour })
    expect(passedOf(day, 24 * hour - 1)).toEqual(day)
  })
})
