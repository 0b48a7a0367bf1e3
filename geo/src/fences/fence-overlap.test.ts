import { expect, test } from 'vitest'
import { fencesOverlap } from './fence-overlap.ts'
import type { FenceShape } from './fence-shape.ts'

const place = (north: number, east: number, longitude = -99) => ({
  latitude: 19 + north / 111_195,
  longitude: longitude + east / (111_195 * Math.cos((19 * Math.PI) / 180)),
})
const circle = (north: number, east: number, radiusMetres: number, longitude?: number): FenceShape => ({
  kind: 'circle',
  center: place(north, east, longitude),
  radiusMetres,
})
const rectangle = (south: number, north: number, west: number, east: number): FenceShape => ({
  kind: 'polygon',
  corners: [place(south, west), place(south, east), place(north, east), place(north, west)],
})
const route = (...path: [number, number][]): FenceShape => ({
  kind: 'route',
  path: path.map(([north, east]) => place(north, east)),
  halfWidthMetres: 20,
  mode: 'free',
})

test.each<[string, FenceShape, FenceShape, boolean]>([
  ['circles that meet', circle(0, 0, 100), circle(0, 150, 100), true],
  ['circles apart', circle(0, 0, 100), circle(0, 250, 100), false],
  ['circles whose boxes meet only', circle(0, 0, 100), circle(180, 180, 100), false],
  ['a circle within a polygon', circle(0, 0, 10), rectangle(-500, 500, -500, 500), true],
  [
    'polygons that cross without a vertex in the other',
    rectangle(-50, 50, -500, 500),
    rectangle(-500, 500, -50, 50),
    true,
  ],
  ['polygons side by side', rectangle(0, 100, 0, 100), rectangle(0, 100, 150, 250), false],
  ['a route through a circle', route([0, -500], [0, 500]), circle(0, 0, 100), true],
  ['a route beside a circle', route([150, -500], [150, 500]), circle(0, 0, 100), false],
])('%s', (_, one, other, isOverlap) => {
  expect([fencesOverlap(one, other), fencesOverlap(other, one)]).toEqual([isOverlap, isOverlap])
})

test('circles on both sides of the 180th meridian', () => {
  const east = circle(0, -50, 100, 180)
  const west: FenceShape = {
    kind: 'circle',
    center: { latitude: 19, longitude: -179.9995 },
    radiusMetres: 100,
  }
  expect([fencesOverlap(east, west), fencesOverlap(west, east)]).toEqual([true, true])
})
