import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { distanceMetres } from '../geometry/distance.ts'
import { createOsmXmlReader } from '../osm/osm-xml-extract.ts'
import { buildRoadFile, RoadFileError, readRoadFile } from './road-file.ts'
import type { RoadPlace } from './road-snap.ts'
import { type OpenRoads, openRoadFile } from './roads.ts'

const node = (id: number, latitude: number, longitude: number, tags = '') =>
  `<node id="${id}" lat="${latitude}" lon="${longitude}">${tags}</node>`
const tag = (key: string, value: string) => `<tag k="${key}" v="${value}"/>`
const way = (id: number, nodes: readonly number[], tags: Record<string, string>) =>
  `<way id="${id}">${nodes.map((ref) => `<nd ref="${ref}"/>`).join('')}${Object.entries({
    highway: 'primary',
    maxspeed: '36',
    ...tags,
  })
    .map(([key, value]) => tag(key, value))
    .join('')}</way>`

function fileOf(elements: readonly string[]): Uint8Array {
  const reader = createOsmXmlReader()
  reader.write(`<osm version="0.6">${elements.join('')}</osm>`)
  return buildRoadFile(reader.finish())
}

/** Streets 0.001 degrees apart, rows first; `directions` holds the oneway value of each. */
function grid(size: number, directions: readonly string[] = []): string[] {
  const nodes: string[] = []
  const ways: string[] = []
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++)
      nodes.push(node(row * size + column + 1, row / 1000, column / 1000))
  }
  for (let line = 0; line < size; line++) {
    const across = Array.from({ length: size }, (_, at) => line * size + at + 1)
    const along = Array.from({ length: size }, (_, at) => at * size + line + 1)
    ways.push(way(line * 2 + 1, across, { name: `Row ${line}`, oneway: directions[line] ?? 'no' }))
    ways.push(way(line * 2 + 2, along, { name: `Column ${line}`, oneway: directions[size + line] ?? 'no' }))
  }
  return [...nodes, ...ways]
}
const gridRoads = (size: number, directions?: readonly string[]) =>
  openRoadFile(fileOf(grid(size, directions)))

function placeOf(roads: OpenRoads, latitude: number, longitude: number): RoadPlace {
  const footing = roads.stand({ latitude, longitude })
  if (footing.on !== 'main') throw new Error('That place is on no street.')
  return footing.place
}

function lengthOf(shape: Float64Array): number {
  let metres = 0
  for (let at = 2; at < shape.length; at += 2)
    metres += distanceMetres(
      { longitude: shape[at - 2] as number, latitude: shape[at - 1] as number },
      { longitude: shape[at] as number, latitude: shape[at + 1] as number },
    )
  return metres
}

describe('snapping a place', () => {
  test('a place beside a street is snapped to it; a distant one is not', () => {
    const roads = gridRoads(4)
    const place = placeOf(roads, 0.0011, 0.0015)
    expect(place.latitude).toBeCloseTo(0.001, 6)
    expect(place.longitude).toBeCloseTo(0.0015, 6)
    expect(place.distanceMetres).toBeCloseTo(11.1, 1)
    expect(roads.street(place.piece)).toBe('Row 1')
    expect(roads.stand({ latitude: 1, longitude: 1 })).toEqual({ on: 'none' })
    expect(roads.stand({ latitude: 0.02, longitude: 0 }).on).toBe('none')
  })

  test('an island is unconnected; a yard beside a street is snapped to the street', () => {
    const island = [node(90, 0.008, 0.008), node(91, 0.008, 0.009), way(90, [90, 91], {})]
    const yard = [node(92, 0.0005, 0.0004), node(93, 0.0005, 0.0006), way(91, [92, 93], {})]
    const roads = openRoadFile(fileOf([...grid(4), ...island, ...yard]))
    expect(roads.stand({ latitude: 0.008, longitude: 0.0085 })).toEqual({ on: 'unconnected' })
    expect(roads.stand({ latitude: 0.0005, longitude: 0.0005 }).on).toBe('main')
  })

  test('bollards close a street, gates for residents do not; buses alone do not open it', () => {
    const between = (tags: string, street: Record<string, string> = {}) => [
      node(1, 0, 0),
      node(2, 0, 0.001, tags),
      node(3, 0, 0.002),
      way(1, [1, 2, 3], street),
    ]
    // Beside one street that is always open, without which there would be no extract.
    const open = [node(8, 1, 0), node(9, 1, 0.001), way(9, [8, 9], {})]
    const pieces = (elements: string[]) => openRoadFile(fileOf([...elements, ...open])).counts.edges - 2
    expect(pieces(between(''))).toBe(2)
    expect(pieces(between(tag('barrier', 'bollard')))).toBe(0)
    expect(pieces(between(tag('barrier', 'gate') + tag('access', 'private')))).toBe(2)
    expect(pieces(between('', { access: 'no', bus: 'yes' }))).toBe(0)
    expect(pieces(between('', { access: 'no', motor_vehicle: 'yes' }))).toBe(2)
    expect(pieces(between('', { oneway: 'yes', 'oneway:psv': 'no' }))).toBe(1)
  })
})

