import { describe, expect, it } from 'vitest'
import { createMarkTable, longestGapMs, type Spot, spotOf, worldPoint } from './mark-table.ts'

const here = { longitude: -99.13, latitude: 19.43 }
const there = { longitude: -99.12, latitude: 19.44 }

function bench(options?: Parameters<typeof createMarkTable>[0]) {
  const table = createMarkTable(options)
  const report = (spot: Spot, fixAtMs: number, nowMs: number, id = 'a') =>
    table.report({ id, ...spot, status: 'active', heading: null, fixAtMs }, nowMs)
  const seen = (nowMs: number) => {
    const at = table.at('a', nowMs)
    if (at === null) return null
    const { longitude, latitude } = spotOf(at)
    return { longitude: Number(longitude.toFixed(6)), latitude: Number(latitude.toFixed(6)) }
  }
  return { table, report, seen }
}

describe('marks between reports', () => {
  it('start at the first fix', () => {
    const { table, report, seen } = bench()
    const slot = report(here, 0, 0)
    expect(seen(0)).toEqual(here)
    expect(table.isGliding(slot, 0)).toBe(false)
  })

  it('move for the time between the fixes and stop at the last one', () => {
    const { table, report, seen } = bench()
    report(here, 0, 10_000)
    const slot = report(there, 2000, 12_000)
    expect(seen(12_000)).toEqual(here)
    expect(seen(13_000)).toEqual({ longitude: -99.125, latitude: expect.closeTo(19.435, 4) })
    expect(table.isGliding(slot, 13_000)).toBe(true)
    expect(seen(14_000)).toEqual(there)
    expect(seen(60_000)).toEqual(there)
    expect(table.isGliding(slot, 14_000)).toBe(false)
  })

  it('continue from their current place when the next fix arrives early', () => {
    const { report, seen } = bench()
    report(here, 0, 0)
    report(there, 4000, 4000)
    const before = seen(6000)
    report(here, 6000, 6000)
    expect(seen(6000)).toEqual(before)
    expect(seen(8000)).toEqual(here)
  })

  it.each([
    ['after a long silence', there, longestGapMs + 1000],
    ['over a long way', { longitude: -98, latitude: 19.43 }, 1000],
    ['for a fix older than the one shown', there, -5000],
  ])('are not animated %s', (_, to, fixAtMs) => {
    const { report, seen } = bench()
    report(here, 0, 0)
    report(to, fixAtMs, 1000)
    expect(seen(1000)).toEqual(to)
  })

  it('are not animated with reduced motion', () => {
    const { report, seen } = bench({ isStill: () => true })
    report(here, 0, 0)
    report(there, 1000, 1000)
    expect(seen(1000)).toEqual(there)
  })

  it('cross the date line the short way', () => {
    const { report, table } = bench()
    report({ longitude: 179.995, latitude: 0 }, 0, 0)
    report({ longitude: -179.995, latitude: 0 }, 1000, 1000)
    const middle = table.at('a', 1500)
    expect(Math.abs(spotOf(middle ?? { x: 0.5, y: 0.5 }).longitude)).toBeCloseTo(180, 3)
  })

  it('leave their slot to the next one', () => {
    const { table, report } = bench()
    const slot = report(here, 0, 0)
    table.forget('a')
    expect(table.at('a', 0)).toBeNull()
    expect(report(there, 0, 0, 'b')).toBe(slot)
    expect(table.idOf(slot)).toBe('b')
  })
})

it('convert to the square world and back', () => {
  expect(worldPoint({ longitude: 0, latitude: 0 })).toEqual({ x: 0.5, y: 0.5 })
  for (const spot of [here, { longitude: 179.5, latitude: -60 }])
    expect(spotOf(worldPoint(spot))).toEqual({
      longitude: expect.closeTo(spot.longitude, 9),
      latitude: expect.closeTo(spot.latitude, 9),
    })
})
