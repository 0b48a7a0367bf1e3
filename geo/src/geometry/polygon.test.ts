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
  it('is one whichever its first corner, direction and orientation', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 }))
    fc.assert(
      fc.property(fc.array(corner, { minLength: 3, maxLength: 8 }), fc.nat(), (ring, first) => {
        const at = first % ring.length
        const expected = isSimplePolygon(ring)
        expect(isSimplePolygon([...ring.slice(at), ...ring.slice(0, at)])).toBe(expected)
        expect(isSimplePolygon(ring.toReversed())).toBe(expected)
        // The sweep goes from west to east: turned by a right angle, it meets the sides in another order.
        expect(isSimplePolygon(ring.map(([x, y]) => [y, 5 - x]))).toBe(expected)
      }),
      { numRuns: 2_000 },
    )
  })
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
  it('is found as by comparing every two sides', () => {
    const grid = fc.integer({ min: 0, max: 6 })
    const corners = fc.uniqueArray(fc.tuple(grid, grid), {
      minLength: 4,
      maxLength: 7,
      selector: ([x, y]) => x * 7 + y,
    })
    fc.assert(
      fc.property(corners, (ring) => {
        expect(isSimplePolygon(ring)).toBe(!haveCommonPlace(ring))
      }),
    )
  })
  it('has its sides compared quickly, also where all span its width', () => {
    const teeth = Array.from({ length: 2_500 }, (_, at): [number, number][] => [
      [at % 2 === 0 ? 1 : 10, at],
      [at % 2 === 0 ? 10 : 1, at],
    ]).flat()
    expect(isSimplePolygon([...teeth, [0, 2_500], [0, 0]])).toBe(true)
    expect(isSimplePolygon([...teeth, [0, 2_500], [0, 0], [5, 0.5], [0, 0.2]])).toBe(false)
  })
})

/** Whether two sides that are no neighbours have a common place, or two neighbours more than their corner. */
function haveCommonPlace(ring: Ring): boolean {
  const side = (at: number) => [
    ring[at % ring.length] as Ring[number],
    ring[(at + 1) % ring.length] as Ring[number],
  ]
  const between = (value: number) => value >= 0 && value <= 1
  return ring.some((_, one) =>
    ring.some((__, other) => {
      if (one >= other) return false
      const [[ax = 0, ay = 0] = [], [bx = 0, by = 0] = []] = side(one)
      const [[cx = 0, cy = 0] = [], [dx = 0, dy = 0] = []] = side(other)
      const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
      const isNeighbour = other === one + 1 || (one === 0 && other === ring.length - 1)
      if (across !== 0) {
        const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across
        const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across
        return !isNeighbour && between(s) && between(t)
      }
      if ((bx - ax) * (cy - ay) !== (by - ay) * (cx - ax)) return false
      const along = (x: number, y: number) => (x - ax) * (bx - ax) + (y - ay) * (by - ay)
      const [from, to] = [along(cx, cy), along(dx, dy)].sort((one_, other_) => one_ - other_) as [
        number,
        number,
      ]
      const length = along(bx, by)
      return isNeighbour ? Math.min(to, length) > Math.max(from, 0) : to >= 0 && from <= length
    }),
  )
}
