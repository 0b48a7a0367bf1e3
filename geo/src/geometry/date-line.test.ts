import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createOsmXmlReader } from '../osm/osm-xml-extract.ts'
import { buildPlaceIndex } from '../place-index/place-index.ts'
import { openPlaceIndex } from '../place-index/place-index-open.ts'
import { buildRoadFile } from '../roads/road-file.ts'
import { openRoadFile } from '../roads/roads.ts'
import { besideLongitude, unrolled, withinWorld } from './date-line.ts'

test('longitudes are normalised to ±180, or to within 180 degrees of another one', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -540, max: 540, noNaN: true }),
      fc.double({ min: -540, max: 540, noNaN: true }),
      (longitude, other) => {
        const beside = besideLongitude(longitude, other)
        expect(Math.abs(beside - other)).toBeLessThanOrEqual(180 + 1e-9)
        expect(Math.abs(withinWorld(beside))).toBeLessThanOrEqual(180 + 1e-9)
        expect(((beside - longitude) / 360) % 1).toBeCloseTo(0, 9)
      },
    ),
  )
  expect(withinWorld(-99.1332)).toBe(-99.1332)
  expect(unrolled([])).toEqual([])
})

type Place = readonly [longitude: number, latitude: number]

function extractOf(places: readonly Place[], more: string) {
  const reader = createOsmXmlReader()
  const nodes = places.map(
    ([longitude, latitude], at) => `<node id="${at + 1}" lat="${latitude}" lon="${longitude}"/>`,
  )
  reader.write(`<osm version="0.6">${nodes.join('')}${more}</osm>`)
  return reader.finish()
}
const way = (id: number, nodes: readonly number[], name: string) =>
  `<way id="${id}">${nodes.map((ref) => `<nd ref="${ref}"/>`).join('')}<tag k="highway" v="primary"/><tag k="name" v="${name}"/></way>`

/**
 * A ladder of two streets across the line: of the northern one OpenStreetMap has two ways, with a node on each side of the line;
 * the southern one crosses it between its nodes.
 */
const places: readonly Place[] = [
  ...([
    [179.98, -16.8],
    [179.99, -16.8],
    [180, -16.8],
    [-180, -16.8],
    [-179.99, -16.8],
    [-179.98, -16.8],
  ] as const),
  ...([
    [179.98, -16.81],
    [179.99, -16.81],
    [-179.99, -16.81],
    [-179.98, -16.81],
  ] as const),
]
const ladder = [
  way(1, [1, 2, 3], 'Camino del Norte'),
  way(2, [4, 5, 6], 'Camino del Norte'),
  way(3, [7, 8, 9, 10], 'Camino del Sur'),
  way(4, [1, 7], 'Calle Poniente'),
  way(5, [6, 10], 'Calle Oriente'),
]
const tagged =
  '<node id="20" lat="-16.8002" lon="-179.985"><tag k="addr:housenumber" v="12"/><tag k="addr:street" v="Camino del Norte"/></node>' +
  '<node id="21" lat="-16.805" lon="-179.985"><tag k="place" v="village"/><tag k="name" v="Waiyevo"/></node>' +
  '<node id="22" lat="-16.805" lon="179.985"><tag k="amenity" v="hospital"/><tag k="name" v="Hospital de Taveuni"/></node>'

