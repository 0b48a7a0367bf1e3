import { expect, test } from 'vitest'
import { createAreaFinder } from './area-finder.ts'

const square = (name: string, longitude: number, latitude: number, size: number) => ({
  name,
  corners: [
    [longitude - size, latitude - size],
    [longitude + size, latitude - size],
    [longitude + size, latitude + size],
    [longitude - size, latitude + size],
  ] as [number, number][],
})
const at = (longitude: number, latitude: number) => ({ longitude, latitude })

test('finds the smallest of the areas that contain a place', () => {
  const find = createAreaFinder([square('district', 0, 0, 1), square('rank', 0.2, 0.2, 0.1)])
  expect(find(at(0.2, 0.2))?.name).toBe('rank')
  expect(find(at(0.5, 0.5))?.name).toBe('district')
  expect(find(at(2, 0))).toBeNull()
})

test('finds an area over the 180th meridian from both sides', () => {
  const corners: [number, number][] = [
    [179.5, -17],
    [-179.5, -17],
    [-179.5, -16],
    [179.5, -16],
  ]
  const find = createAreaFinder([{ corners }])
  expect(
    [find(at(179.8, -16.5)), find(at(-179.8, -16.5)), find(at(0, -16.5))].map((area) => area !== null),
  ).toEqual([true, true, false])
})

test('finds nothing among no areas, or one without corners', () => {
  expect(createAreaFinder([])(at(0, 0))).toBeNull()
  expect(createAreaFinder([{ corners: [] }])(at(0, 0))).toBeNull()
})
