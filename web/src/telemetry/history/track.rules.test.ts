import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimate } from './decimate.rules.ts'
import {
  gapsOf,
  indexAt,
  joinTracks,
  missingIn,
  nearestTo,
  spotAt,
  type Track,
  trackOf,
  valueAt,
} from './track.rules.ts'

const at = Date.parse('2026-03-02T12:00:00Z')

/** A report every given number of seconds, moving north-east. */
function track(seconds: readonly number[], some: Partial<Record<keyof Track, number[]>> = {}): Track {
  const fill = (value: number) => seconds.map(() => value)
  return trackOf({
    time: seconds.map((second) => at + second * 1000),
    latitude: seconds.map((_, index) => 19 + index * 0.001),
    longitude: seconds.map((_, index) => -99 + index * 0.001),
    speedKmh: fill(36),
    heading: fill(45),
    altitude: seconds.map(() => null),
    odometerMetres: seconds.map(() => null),
    ignition: seconds.map(() => true),
    batteryPercent: fill(90),
    fuelPercent: seconds.map(() => null),
    signalPercent: fill(70),
    satellites: fill(9),
    ...some,
  } as never)
}

describe('positions listed by a route', () => {
  const times = (...seconds: number[]) => seconds.map((second) => at + second * 1000)

  it('counts the positions missing in a track, whether the route lists all of them or a sample', () => {
    const here = track([0, 10, 20, 30])
    const route = (some: object) => ({ fromMs: at, records: 3, time: times(0, 10, 20), ...some })
    expect(missingIn(here, at, route({}))).toBe(0)
    expect(missingIn(here, at, route({ records: 5, time: times(0, 5, 10, 15, 20) }))).toBe(2)
    expect(missingIn(here, at, route({ records: 5, time: times(0, 20) }))).toBe(2)
    expect(missingIn(track([]), at, route({}))).toBe(0)
  })

  it('ignores newer positions, and counts a later span only if the route lists every position', () => {
    const route = { fromMs: at, records: 5, time: times(0, 5, 10, 15, 40) }
    expect(missingIn(track([0, 10, 20, 30]), at, route)).toBe(0)
    const later = track([10, 40])
    expect(missingIn(later, at + 8_000, route)).toBe(1)
    expect(missingIn(later, at + 8_000, { ...route, records: 9 })).toBe(0)
    expect(missingIn(later, at - 8_000, { ...route, records: 9 })).toBe(7)
  })
})

describe('the place at a moment', () => {
  it('is interpolated by time, not by point', () => {
    const spot = spotAt(track([0, 10, 100]), at + 55_000)
    expect(spot).toMatchObject({ index: 1, isUnknown: false })
    expect(spot?.latitude).toBeCloseTo(19.0015, 9)
  })
  it('is unknown before the first report, and stays at the last one', () => {
    expect(spotAt(track([0, 10]), at - 1)).toBeNull()
    expect(spotAt(track([0, 10]), at + 999_000)).toMatchObject({ index: 1, isUnknown: false })
    expect(spotAt(track([]), at)).toBeNull()
    expect(spotAt(track([5]), at + 5_000)).toMatchObject({ index: 0, latitude: 19 })
  })
  it('does not move during a gap', () => {
    const silent = track([0, 10, 2_000], { latitude: [19, 19.001, 19.1] })
    const spot = spotAt(silent, at + 1_000_000)
    expect(spot).toMatchObject({ index: 1, latitude: 19.001, isUnknown: true })
    expect(gapsOf(silent)).toEqual([{ fromMs: at + 10_000, toMs: at + 2_000_000 }])
  })
  it('is known for a parked vehicle that reports rarely', () => {
    const parked = track([0, 3_600], { latitude: [19, 19.0001], longitude: [-99, -99] })
    expect(spotAt(parked, at + 1_800_000)).toMatchObject({ index: 0, isUnknown: false })
    expect(gapsOf(parked)).toEqual([])
  })
  it('crosses the 180th meridian the short way', () => {
    const spot = spotAt(track([0, 10], { longitude: [179.999, -179.999] }), at + 5_000)
    expect(Math.abs(spot?.longitude ?? 0)).toBeCloseTo(180, 9)
  })
  it('finds the same index as a linear search', () => {
    const times = fc.array(fc.nat(500), { maxLength: 60 }).map((list) => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(times, fc.integer({ min: -5, max: 505 }), (list, ms) => {
        expect(indexAt(Float64Array.from(list), ms)).toBe(list.filter((time) => time <= ms).length - 1)
      }),
    )
  })
})

