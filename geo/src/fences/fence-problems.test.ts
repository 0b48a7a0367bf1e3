import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isSimplePolygon } from '../geometry/polygon.ts'
import { problemsOf } from './fence-problems.ts'
import type { FenceShape } from './fence-shape.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const polygon = (...corners: readonly (readonly [number, number])[]): FenceShape => ({
  kind: 'polygon',
  corners: corners.map(([latitude, longitude]) => at(latitude, longitude)),
})
const circle = (radiusMetres: number, center = at(19, -99)): FenceShape => ({
  kind: 'circle',
  center,
  radiusMetres,
})
const route = (halfWidthMetres: number, ...path: ReturnType<typeof at>[]): FenceShape => ({
  kind: 'route',
  path,
  halfWidthMetres,
  mode: 'one_way',
})

describe('a shape of a fence', () => {
  it.each([
    ['a circle', circle(250)],
    ['a polygon', polygon([0, 0], [0, 1], [1, 1])],
    ['a polygon over the 180th meridian', polygon([0, 179], [0, -179], [1, -179], [1, 179])],
    ['a route over the 180th meridian', route(20, at(0, 179.9), at(0, -179.9))],
    ['a route that crosses itself', route(20, at(0, 0), at(1, 1), at(1, 0), at(0, 1))],
  ])('may be %s', (_name, shape) => {
    expect(problemsOf(shape)).toEqual([])
  })
  it.each([
    ['no number', circle(Number.NaN), { code: 'not_finite' }],
    ['an endless corridor', route(Infinity, at(0, 0), at(0, 1)), { code: 'not_finite' }],
    ['a latitude beyond the pole', circle(10, at(91, 0)), { code: 'outside_world' }],
    ['a radius of 0 m', circle(0), { code: 'no_width' }],
    ['a corridor of 0 m', route(0, at(0, 0), at(0, 1)), { code: 'no_width' }],
    ['two corners', polygon([0, 0], [1, 1]), { code: 'too_few_vertices' }],
    ['a corner repeated', polygon([0, 0], [1, 1], [0, 0]), { code: 'too_few_vertices' }],
    ['a path of one place', route(10, at(0, 0), at(0, 0)), { code: 'too_few_vertices' }],
    ['a circle over the pole', circle(2_000, at(89.99, 0)), { code: 'over_pole' }],
    ['a polygon around the pole', polygon([80, 0], [80, 120], [80, -120]), { code: 'over_pole' }],
    ['half the world', polygon([0, -100], [0, 0], [0, 100], [10, 0]), { code: 'too_wide' }],
    ['crossing sides', polygon([0, 0], [1, 1], [1, 0], [0, 1]), { code: 'sides_cross', sides: [0, 2] }],
    ['a spike', polygon([0, 0], [0, 4], [0, 2], [3, 2]), { code: 'sides_cross', sides: [0, 1] }],
    [
      'crossing sides over the 180th meridian',
      polygon([0, 179], [1, -179], [1, 179], [0, -179]),
      { code: 'sides_cross', sides: [0, 2] },
    ],
  ])('may not have %s', (_name, shape, problem) => {
    expect(problemsOf(shape)).toEqual([problem])
  })
  it('has at most 10,000 vertices, and is checked within a second with so many', () => {
    const ring = (count: number) =>
      polygon(
        ...Array.from({ length: count }, (_, step): [number, number] => {
          const angle = (2 * Math.PI * step) / count
          return [Math.sin(angle), Math.cos(angle)]
        }),
      )
    expect(problemsOf(ring(10_000))).toEqual([])
    expect(problemsOf(ring(10_001))).toEqual([{ code: 'too_many_vertices', limit: 10_000 }])
  })
  it('has a pair of sides to show wherever it is not simple', () => {
    const corner = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(fc.array(corner, { minLength: 4, maxLength: 9 }), (corners) => {
        const [problem] = problemsOf(polygon(...corners))
        fc.pre(problem?.code !== 'too_few_vertices')
        const isSimple = isSimplePolygon(corners.map(([latitude, longitude]) => [longitude, latitude]))
        expect(problem === undefined).toBe(isSimple)
        if (!isSimple) expect(problem).toMatchObject({ sides: [expect.any(Number), expect.any(Number)] })
      }),
      { numRuns: 1_000 },
    )
  })
})
