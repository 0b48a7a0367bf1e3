import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSimplePolygon, polygonContains, type Ring } from './polygon.ts'

const square: Ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [0, 4],
]
/** A square with a notch from above, whose tip is at [2, 1]. */
const notched: Ring = [
  [0, 0],
  [4, 0],
  [4, 4],
  [2, 1],
  [0, 4],
]
const overDateLine: Ring = [
  [179, -1],
  [-179, -1],
  [-179, 1],
  [179, 1],
]
const at = (longitude: number, latitude: number) => ({ longitude, latitude })

describe('whether a polygon contains a place', () => {
  it('is decided inside, outside and in a notch', () => {
    expect(polygonContains(square, at(1, 1))).toBe(true)
    expect(polygonContains(square, at(5, 1))).toBe(false)
    expect(polygonContains(notched, at(2, 3))).toBe(false)
    expect(polygonContains(notched, at(2, 0.5))).toBe(true)
  })
  it('is decided across the 180th meridian', () => {
    expect(polygonContains(overDateLine, at(179.5, 0))).toBe(true)
    expect(polygonContains(overDateLine, at(-179.5, 0))).toBe(true)
    expect(polygonContains(overDateLine, at(0, 0))).toBe(false)
  })
  it('depends neither on the first corner nor on the direction', () => {
    const place = fc.record({
      longitude: fc.double({ min: -1, max: 5, noNaN: true }),
      latitude: fc.double({ min: -1, max: 5, noNaN: true }),
    })
    fc.assert(
      fc.property(place, fc.integer({ min: 0, max: 4 }), (where, first) => {
        const turned = [...notched.slice(first), ...notched.slice(0, first)]
        const expected = polygonContains(notched, where)
        expect(polygonContains(turned, where)).toBe(expected)
        const edge = notched.some(
          ([longitude, latitude]) => longitude === where.longitude || latitude === where.latitude,
        )
        if (!edge) expect(polygonContains([...turned].reverse(), where)).toBe(expected)
      }),
    )
  })
})

describe('a simple polygon', () => {
  it('may have a notch, or cross the 180th meridian', () => {
    for (const ring of [square, notched, overDateLine, square.slice(0, 3)])
      expect(isSimplePolygon(ring)).toBe(true)
  })
  it.each<[string, Ring]>([
    ['crosses itself', [square[0], square[2], square[1], square[3]] as Ring],
    ['has a corner twice in a row', [...square, [0, 4]] as Ring],
    [
      'visits a corner twice',
      [
        [0, 0],
        [4, 0],
        [2, 2],
        [4, 4],
        [0, 4],
        [2, 2],
      ] as Ring,
    ],
    [
      'turns back on itself',
      [
        [0, 0],
        [4, 0],
        [2, 0],
        [2, 3],
      ] as Ring,
    ],
    [
      'is flat',
      [
        [0, 0],
        [2, 0],
        [4, 0],
      ] as Ring,
    ],
    ['has two corners', square.slice(0, 2)],
  ])('does not: %s', (_name, ring) => {
    expect(isSimplePolygon(ring)).toBe(false)
  })
})
