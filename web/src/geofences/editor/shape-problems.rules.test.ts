import type { FenceShape } from '@rumbo/contract/geofences.shapes.contract'
import { expect, it } from 'vitest'
import { reduceDraft } from './draft-history.rules.ts'
import { startDraft } from './shape-draft.rules.ts'
import { crossingSides, problemOfDraft } from './shape-problems.rules.ts'

type Pair = [latitude: number, longitude: number]
const places = (pairs: Pair[]) => pairs.map(([latitude, longitude]) => ({ latitude, longitude }))
const polygon = (...pairs: Pair[]): FenceShape => ({ kind: 'polygon', corners: places(pairs) })
const route = (halfWidthMetres: number, ...pairs: Pair[]): FenceShape => ({
  kind: 'route',
  path: places(pairs),
  halfWidthMetres,
  mode: 'free',
})
const circle = (latitude: number, radiusMetres: number): FenceShape => ({
  kind: 'circle',
  center: { latitude, longitude: -99 },
  radiusMetres,
})
const keyOf = (shape: FenceShape | null) =>
  problemOfDraft(startDraft(shape).draft)?.key.split('.').at(-1) ?? null

it('finds nothing wrong with shapes that can be saved, also across the date line', () => {
  const right = [
    polygon([19, -99], [19, -98], [20, -98]),
    polygon([-17, 179], [-17, -179], [-18, -179]),
    route(5, [19, -99], [20, -99]),
    circle(19, 10),
    circle(19, 200_000),
  ]
  expect(right.map(keyOf)).toEqual(right.map(() => null))
})

it('names what is wrong with the others', () => {
  expect(keyOf(null)).toBe('fewCorners')
  expect(keyOf(polygon([19, -99], [19, -98]))).toBe('fewCorners')
  expect(keyOf(polygon([19, -99], [19, -98], [19, -99]))).toBe('sameCorners')
  expect(keyOf(polygon([0, 0], [1, 1], [1, 0], [0, 1]))).toBe('sidesCross')
  expect(keyOf(polygon([80, 0], [80, 120], [80, -120]))).toBe('overPole')
  expect(keyOf(polygon([0, -95], [0, 0], [0, 95], [1, 0]))).toBe('tooWide')
  expect(keyOf(route(50, [19, -99]))).toBe('fewWaypoints')
  expect(keyOf(route(0, [19, -99], [20, -99]))).toBe('halfWidth')
  expect(keyOf(route(Number.NaN, [19, -99], [20, -99]))).toBe('halfWidth')
  expect(keyOf(circle(19, 9.9))).toBe('radius')
  expect(keyOf(circle(89.9999, 5_000))).toBe('overPole')
  const many = Array.from({ length: 10_001 }, (_, at): Pair => [at / 1_000, -99])
  expect(keyOf(route(50, ...many))).toBe('manyVertices')
})

it('points at the two sides that cross, the last of which closes the ring', () => {
  const { draft } = startDraft(polygon([0, 0], [0, 2], [2, 2], [-1, 1]))
  const problem = problemOfDraft(draft)
  expect(problem).toMatchObject({ params: { first: 1, second: 3 }, sides: [0, 2] })
  expect(crossingSides(draft.vertices, problem?.sides)).toEqual([
    places([
      [0, 0],
      [0, 2],
    ]),
    places([
      [2, 2],
      [-1, 1],
    ]),
  ])
})

it('reports the vertex whose text cannot be read before anything else', () => {
  const state = reduceDraft(startDraft(polygon([0, 0], [1, 1], [1, 0], [0, 1])), {
    type: 'type',
    at: 2,
    text: 'here',
  })
  expect(problemOfDraft(state.draft)).toMatchObject({
    key: 'fenceEditor.problem.unread',
    params: { number: 3 },
  })
})