describe('an extract across the date line', () => {
  const extract = extractOf(places, tagged + ladder.join(''))

  test('continues beyond 180 degrees, with its streets', () => {
    expect(extract.bounds).toMatchObject({ west: 179.98, east: 180.02 })
    expect(extract.ways.find(({ id }) => id === 2)?.nodes[0]).toBe(extract.ways[0]?.nodes[2])
  })

  test('begins beyond -180 degrees if it extends far to the east', () => {
    const far = extractOf(
      [
        [170, 0],
        [170.01, 0],
        [-140, 0],
        [-140.01, 0],
      ],
      way(1, [1, 2], 'A') + way(2, [3, 4], 'B'),
    )
    expect(far.bounds).toMatchObject({ west: -190, east: -140 })
  })

  test('is refused if it is still too wide', () => {
    const wide = () =>
      extractOf(
        [
          [100, 0],
          [100.01, 0],
          [-120, 0],
          [-120.01, 0],
        ],
        way(1, [1, 2], 'A') + way(2, [3, 4], 'B'),
      )
    expect(wide).toThrow('more than 90 degrees')
  })

  test('on both sides of Greenwich alone is unchanged', () => {
    const { bounds } = extractOf(
      [
        [-0.01, 51],
        [0.01, 51],
      ],
      way(1, [1, 2], 'A'),
    )
    expect(bounds).toMatchObject({ west: -0.01, east: 0.01 })
  })

  test('is searchable from both sides', () => {
    const index = openPlaceIndex(buildPlaceIndex(extract))
    const found = (text: string) =>
      index.search(text, { limit: 1, near: { latitude: -16.8, longitude: 179.99 } })[0]
    expect(found('Waiyevo')?.longitude).toBeCloseTo(-179.985, 6)
    expect(found('Camino del Norte 12')).toMatchObject({ kind: 'address', number: '12', city: 'Waiyevo' })
    expect(found('Camino del Norte 12')?.longitude).toBeCloseTo(-179.985, 6)
    for (const longitude of [179.9951, -179.9951]) {
      const address = index.reverse(-16.8001, longitude)
      expect(address).toMatchObject({ street: 'Camino del Norte' })
      expect(address?.longitude).toBeCloseTo(longitude, 6)
    }
    const hospital = index.nearest({ latitude: -16.805, longitude: -179.99 }, ['hospital'], 1)[0]
    expect(hospital?.longitude).toBeCloseTo(179.985, 6)
    expect(hospital?.distanceMetres).toBeLessThan(3_000)
  })

  test('has routes across the line, whether ways are cut there or not', () => {
    const roads = openRoadFile(buildRoadFile(extract))
    for (const latitude of [-16.8, -16.81]) {
      const [from, to] = [179.99, -179.99].map((longitude) => roads.stand({ latitude, longitude }))
      if (from?.on !== 'main' || to?.on !== 'main') throw new Error('They are not on one net of streets.')
      const way = roads.way(from.place, to.place)
      expect(way?.distanceMetres).toBeGreaterThan(2_000)
      expect(way?.distanceMetres).toBeLessThan(2_300)
      const longitudes = [...(way?.shape ?? [])].filter((_, at) => at % 2 === 0)
      expect(longitudes[0]).toBeCloseTo(179.99, 6)
      expect(longitudes.at(-1)).toBeCloseTo(180.01, 6)
      expect(roads.reach(from.place, 'from').legs([to.place])[0]?.distanceMetres).toBeCloseTo(
        way?.distanceMetres ?? 0,
        0,
      )
      const [area] = roads.isochrones(from.place, [5], 'from')
      const ring = area?.coordinates[0]?.[0] ?? []
      expect(Math.max(...ring.map(([x = 0]) => x))).toBeGreaterThan(180)
      expect(Math.max(...ring.map(([x = 0]) => x)) - Math.min(...ring.map(([x = 0]) => x))).toBeLessThan(1)
    }
  })

  test('matches a trace across the line, with longitudes within ±180', () => {
    const roads = openRoadFile(buildRoadFile(extract))
    const trace = [179.994, 179.997, -179.9999, -179.997, -179.994].map((longitude) => ({
      latitude: -16.80003,
      longitude,
    }))
    const { points, shapes, distanceMetres } = roads.match(trace)
    expect(points.map((point) => point?.street)).toEqual(Array.from(trace, () => 'Camino del Norte'))
    expect(points.every((point) => Math.abs(point?.longitude ?? 999) <= 180)).toBe(true)
    expect(shapes).toHaveLength(1)
    expect(distanceMetres).toBeGreaterThan(1_200)
    expect(distanceMetres).toBeLessThan(1_400)
  })
})