it('joins pages without duplicates', () => {
  const joined = joinTracks(track([0, 10, 20]), track([10, 20, 30]))
  expect([...joined.time].map((time) => (time - at) / 1000)).toEqual([0, 10, 20, 30])
  expect(joined.fuelPercent.every(Number.isNaN)).toBe(true)
  expect(joinTracks(track([]), joined)).toBe(joined)
})

it('returns the last reported value, and null where it is unknown', () => {
  const reported = track([0, 10, 2_000], { latitude: [19, 19.001, 19.1], batteryPercent: [90, 80, 70] })
  const battery = (second: number) => valueAt(reported, 'batteryPercent', at + second * 1000)
  expect([battery(-1), battery(0), battery(9), battery(10)]).toEqual([null, 90, 90, 80])
  expect([battery(900), battery(2_000), battery(2_100), battery(2_900)]).toEqual([null, 70, 70, null])
  expect(valueAt(reported, 'fuelPercent', at)).toBeNull()
})

it('finds the report nearest to a place, also across the date line', () => {
  expect(nearestTo(track([0, 1, 2]), { latitude: 19.0021, longitude: -98.998 })?.index).toBe(2)
  const across = track([0, 1], { latitude: [0, 0], longitude: [-179.9, 170] })
  expect(nearestTo(across, { latitude: 0, longitude: 179.95 })?.index).toBe(0)
  expect(nearestTo(track([]), { latitude: 0, longitude: 0 })).toBeNull()
})

describe('the values of a plot', () => {
  it('keep every peak of a day of seconds in few values', () => {
    const day = track(
      Array.from({ length: 86_400 }, (_, second) => second),
      { speedKmh: Array.from({ length: 86_400 }, (_, second) => (second === 43_211 ? 180 : second % 60)) },
    )
    const { seconds, values } = decimate(day, ['speedKmh'], {
      fromMs: at,
      toMs: at + 86_400_000,
      pixels: 800,
    })
    expect(seconds.length).toBeLessThanOrEqual(1_610)
    expect(Math.max(...(values[0] ?? []).map(Number))).toBe(180)
    expect(seconds.every((second, index) => index === 0 || second > (seconds[index - 1] ?? 0))).toBe(true)
  })
  it('break at unknown spans, but not while the vehicle was parked', () => {
    const silent = track([0, 10, 2_000, 2_010], { latitude: [19, 19, 19.1, 19.1] })
    const span = { fromMs: at, toMs: at + 2_010_000, pixels: 100 }
    expect(decimate(silent, ['speedKmh'], span).values[0]).toEqual([36, 36, null, 36, 36])
    expect(decimate(silent, ['speedKmh'], { ...span, pixels: 1 }).values[0]).toContain(null)
    const place = { latitude: [19, 19, 19], longitude: [-99, -99, -99] }
    const parked = track([0, 10, 2_000], { ...place, speedKmh: [0, 0, 0] })
    expect(decimate(parked, ['speedKmh'], span).values[0]).toEqual([0, 0, 0])
    expect(decimate(track([0, 10, 2_000], place), ['speedKmh'], span).values[0]).toEqual([36, 36, null, 36])
  })
  it('are empty without data, and limited to the visible span', () => {
    expect(decimate(track([]), ['speedKmh'], { fromMs: 0, toMs: 1, pixels: 9 }).seconds).toEqual([])
    const long = track(Array.from({ length: 1_000 }, (_, second) => second))
    const view = { fromMs: at + 100_000, toMs: at + 110_000, pixels: 500 }
    expect(decimate(long, ['speedKmh'], view).seconds).toHaveLength(12)
  })
})
