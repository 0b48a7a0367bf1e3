import { distanceMetres } from '@rumbo/geo/geometry/distance'
import { expect, it } from 'vitest'
import {
  circleRing,
  corridorPixels,
  handleFeatures,
  middleOf,
  outlineFeatures,
  placesOfDraft,
} from './draft-features.rules.ts'
import { reduceDraft } from './draft-history.rules.ts'
import { drivenPath, lengthOf } from './driven-path.rules.ts'
import { startDraft } from './shape-draft.rules.ts'
import { problemOfDraft } from './shape-problems.rules.ts'

const at = (latitude: number, longitude: number) => ({ latitude, longitude })
const square = [at(0, 0), at(0, 1), at(1, 1), at(1, 0)]
const closed = startDraft({ kind: 'polygon', corners: square })

it('has a handle at each corner and between any two, the last of which is on the closing side', () => {
  const roles = handleFeatures(closed.draft, 2).map(({ properties }) => [
    properties?.role,
    properties?.at,
    properties?.isChosen,
  ])
  expect(roles.filter(([role]) => role === 'midpoint').map(([, index]) => index)).toEqual([4, 1, 2, 3])
  expect(roles.filter(([, , isChosen]) => isChosen)).toEqual([['vertex', 2, true]])
  const open = reduceDraft(closed, { type: 'resume' })
  expect(
    handleFeatures(open.draft, null).filter(({ properties }) => properties?.role === 'midpoint'),
  ).toHaveLength(3)
})

it('shows no midpoints of a shape with many corners, where they would cover it', () => {
  const corners = Array.from({ length: 301 }, (_, index) => at(index / 1000, 0))
  const handles = handleFeatures(startDraft({ kind: 'polygon', corners }).draft, null)
  expect(handles).toHaveLength(301)
})

it('draws the sides that cross', () => {
  const { draft } = startDraft({ kind: 'polygon', corners: [at(0, 0), at(1, 1), at(1, 0), at(0, 1)] })
  const crossing = outlineFeatures(draft, problemOfDraft(draft)).filter(
    ({ properties }) => properties?.part === 'crossing',
  )
  expect(crossing).toHaveLength(2)
})

it('draws the direction of a route only where it has one', () => {
  const parts = (mode: 'one_way' | 'two_way' | 'free') =>
    outlineFeatures(startDraft({ kind: 'route', path: square, halfWidthMetres: 50, mode }).draft, null).map(
      ({ properties }) => properties?.part,
    )
  expect(parts('free')).toEqual(['corridor', 'outline'])
  expect(parts('one_way')).toEqual(['corridor', 'outline', 'arrows_one_way'])
  expect(parts('two_way')).toContain('arrows_two_way')
})

it('continues over the date line instead of going round the world', () => {
  const ring = circleRing(at(-17, 179.99), 5_000)
  const longitudes = ring.map(([longitude]) => longitude)
  expect(Math.max(...longitudes) - Math.min(...longitudes)).toBeLessThan(0.2)
  expect(middleOf(at(0, 179), at(0, -179)).longitude).toBe(180)
})

it('draws a corridor as wide as it is: 100 m to each side are 5.2 pixels at zoom 11 on the equator', () => {
  expect(corridorPixels([at(0, 0), at(0, 1)], 100) * 2 ** 11).toBeCloseTo(5.23, 1)
  expect(corridorPixels([at(60, 0)], 100) / corridorPixels([at(0, 0)], 100)).toBeCloseTo(2, 5)
})

it('fits a map to the whole circle, and draws nothing of a radius that is no number', () => {
  const circle = startDraft({ kind: 'circle', center: at(19, -99), radiusMetres: 1_000 })
  const far = placesOfDraft(circle.draft).map((place) => distanceMetres(at(19, -99), place))
  expect(far.map((metres) => Math.round(metres))).toEqual([1_000, 1_000, 1_000, 1_000])
  const unread = reduceDraft(circle, { type: 'radius', metres: Number.NaN })
  expect(outlineFeatures(unread.draft, null)).toEqual([])
})

it('makes a path of what was driven, without the places where the vehicle stood', () => {
  const path = drivenPath({ latitude: [0, 0, 0.00001, 1, 1], longitude: [0, 0, 0, 0, 1] })
  expect(path).toEqual([at(0, 0), at(1, 0), at(1, 1)])
  expect(lengthOf(path) / 1_000).toBeCloseTo(222.4, 0)
  expect(drivenPath({ latitude: [], longitude: [] })).toEqual([])
})

it('makes few vertices of a driven path whose positions err by some metres', () => {
  const along = Array.from({ length: 100 }, (_, step) => step / 10_000)
  const err = (step: number) => ((step * 7) % 5) / 100_000
  const path = drivenPath({
    latitude: [...along.map((_, step) => 19 + err(step)), ...along.map((north) => 19 + north)],
    longitude: [...along, ...along.map((_, step) => 0.01 + err(step))],
  })
  expect(path[0]).toEqual(at(19, 0))
  expect(path.at(-1)?.latitude).toBeCloseTo(19.0099)
  expect(path.length).toBeLessThan(8)
  const corner = Math.min(...path.map((place) => distanceMetres(place, at(19, 0.01))))
  expect(corner).toBeLessThan(12)
})