test('a street that changes its direction of drawing, and a roundabout, make as few junctions as there are', () => {
  const ring = [0, 1, 2, 3].map((at) => node(10 + at, 0.001 + (at > 1 ? 0.001 : 0), at % 3 === 0 ? 0 : 0.001))
  const elements = [
    node(1, 0, 0),
    node(2, 0.0005, 0),
    ...ring,
    way(1, [1, 2], { name: 'A' }),
    way(2, [10, 2], { name: 'A' }),
    way(3, [10, 11, 12, 13, 10], { junction: 'roundabout' }),
  ]
  const roads = openRoadFile(fileOf(elements))
  expect(roads.counts).toEqual({ junctions: 2, edges: 3, streets: 1 })
})

describe('routes', () => {
  test('have the length of their streets and a typical time', () => {
    const roads = gridRoads(4)
    const found = roads.way(placeOf(roads, 0, 0.0005), placeOf(roads, 0.0025, 0.003))
    expect(found?.distanceMetres).toBeCloseTo(111.195 * 5, 0)
    expect(found?.durationSeconds).toBeGreaterThan(111.195 / 2)
    expect(found?.durationSeconds).toBeLessThan(111.195)
  })

  test('in any grid: connected, obeying one-way streets, as quick as any table says, and its line as long', () => {
    const size = 5
    const cases = fc.record({
      directions: fc.array(fc.constantFrom('no', 'yes', '-1'), { minLength: size * 2, maxLength: size * 2 }),
      places: fc.array(
        fc.record({
          latitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
          longitude: fc.double({ min: 0, max: 0.004, noNaN: true }),
        }),
        { minLength: 2, maxLength: 4 },
      ),
    })
    fc.assert(
      fc.property(cases, ({ directions, places }) => {
        const roads = gridRoads(size, directions)
        const stands = places.map((place) => roads.stand(place))
        const on = stands.map((stand) => (stand.on === 'main' ? stand.place : null))
        for (const from of on) {
          if (from === null) continue
          const away = roads.reach(from, 'from').legs(on)
          on.forEach((to, at) => {
            expect(away[at] === null).toBe(to === null)
            if (to === null) return
            const found = roads.way(from, to)
            const back = roads.reach(to, 'to').legs([from])[0]
            expect(found?.durationSeconds).toBeCloseTo(away[at]?.durationSeconds ?? -1, 2)
            expect(back?.durationSeconds).toBeCloseTo(away[at]?.durationSeconds ?? -1, 2)
            if (found === null) return
            expect(lengthOf(found.shape)).toBeCloseTo(found.distanceMetres, 0)
            obeys(found.shape, directions, size)
          })
        }
      }),
      { numRuns: 150 },
    )
  })
})

