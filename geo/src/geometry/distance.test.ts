import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bearingDegrees, destination, distanceMetres, headingDifferenceDegrees } from './distance.ts'

const places = fc.record({
  latitude: fc.double({ min: -85, max: 85, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})
const nearMetres = fc.double({ min: 1, max: 200_000, noNaN: true })
const bearings = fc.double({ min: 0, max: 359.999, noNaN: true })

describe('distance', () => {
  test('from the Ángel to the Zócalo is 3.7 km, a little north of east', () => {
    const angel = { latitude: 19.42702, longitude: -99.16769 }
    const zocalo = { latitude: 19.4326, longitude: -99.1332 }
    expect(distanceMetres(angel, zocalo)).toBeCloseTo(3_670, -2)
    expect(bearingDegrees(angel, zocalo)).toBeCloseTo(80.3, 0)
  })

  test('is the same both ways and never negative', () => {
    fc.assert(
      fc.property(places, places, (from, to) => {
        expect(distanceMetres(from, to)).toBeGreaterThanOrEqual(0)
        expect(distanceMetres(from, to)).toBeCloseTo(distanceMetres(to, from), 5)
      }),
    )
  })

  test('the destination lies at the distance and the bearing asked for', () => {
    fc.assert(
      fc.property(places, bearings, nearMetres, (from, bearing, metres) => {
        const reached = destination(from, bearing, metres)
        expect(Math.abs(distanceMetres(from, reached) - metres)).toBeLessThan(0.001 + metres * 1e-6)
        if (metres > 100)
          expect(headingDifferenceDegrees(bearingDegrees(from, reached), bearing)).toBeLessThan(0.01)
      }),
    )
  })

  test('opposite headings differ by 180 degrees, over north too', () => {
    expect(headingDifferenceDegrees(350, 170)).toBe(180)
    expect(headingDifferenceDegrees(350, 10)).toBe(20)
  })
})
