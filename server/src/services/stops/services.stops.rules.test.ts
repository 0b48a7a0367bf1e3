import { describe, expect, it } from 'vitest'
import type { StopFix } from './services.stops.distance.rules.ts'
import { newWatch, type StopVisit, type WatchedStop, watchStops } from './services.stops.rules.ts'

const origin = { latitude: 19.4326, longitude: -99.1332 }
/** A place so many metres north and east of the origin, or slightly less, so that 100 m are within a radius of 100 m. */
const place = (north: number, east = 0) => ({
  latitude: origin.latitude + north / 112_000,
  longitude: origin.longitude + east / (112_000 * Math.cos((origin.latitude * Math.PI) / 180)),
})
const stop = (north: number, given: Partial<WatchedStop> = {}): WatchedStop => ({
  ...place(north),
  isPickup: false,
  settledAt: null,
  isReached: false,
  ...given,
})
/** `[seconds, metres north, km/h, metres east]` */
type Given = readonly [number, number, (number | null)?, number?]
const fixOf = ([seconds, north, speedKmh = null, east = 0]: Given): StopFix => ({
  at: seconds * 1000,
  speedKmh,
  ...place(north, east),
})
function visitsOf(stops: readonly WatchedStop[], fixes: readonly Given[]): Map<number, StopVisit> {
  const watch = newWatch()
  for (const fix of fixes) watchStops(watch, stops, fixOf(fix))
  return watch.visits
}
const secondsOf = (visit: StopVisit | undefined) =>
  visit && [visit.arrivedAt / 1000, visit.departedAt === null ? null : visit.departedAt / 1000]
/** Drives north from one place to another at 10 m/s with a report every 10 s, without the last. */
const drive = (from: number, to: number, start: number): Given[] =>
  Array.from({ length: Math.abs(to - from) / 100 }, (_, at) => [
    start + at * 10,
    from + Math.sign(to - from) * at * 100,
  ])
const stand = (at: number, start: number, seconds: number): Given[] =>
  Array.from({ length: seconds / 10 }, (_, index) => [start + index * 10, at])

describe('an arrival', () => {
  it('is the first place near the stop, once the vehicle stood there', () => {
    const fixes = [...drive(-1000, 0, 0), ...stand(0, 100, 60)]
    expect(secondsOf(visitsOf([stop(0)], fixes).get(0))).toEqual([90, null])
  })
  it('is not noticed while the vehicle drives past', () => {
    expect(visitsOf([stop(0)], drive(-1000, 1000, 0)).size).toBe(0)
  })
  it('takes a vehicle that slows down to walking speed at once, and not a single place', () => {
    const slow: Given[] = [
      [0, -300, 30],
      [10, -80, 20],
      [15, -10, 2],
    ]
    expect(visitsOf([stop(0)], slow).size).toBe(1)
    expect(
      visitsOf(
        [stop(0)],
        [
          [0, -300, 30],
          [10, -80, 2],
        ],
      ).size,
    ).toBe(0)
  })
  it('ignores speeds of 0 of a receiver that never reports any', () => {
    expect(
      visitsOf(
        [stop(0)],
        drive(-1000, 1000, 0).map(([at, north]) => [at, north, 0] as const),
      ).size,
    ).toBe(0)
  })
  it('is assumed where reports are too rare to see the vehicle stand', () => {
    const fixes: Given[] = [
      [0, -600],
      [60, 10],
      [120, 700],
    ]
    expect(secondsOf(visitsOf([stop(0)], fixes).get(0))).toEqual([60, 60])
  })
  it('is not assumed at the speed of a motorway', () => {
    expect(
      visitsOf(
        [stop(0)],
        [
          [0, -2000],
          [60, 10],
          [120, 2000],
        ],
      ).size,
    ).toBe(0)
    expect(
      visitsOf(
        [stop(0)],
        [
          [0, -600, 50],
          [60, 10, 60],
          [120, 700, 50],
        ],
      ).size,
    ).toBe(0)
  })
  it('is noticed when the vehicle waits at the stop already as the watch begins', () => {
    expect(secondsOf(visitsOf([stop(0)], stand(20, 0, 60)).get(0))).toEqual([0, null])
  })
})

describe('a jump', () => {
  it('to the stop and back is no arrival', () => {
    const fixes: Given[] = [...stand(-3000, 0, 60), [60, 0], ...stand(-3000, 70, 60)]
    expect(visitsOf([stop(0)], fixes).size).toBe(0)
  })
  it('of a receiver that reports rarely is no arrival either', () => {
    const fixes: Given[] = [
      [0, -900],
      [60, -900],
      [120, 0],
      [180, -900],
      [240, -900],
    ]
    expect(visitsOf([stop(0)], fixes).size).toBe(0)
  })
  it('away from the stop is no departure, and no second arrival follows', () => {
    const fixes = [...drive(-1000, 0, 0), ...stand(0, 100, 60), [160, 5000] as const, ...stand(0, 170, 60)]
    expect(secondsOf(visitsOf([stop(0)], fixes).get(0))).toEqual([90, null])
  })
  it('adds no distance, even if the vehicle is really there', () => {
    const fixes = [
      ...drive(-1000, 0, 0),
      ...stand(20_000, 110, 30),
      ...drive(20_000, 21_000, 140),
      ...stand(21_000, 240, 60),
    ]
    const driven = visitsOf([stop(21_000)], fixes).get(0)?.distanceMetres ?? 0
    expect(driven).toBeGreaterThan(1_600)
    expect(driven).toBeLessThan(2_100)
  })
})