test('a reach answers as a search of its own, whatever was asked of it before', () => {
  const size = 6
  const somewhere = fc.record({
    latitude: fc.double({ min: 0, max: 0.005, noNaN: true }),
    longitude: fc.double({ min: 0, max: 0.005, noNaN: true }),
  })
  const cases = fc.record({
    directions: fc.array(fc.constantFrom('no', 'yes', '-1'), { minLength: size * 2, maxLength: size * 2 }),
    one: somewhere,
    questions: fc.array(fc.array(somewhere, { maxLength: 3 }), { minLength: 2, maxLength: 4 }),
    which: fc.constantFrom('from' as const, 'to' as const),
  })
  fc.assert(
    fc.property(cases, ({ directions, one, questions, which }) => {
      const roads = gridRoads(size, directions)
      const on = (place: typeof one) => {
        const stand = roads.stand(place)
        return stand.on === 'main' ? stand.place : null
      }
      const centre = on(one)
      if (centre === null) return
      const reach = roads.reach(centre, which)
      for (const question of [...questions, questions.flat()]) {
        const places = question.map(on)
        const expected = roads.reach(centre, which).legs(places)
        reach.legs(places).forEach((leg, at) => {
          expect(leg === null).toBe(expected[at] === null)
          expect(leg?.durationSeconds ?? 0).toBeCloseTo(expected[at]?.durationSeconds ?? 0, 3)
          expect(leg?.distanceMetres ?? 0).toBeCloseTo(expected[at]?.distanceMetres ?? 0, 1)
        })
      }
    }),
    { numRuns: 150 },
  )
})

test('a reach searches only where a place lies beyond what it knows', () => {
  const roads = gridRoads(12)
  const reach = roads.reach(placeOf(roads, 0.005, 0.005), 'to')
  reach.legs([placeOf(roads, 0.008, 0.005)])
  const kept = reach.nodeCount
  expect(kept).toBeGreaterThan(4)
  expect(kept).toBeLessThan(144)
  reach.legs([placeOf(roads, 0.006, 0.0055), null])
  expect(reach.nodeCount).toBe(kept)
  reach.legs([placeOf(roads, 0.005, 0.0005)])
  expect(reach.nodeCount).toBeGreaterThan(kept)
})

test('a reach keeps the nearest junctions only, and answers beyond them too', () => {
  const roads = gridRoads(70)
  const centre = placeOf(roads, 0.035, 0.0355)
  const reach = roads.reach(centre, 'to')
  const [near, edge, corner] = [
    placeOf(roads, 0.036, 0.0395),
    placeOf(roads, 0.035, 0.0685),
    placeOf(roads, 0.069, 0.0005),
  ]
  for (const places of [[corner], [near], [edge], [corner, near, edge], [near, corner]]) {
    const expected = roads.reach(centre, 'to').legs(places)
    reach.legs(places).forEach((leg, at) => {
      expect(leg?.durationSeconds).toBeCloseTo(expected[at]?.durationSeconds ?? -1, 3)
    })
    expect(reach.nodeCount).toBe(4_096)
  }
})

function obeys(shape: Float64Array, directions: readonly string[], size: number) {
  for (let at = 2; at < shape.length; at += 2) {
    const east = (shape[at] as number) - (shape[at - 2] as number)
    const north = (shape[at + 1] as number) - (shape[at - 1] as number)
    // Shorter bits are the rounding of places to 1e-7 degrees.
    if (Math.hypot(east, north) < 1e-6) continue
    const isRow = Math.abs(north) < 1e-6
    const line = Math.round((isRow ? (shape[at + 1] as number) : (shape[at] as number)) * 1000)
    const direction = directions[isRow ? line : size + line]
    const step = isRow ? east : north
    if (direction === 'yes') expect(step).toBeGreaterThan(0)
    if (direction === '-1') expect(step).toBeLessThan(0)
  }
}

