import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFenceIndex } from './fence-index.ts'
import { prepareFence } from './prepared-fence.ts'
import { shapeAndWay, shapesAndWay, starPolygon } from './testing/fence-samples.ts'
import { placeBetween, slowDepth } from './testing/slow-depth.ts'

const center = { latitude: 19.4326, longitude: -99.1332 }

describe('the depth of a place in a fence', () => {
  it('agrees with the distance on the sphere to the nearest side, also over the 180th meridian', () => {
    fc.assert(
      fc.property(shapeAndWay, ({ shape, from }) => {
        const exact = slowDepth(shape, from)
        const tolerance = 0.05 + Math.abs(exact) / 500
        expect(Math.abs(prepareFence(shape).depthMetres(from) - exact)).toBeLessThan(tolerance)
      }),
      { numRuns: 300 },
    )
  })
  it('agrees for a polygon of 10,000 corners', () => {
    const polygon = starPolygon(
      center,
      Array.from({ length: 10_000 }, (_, at) => 2_000 + 40 * (at % 7)),
    )
    const fence = prepareFence(polygon)
    for (const latitude of [19.4326, 19.4506, 19.452, 19.47])
      expect(fence.depthMetres({ latitude, longitude: -99.13 })).toBeCloseTo(
        slowDepth(polygon, { latitude, longitude: -99.13 }),
        0,
      )
  })
})

describe('the way between two places', () => {
  it('is inside a fence where its places are', () => {
    fc.assert(
      fc.property(shapeAndWay, fc.double({ min: 0, max: 1, noNaN: true }), ({ shape, from, to }, share) => {
        const depth = slowDepth(shape, placeBetween(from, to, share))
        fc.pre(Math.abs(depth) > 2)
        const parts = prepareFence(shape).insideBetween(from, to)
        expect(parts.some(([start, end]) => start <= share && share <= end)).toBe(depth > 0)
      }),
      { numRuns: 500 },
    )
  })
  it('passes through a fence between two reports outside', () => {
    const fence = prepareFence({ kind: 'circle', center, radiusMetres: 100 })
    const [west, east] = [-99.1352, -99.1312].map((longitude) => ({ ...center, longitude }))
    const [[enter, leave] = [0, 0]] = fence.insideBetween(west as typeof center, east as typeof center)
    expect(enter).toBeCloseTo(0.26, 1)
    expect(enter + leave).toBeCloseTo(1, 5)
  })
})

describe('the index of fences', () => {
  it('finds every fence that a scan finds within 100 m or crossed by the way', () => {
    fc.assert(
      fc.property(shapesAndWay, ({ shapes, way: { from, to } }) => {
        const index = createFenceIndex(shapes.map((shape, at) => [`${at}`, shape] as const))
        const near = new Set(index.near(to).map(({ id }) => id))
        const crossed = new Set(index.near(to, from).map(({ id }) => id))
        for (const [at, shape] of shapes.entries()) {
          if (slowDepth(shape, to) > -99) expect(near).toContain(`${at}`)
          if (prepareFence(shape).insideBetween(from, to).length > 0) expect(crossed).toContain(`${at}`)
        }
      }),
      { numRuns: 200 },
    )
  })
  it('takes a changed fence in and leaves the others prepared', () => {
    const circle = { kind: 'circle', center, radiusMetres: 100 } as const
    const away = { ...center, latitude: 20 }
    const first = createFenceIndex([
      ['one', circle],
      ['two', circle],
      ['three', circle],
    ])
    const second = first.with([
      ['one', { ...circle, center: away }],
      ['two', null],
    ])
    expect(second.near(center).map(({ id }) => id)).toEqual(['three'])
    expect(second.near(away).map(({ id }) => id)).toEqual(['one'])
    expect(second.get('three')).toBe(first.get('three'))
    expect([second.size, first.size, first.near(center).length]).toEqual([2, 3, 3])
    expect(createFenceIndex([]).near(center)).toEqual([])
  })
})