describe('a departure', () => {
  it('is the last place near the stop, once two places were beyond the larger radius', () => {
    const arrived = [...drive(-1000, 0, 0), ...stand(0, 100, 60)]
    expect(secondsOf(visitsOf([stop(0)], [...arrived, [160, 190]]).get(0))).toEqual([90, null])
    const gone = [...arrived, ...drive(0, 500, 160)]
    expect(secondsOf(visitsOf([stop(0)], gone).get(0))).toEqual([90, 170])
  })
  it('is not noticed while the receiver wanders', () => {
    const wander: Given[] = [70, -120, 150, 40, -160, 90, 130, -20].map((east, at) => [
      160 + at * 10,
      0,
      null,
      east,
    ])
    const visits = visitsOf([stop(0)], [...drive(-1000, 0, 0), ...stand(0, 100, 60), ...wander])
    expect(secondsOf(visits.get(0))).toEqual([90, null])
  })
})

describe('the stops of a service', () => {
  const round = (): Given[] => [
    ...drive(-1000, 0, 0),
    ...stand(0, 100, 60),
    ...drive(0, 2000, 160),
    ...stand(2000, 360, 60),
    ...drive(2000, 0, 420),
    ...stand(0, 620, 60),
  ]
  it('are visited in their order, also a place that occurs twice', () => {
    const visits = visitsOf([stop(0), stop(2000), stop(0)], round())
    expect([0, 1, 2].map((index) => secondsOf(visits.get(index)))).toEqual([
      [90, 170],
      [350, 430],
      [610, null],
    ])
  })
  it('measure what was driven since the arrival before', () => {
    const visits = visitsOf([stop(0), stop(2000), stop(0)], round())
    for (const [index, metres] of [900, 2000, 1800].entries())
      expect(Math.abs((visits.get(index)?.distanceMetres ?? 0) - metres)).toBeLessThan(120)
  })
  it('measure the way from a stop that a person recorded', () => {
    const stops = [stop(-5000, { settledAt: 160_000, isReached: true }), stop(2000)]
    const driven = visitsOf(stops, round()).get(1)?.distanceMetres ?? 0
    expect(Math.abs(driven - 1900)).toBeLessThan(150)
  })
  it('in one place are reached and left together', () => {
    const visits = visitsOf([stop(0), stop(10), stop(2000)], round())
    expect([0, 1].map((index) => secondsOf(visits.get(index)))).toEqual([
      [90, 170],
      [90, 170],
    ])
    expect(visits.get(1)?.distanceMetres).toBe(0)
  })
  it('are passed over once cancelled', () => {
    const visits = visitsOf([stop(0), stop(1000, { settledAt: 150_000 }), stop(2000)], round())
    expect([...visits.keys()]).toEqual([0, 2])
  })
  it('wait for a stop until the moment in which somebody recorded it', () => {
    const visits = visitsOf([stop(0, { settledAt: 300_000 }), stop(2000)], round())
    expect(secondsOf(visits.get(0))).toEqual([90, 170])
  })
  it('are reached when a person confirms it while the vehicle is near, from its first place there', () => {
    const near: Given[] = [...drive(-1000, -100, 0), [90, -90], [100, 90], ...drive(200, 800, 110)]
    expect(visitsOf([stop(0)], near).size).toBe(0)
    const confirmed = visitsOf([stop(0, { isReached: true, settledAt: 95_000 })], near)
    expect(secondsOf(confirmed.get(0))).toEqual([90, 100])
  })
  it('may be visited in another order, but nobody is dropped before being picked up', () => {
    const fixes = round().slice(10)
    const stops = (isPickup: boolean) => [stop(5000, { isPickup }), stop(2000)]
    expect([...visitsOf(stops(false), fixes).keys()]).toEqual([1])
    expect([...visitsOf(stops(true), fixes).keys()]).toEqual([])
  })
})

describe('the reports', () => {
  it('count once and only in order: repeated and late ones change nothing', () => {
    const fixes = [...drive(-1000, 0, 0), ...stand(0, 100, 60), ...drive(0, 500, 160)]
    const again = fixes.flatMap((fix, at) => [fix, fixes[Math.max(0, at - 3)] as Given, fix])
    expect(visitsOf([stop(0)], again)).toEqual(visitsOf([stop(0)], fixes))
  })
  it('of a standing vehicle add no distance, whatever its receiver says about the place', () => {
    const standing: Given[] = Array.from({ length: 200 }, (_, at) => [
      at * 10,
      -1000 + (at % 3) * 40,
      1,
      (at % 5) * 20,
    ])
    const fixes = [
      ...standing,
      ...drive(-1000, 0, 2000).map(([at, north]) => [at, north, 36] as const),
      ...stand(0, 2100, 60),
    ]
    const driven = visitsOf([stop(0)], fixes).get(0)?.distanceMetres ?? 0
    expect(Math.abs(driven - 930)).toBeLessThan(150)
  })
})
