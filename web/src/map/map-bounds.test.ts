import { expect, it } from 'vitest'
import { hasLeftView, isFarFrom, isInBounds, viewBounds } from './map-bounds.ts'

const fiji = { west: 177, south: -20, east: -178, north: -15 }

it('splits nothing for a view across the date line: its west is greater than its east; the world is requested once', () => {
  expect(viewBounds({ west: 177, south: -20, east: 182, north: -15 })).toEqual(fiji)
  expect(viewBounds({ west: -183, south: -20, east: -178, north: -15 })).toEqual(fiji)
  expect(viewBounds({ west: -261.5, south: -91, east: 258.5, north: 91 })).toEqual({
    west: -180,
    south: -90,
    east: 180,
    north: 90,
  })
  expect(viewBounds({ west: -99.1234567, south: 19.1, east: -99, north: 19.2 }).west).toBe(-99.12346)
})

it('tests whether a place is inside, on both sides of the date line', () => {
  const within = (longitude: number, latitude = -17) => isInBounds(fiji, { latitude, longitude })
  expect([178, 180, -180, -179].map((longitude) => within(longitude))).toEqual([true, true, true, true])
  expect([176, -177, 0].map((longitude) => within(longitude))).toEqual([false, false, false])
  expect(within(178, 0)).toBe(false)
  expect(isInBounds({ ...fiji, west: -178, east: 177 }, { latitude: -17, longitude: 0 })).toBe(true)
})

it('treats a move of a few pixels as the same view, and another zoom or place as a new one', () => {
  const moved = (east: number, north = 0, wider = 0) => ({
    west: 177 + east - wider,
    south: -20 + north - wider,
    east: -178 + east + wider,
    north: -15 + north + wider,
  })
  expect(isFarFrom(fiji, moved(0.5, 0.5))).toBe(false)
  expect(isFarFrom(fiji, moved(-0.5))).toBe(false)
  expect(isFarFrom(fiji, moved(0.7))).toBe(true)
  expect(isFarFrom(fiji, moved(0, 0.7))).toBe(true)
  expect(isFarFrom(fiji, moved(0, 0, 1))).toBe(true)
  expect(isFarFrom(fiji, { ...fiji, west: 179, east: -176 })).toBe(true)
})

it('finds what left the view, but not what was outside of it before', () => {
  const view = { west: -99.2, south: 19.3, east: -99.1, north: 19.5 }
  const inside = { latitude: 19.4, longitude: -99.15 }
  const outside = { latitude: 19.4, longitude: -99.3 }
  const farther = { latitude: 19.4, longitude: -99.4 }
  expect(hasLeftView(view, inside, outside)).toBe(true)
  expect(hasLeftView(view, outside, farther)).toBe(false)
  expect(hasLeftView(view, inside, inside)).toBe(false)
  expect(hasLeftView(null, inside, outside)).toBe(false)
})
