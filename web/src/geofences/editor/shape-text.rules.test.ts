import { expect, it } from 'vitest'
import { reduceDraft } from './draft-history.rules.ts'
import { type ShapeKind, startDraft } from './shape-draft.rules.ts'
import { readShapeText } from './shape-text.rules.ts'

const read = (text: string, kind: ShapeKind = 'polygon') =>
  readShapeText(text, reduceDraft(startDraft(null), { type: 'kind', kind }).draft)
const refusal = (text: string, kind?: ShapeKind) => {
  const found = read(text, kind)
  return 'refusal' in found ? found.refusal.split('.').at(-1) : null
}
const corners = [
  { latitude: 19, longitude: -99 },
  { latitude: 19, longitude: -98 },
  { latitude: 20, longitude: -98 },
]

it('reads WKT: a polygon, a line as a route with the width of the draft, a circle and a point', () => {
  expect(read('POLYGON ((-99 19, -98 19, -98 20, -99 19))')).toEqual({
    shape: { kind: 'polygon', corners },
    count: 1,
  })
  expect(read(' LineString(-99 19, -98 19)')).toMatchObject({
    shape: { kind: 'route', path: corners.slice(0, 2), halfWidthMetres: 50, mode: 'free' },
  })
  expect(read('CIRCLE (19 -99, 300)')).toMatchObject({ shape: { kind: 'circle', radiusMetres: 300 } })
  expect(read('POINT (-99 19)')).toMatchObject({ shape: { kind: 'circle', radiusMetres: 250 } })
})

it('reads GeoJSON, and takes the first of several shapes', () => {
  const ring = [...corners, corners[0]].map((one) => [one?.longitude, one?.latitude])
  const feature = { type: 'Feature', properties: {}, geometry: { type: 'Polygon', coordinates: [ring] } }
  expect(read(JSON.stringify(feature))).toEqual({ shape: { kind: 'polygon', corners }, count: 1 })
  expect(read(JSON.stringify({ type: 'FeatureCollection', features: [feature, feature] }))).toMatchObject({
    count: 2,
  })
})

it('reads a place per line as the kind that is drawn', () => {
  const text = '19, -99\n\n 19, -98 \n20, -98\n'
  expect(read(text)).toEqual({ shape: { kind: 'polygon', corners }, count: 1 })
  expect(read(text, 'route')).toMatchObject({ shape: { kind: 'route', path: corners } })
})

it('says why a text is no shape', () => {
  expect(refusal('POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))')).toBe('self_intersection')
  expect(refusal('POLYGON ((0 0, 9 0, 9 9, 0 0), (1 1, 2 1, 2 2, 1 1))')).toBe('hole')
  expect(refusal('POLYGON ((19 -99, 19 -98, 20 -98, 19 -99))')).toBe('swapped_coordinates')
  expect(refusal('LINESTRING (0 0, abc)')).toBe('unknown')
  expect(refusal('{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}')).toBe('unclosed')
  expect(refusal('{"type":"FeatureCollection","features":[]}')).toBe('not_a_shape')
  expect(refusal('{')).toBe('unknown')
  expect(refusal('19, -99\n19, -98')).toBe('too_few_points')
  expect(refusal('hola')).toBe('unknown')
  expect(refusal('')).toBe('unknown')
})
