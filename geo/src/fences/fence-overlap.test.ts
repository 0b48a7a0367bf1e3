import { describe, expect, it, test } from 'vitest'
import { destination } from '../geometry/distance.ts'
import type { Coordinates } from '../units.ts'
import { fencesOverlap, overlapsOf } from './fence-overlap.ts'
import type { FenceShape, RouteShape } from './fence-shape.ts'

const zocalo = { latitude: 19.4326, longitude: -99.1332 }
const meridian = { latitude: 10, longitude: 179.999 }
const east = (metres: number, north = 0, from: Coordinates = zocalo) =>
  destination(destination(from, 90, metres), 0, north)
/** Two kilometres to the east, 30 m to each side. */
const route = (from: Coordinates = zocalo): RouteShape => ({
  kind: 'route',
  path: [from, east(900, 0, from), east(2_000, 0, from)],
  halfWidthMetres: 30,
  mode: 'two_way',
})
const circle = (center: Coordinates, radiusMetres: number): FenceShape => ({
  kind: 'circle',
  center,
  radiusMetres,
})
const box = (west: number, south: number, to: number, north: number, from?: Coordinates): FenceShape => ({
  kind: 'polygon',
  corners: [east(west, south, from), east(to, south, from), east(to, north, from), east(west, north, from)],
})

describe.each([
  ['in Mexico City', zocalo],
  ['over the date line', meridian],
])('a corridor %s', (_where, from) => {
  const overlaps = overlapsOf(route(from))
  const at = (metres: number, north = 0) => east(metres, north, from)

  it.each<[string, FenceShape, boolean]>([
    ['a circle on the path', circle(at(500), 20), true],
    ['a circle that reaches into it', circle(at(500, 120), 95), true],
    ['a circle beside it', circle(at(500, 120), 85), false],
    ['a circle beyond its end', circle(at(2_200), 150), false],
    ['a circle around all of it', circle(at(1_000), 5_000), true],
    ['a polygon that crosses it between all vertices', box(1_400, -500, 1_500, 500, from), true],
    ['a polygon around all of it', box(-500, -500, 2_500, 500, from), true],
    ['a polygon within it', box(100, -10, 120, 10, from), true],
    ['a polygon whose long side runs in it', box(-4_000, 20, 6_000, 400, from), true],
    ['a polygon whose long side runs beside it', box(-4_000, 40, 6_000, 400, from), false],
    ['a polygon far away', box(50_000, 40, 60_000, 400, from), false],
    [
      'a route that crosses it',
      { kind: 'route', path: [at(700, -400), at(700, 400)], halfWidthMetres: 5, mode: 'free' },
      true,
    ],
    [
      'a route beside it',
      { kind: 'route', path: [at(-400, 90), at(4_000, 90)], halfWidthMetres: 50, mode: 'free' },
      false,
    ],
    [
      'a route whose corridor meets it',
      { kind: 'route', path: [at(-400, 90), at(4_000, 90)], halfWidthMetres: 65, mode: 'free' },
      true,
    ],
  ])('and %s', (_what, other, expected) => {
    expect(overlaps(other)).toBe(expected)
  })
})

const place = (north: number, east: number, longitude = -99) => ({
  latitude: 19 + north / 111_195,
  longitude: longitude + east / (111_195 * Math.cos((19 * Math.PI) / 180)),
})
const circleAt = (north: number, east: number, radiusMetres: number, longitude?: number): FenceShape => ({
  kind: 'circle',
  center: place(north, east, longitude),
  radiusMetres,
})
const rectangle = (south: number, north: number, west: number, east: number): FenceShape => ({
  kind: 'polygon',
  corners: [place(south, west), place(south, east), place(north, east), place(north, west)],
})
const routeOf = (...path: [number, number][]): FenceShape => ({
  kind: 'route',
  path: path.map(([north, east]) => place(north, east)),
  halfWidthMetres: 20,
  mode: 'free',
})

test.each<[string, FenceShape, FenceShape, boolean]>([
  ['circles that meet', circleAt(0, 0, 100), circleAt(0, 150, 100), true],
  ['circles apart', circleAt(0, 0, 100), circleAt(0, 250, 100), false],
  ['circles whose boxes meet only', circleAt(0, 0, 100), circleAt(180, 180, 100), false],
  ['a circle within a polygon', circleAt(0, 0, 10), rectangle(-500, 500, -500, 500), true],
  [
    'polygons that cross without a vertex in the other',
    rectangle(-50, 50, -500, 500),
    rectangle(-500, 500, -50, 50),
    true,
  ],
  ['polygons side by side', rectangle(0, 100, 0, 100), rectangle(0, 100, 150, 250), false],
  ['a route through a circle', routeOf([0, -500], [0, 500]), circleAt(0, 0, 100), true],
  ['a route beside a circle', routeOf([150, -500], [150, 500]), circleAt(0, 0, 100), false],
])('%s', (_, one, other, isOverlap) => {
  expect([fencesOverlap(one, other), fencesOverlap(other, one)]).toEqual([isOverlap, isOverlap])
})

test('circles on both sides of the 180th meridian', () => {
  const east = circleAt(0, -50, 100, 180)
  const west: FenceShape = {
    kind: 'circle',
    center: { latitude: 19, longitude: -179.9995 },
    radiusMetres: 100,
  }
  expect([fencesOverlap(east, west), fencesOverlap(west, east)]).toEqual([true, true])
})