test('isochrones are nested, contain the place, and end where the streets do', () => {
  const roads = gridRoads(12)
  const place = placeOf(roads, 0.005, 0.005)
  const [one, two] = roads.isochrones(place, [1, 2], 'to')
  const boundsOf = (area: typeof one) => {
    const points = area?.coordinates.flat(2) ?? []
    const longitudes = points.map(([longitude]) => longitude)
    return { west: Math.min(...longitudes), east: Math.max(...longitudes) }
  }
  expect(boundsOf(two).west).toBeLessThan(boundsOf(one).west)
  expect(boundsOf(one).west).toBeLessThan(0.005)
  expect(boundsOf(one).east).toBeGreaterThan(0.005)
  expect(boundsOf(two).east).toBeLessThan(0.0135)
  for (const polygon of two?.coordinates ?? [])
    for (const ring of polygon) expect(ring[0]).toEqual(ring.at(-1))
})

test('on a one-way street, isochrones from and to a place differ', () => {
  const roads = gridRoads(2, ['yes', 'no', 'no', 'no'])
  const place = placeOf(roads, 0, 0.0009)
  const other = placeOf(roads, 0, 0.0002)
  const [to] = roads.reach(place, 'to').legs([other])
  const [from] = roads.reach(place, 'from').legs([other])
  expect(to?.distanceMetres).toBeCloseTo(111.195 * 0.7, 0)
  expect(from?.distanceMetres).toBeCloseTo(111.195 * 3.3, 0)
})

test('a noisy trace is matched to its streets, and is split where it jumps', () => {
  const roads = gridRoads(6)
  const driven = [
    ...Array.from({ length: 10 }, (_, at) => ({
      latitude: 0.001 + (at % 2) * 0.00005,
      longitude: 0.00015 + at * 0.0003,
    })),
    ...Array.from({ length: 8 }, (_, at) => ({ latitude: 0.0013 + at * 0.0003, longitude: 0.00304 })),
  ]
  const matched = roads.match(driven)
  const streets = [...new Set(matched.points.map((point) => point?.street))]
  expect(streets).toEqual(['Row 1', 'Column 3'])
  expect(matched.shapes).toHaveLength(1)
  expect(matched.distanceMetres).toBeCloseTo(111.195 * 5.25, -1)
  const jumped = roads.match([...driven, { latitude: 0.5, longitude: 0.5 }, ...driven])
  expect(jumped.shapes).toHaveLength(2)
  expect(jumped.points[driven.length]).toBeNull()
  expect(roads.match([])).toEqual({ points: [], shapes: [], distanceMetres: 0 })
})

describe('a road file', () => {
  const file = fileOf(grid(3))

  test('opens at any byte offset', () => {
    const shifted = new Uint8Array(file.length + 3)
    shifted.set(file, 3)
    expect(openRoadFile(shifted.subarray(3)).counts).toEqual(openRoadFile(file).counts)
  })

  test('is refused with a sentence if truncated, damaged, of another version, or not a road file', () => {
    const changed = (at: number) => file.map((byte, index) => (index === at ? byte ^ 1 : byte))
    for (const broken of [
      file.subarray(0, file.length - 8),
      changed(200),
      changed(8),
      new Uint8Array(500),
      new Uint8Array(0),
    ])
      expect(() => openRoadFile(broken)).toThrow(RoadFileError)
  })

  test('with a valid checksum and invalid indexes is refused, or still works', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 33), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const hostile = file.slice()
        hostile[32 + at] = (hostile[32 + at] as number) ^ flip
        let hash = 0x811c9dc5
        for (const word of new Uint32Array(hostile.buffer, 32)) hash = Math.imul(hash ^ word, 0x01000193)
        new DataView(hostile.buffer).setUint32(24, hash >>> 0, true)
        try {
          const roads = openRoadFile(hostile)
          const stand = roads.stand({ latitude: 0.0005, longitude: 0.0005 })
          if (stand.on === 'main') roads.isochrones(stand.place, [1], 'to')
        } catch (error) {
          expect(error).toBeInstanceOf(RoadFileError)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('preserves its columns', () => {
    const columns = readRoadFile(file)
    expect(columns.nodeLatitude).toHaveLength(9)
    expect(columns.edgeTarget).toHaveLength(24)
    expect([...columns.nodeIsMain].every((mark) => mark === 1)).toBe(true)
  })
})
