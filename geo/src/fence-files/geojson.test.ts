import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenceFileLimits } from './fence-file.ts'
import { readGeojson } from './geojson-read.ts'
import { writeGeojson } from './geojson-write.ts'
import { anyFences, fencesOf, refusalsOf } from './testing/fences.ts'

const square = [
  [-99.2, 19.3],
  [-99.1, 19.3],
  [-99.1, 19.4],
  [-99.2, 19.4],
  [-99.2, 19.3],
]
const corners = square.slice(0, -1).map(([longitude, latitude]) => ({ latitude, longitude }))
const feature = (geometry: unknown, properties: unknown = null) => ({ type: 'Feature', geometry, properties })
const read = (value: unknown, options = {}) => readGeojson(JSON.stringify(value), options)
const readFeature = (geometry: unknown, properties?: unknown) => read(feature(geometry, properties))
const ring = (points: unknown) => ({ type: 'Polygon', coordinates: [points] })

describe('GeoJSON of other tools', () => {
  it('is read as geojson.io writes it, with the colours of simplestyle', () => {
    const file = read({
      type: 'FeatureCollection',
      features: [
        feature(
          { type: 'Polygon', coordinates: [square] },
          { name: 'Base', stroke: '#F80', 'stroke-width': 2, fill: '#00aa00', 'fill-opacity': 0.5 },
        ),
        feature({ type: 'LineString', coordinates: square.slice(0, 2) }, {}),
      ],
    })
    expect(file.refused).toEqual([])
    expect(file.fences).toEqual([
      {
        name: 'Base',
        description: null,
        shape: { kind: 'polygon', corners },
        colour: '#ff8800',
        tags: [],
        index: 1,
        line: null,
      },
      {
        name: '',
        description: null,
        shape: { kind: 'route', path: corners.slice(0, 2), halfWidthMetres: 50, mode: 'free' },
        colour: null,
        tags: [],
        index: 2,
        line: null,
      },
    ])
  })
  it('is read as QGIS writes it: a layer with its reference, heights, and null for what is empty', () => {
    const file = read({
      type: 'FeatureCollection',
      name: 'geocercas',
      crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:OGC:1.3:CRS84' } },
      features: [
        feature(
          { type: 'MultiPolygon', coordinates: [[square.map((at) => [...at, 2240.5])]] },
          { fid: 7, Nombre: 'Patio', Descripción: null, Etiquetas: 'norte, taller' },
        ),
      ],
    })
    expect(fencesOf(file)).toEqual([
      {
        name: 'Patio',
        description: null,
        shape: { kind: 'polygon', corners },
        colour: null,
        tags: ['norte', 'taller'],
      },
    ])
  })
  it.each([
    ['Leaflet', { radius: 100 }],
    ['Azure Maps', { subType: 'Circle', radius: 100 }],
    ['an object of its own', { circle: { radius: 100 } }],
    ['kilometres', { radiusInKm: 0.1 }],
    ['a text', { Radio: '100' }],
  ])('has circles as points with a radius: %s', (_name, properties) => {
    const file = readFeature({ type: 'Point', coordinates: [-99.1, 19.4] }, properties)
    expect(file.fences[0]?.shape).toEqual({
      kind: 'circle',
      center: { latitude: 19.4, longitude: -99.1 },
      radiusMetres: 100,
    })
  })
  it('has routes with a width, from the line or of the whole corridor, and a mode', () => {
    const line = { type: 'LineString', coordinates: square.slice(0, 2) }
    const widths = [
      [{ buffer: 25, mode: 'driving' }, 25, 'free'],
      [{ corridorWidth: 60, modo: 'Un sentido' }, 30, 'one_way'],
      [{ polylineDistance: 40, mode: 'two_way' }, 40, 'two_way'],
    ] as const
    for (const [properties, halfWidthMetres, mode] of widths)
      expect(readFeature(line, properties).fences[0]?.shape).toMatchObject({ halfWidthMetres, mode })
  })
  it('numbers the parts of a geometry with several', () => {
    const parts = { type: 'MultiLineString', coordinates: [square.slice(0, 2), square.slice(2, 4)] }
    const names = (geometry: unknown) =>
      readFeature(geometry, { name: 'Ruta' }).fences.map(({ name }) => name)
    expect(names(parts)).toEqual(['Ruta (1)', 'Ruta (2)'])
    expect(names({ type: 'GeometryCollection', geometries: [parts, ring(square)] })).toEqual([
      'Ruta (1)',
      'Ruta (2)',
      'Ruta (3)',
    ])
  })
  it('may be one geometry', () => {
    expect(read(ring(square)).fences[0]?.shape).toEqual({ kind: 'polygon', corners })
  })
  it('has the longitudes of a shape across the 180th meridian in either way', () => {
    const over = (east: number) => [
      [179, 1],
      [east, 1],
      [east, 2],
      [179, 1],
    ]
    const expected = {
      kind: 'polygon',
      corners: [179, -179, -179].map((longitude, at) => ({ latitude: at === 2 ? 2 : 1, longitude })),
    }
    expect(readFeature(ring(over(181))).fences[0]?.shape).toEqual(expected)
    expect(readFeature(ring(over(-179))).fences[0]?.shape).toEqual(expected)
  })
  it('drops points that repeat the one before', () => {
    const doubled = square.flatMap((at) => [at, at])
    expect(readFeature(ring(doubled)).fences[0]?.shape).toEqual({ kind: 'polygon', corners })
  })
})

describe('a shape of GeoJSON that is refused', () => {
  const [a, b, c, d] = square
  const many = Array.from({ length: fenceFileLimits.pointsPerShape + 1 }, (_, at) => [at / 1e4, 1 + at / 1e5])
  it.each<[string, unknown, string]>([
    ['has a hole', { type: 'Polygon', coordinates: [square, square] }, 'hole'],
    ['crosses itself', ring([a, c, b, d, a]), 'self_intersection'],
    ['is not closed', ring([a, b, c, d]), 'unclosed'],
    ['has two corners', ring([a, b, a]), 'too_few_points'],
    ['has no area', ring([a, b, [-99, 19.3], a]), 'too_few_points'],
    ['is a line of one place', { type: 'LineString', coordinates: [a, a] }, 'too_few_points'],
    ['has too many corners', ring([...many, many[0]]), 'too_many_points'],
    ['is a line of too many points', { type: 'LineString', coordinates: many }, 'too_many_points'],
    ['is empty', { type: 'Polygon', coordinates: [] }, 'not_a_shape'],
    ['has no coordinates', { type: 'Polygon' }, 'not_a_shape'],
    ['is null', null, 'not_a_shape'],
    ['is a point without a radius', { type: 'Point', coordinates: a }, 'no_radius'],
    ['is of an unknown kind', { type: 'Curve', coordinates: square }, 'unsupported_geometry'],
    ['has texts for numbers', ring([a, b, ['-99', '19'], a]), 'bad_coordinates'],
    ['has a number for a place', ring([a, 5, c, a]), 'bad_coordinates'],
    [
      'is in metres',
      ring([
        [486_000, 2_148_000],
        [487_000, 2_148_000],
        [487_000, 2_149_000],
        [486_000, 2_148_000],
      ]),
      'bad_coordinates',
    ],
    ['has the latitude first', ring(square.map(([x, y]) => [y, x])), 'swapped_coordinates'],
    [
      'goes around a pole',
      ring([
        [0, 80],
        [120, 80],
        [-120, 80],
        [0, 80],
      ]),
      'around_pole',
    ],
  ])('%s', (_name, geometry, reason) => {
    const good = feature(ring(square))
    const file = read({ type: 'FeatureCollection', features: [good, feature(geometry, { name: 'X' }), good] })
    expect(file.refused).toEqual([{ what: 'X', reason, index: 2, line: null }])
    expect(file.fences.map(({ index }) => index)).toEqual([1, 3])
  })
  it.each<[string, unknown, unknown, string]>([
    ['a radius of zero', { type: 'Point', coordinates: a }, { radius: 0 }, 'bad_radius'],
    ['a negative radius', { type: 'Point', coordinates: a }, { radius: -5 }, 'bad_radius'],
    ['a radius beyond measure', { type: 'Point', coordinates: a }, { radius: 1e12 }, 'bad_radius'],
    ['a radius in words', { type: 'Point', coordinates: a }, { radius: 'grande' }, 'bad_radius'],
    ['a corridor of zero', { type: 'LineString', coordinates: [a, b] }, { buffer: 0 }, 'bad_width'],
  ])('has %s', (_name, geometry, properties, reason) => {
    expect(refusalsOf(readFeature(geometry, properties))).toEqual([
      `${(geometry as { type: string }).type}: ${reason}`,
    ])
  })
  it('is read with the latitude first on request', () => {
    const swapped = feature(ring(square.map(([x, y]) => [y, x])))
    expect(read(swapped, { latitudeFirst: true }).fences[0]?.shape).toEqual({ kind: 'polygon', corners })
    expect(refusalsOf(read(feature(ring(square)), { latitudeFirst: true }))).toEqual([
      'Polygon: swapped_coordinates',
    ])
  })
  it('obeys a lower limit of points, and a radius for points where one is given', () => {
    expect(refusalsOf(read(ring(square), { pointsPerShape: 3 }))).toEqual(['Polygon: too_many_points'])
    expect(read(ring(square), { pointsPerShape: 4 }).fences).toHaveLength(1)
    const point = { type: 'Point', coordinates: a }
    expect(read(point, { pointRadiusMetres: 80 }).fences[0]?.shape).toMatchObject({ radiusMetres: 80 })
  })
})

describe('a file that is no GeoJSON', () => {
  it.each([
    ['a broken line', '{\n"type": "FeatureCollection",\n"features": [}\n]}', 'not_json'],
    ['cut off', '{\n"type":\n', 'not_json'],
    ['empty', '', 'not_json'],
    ['a list', '[]', 'not_geojson'],
    ['another document', '{"name": "rumbo", "version": 1}', 'not_geojson'],
    ['another type', '{"type": "Topology", "objects": {}}', 'not_geojson'],
    ['a collection without features', '{"type": "FeatureCollection"}', 'not_geojson'],
    ['a collection of none', '{"type": "FeatureCollection", "features": []}', 'no_shapes'],
    [
      'another reference',
      JSON.stringify({
        ...ring(square),
        crs: { type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::32614' } },
      }),
      'unsupported_reference',
    ],
  ])('%s', (_name, text, reason) => {
    expect(readGeojson(text)).toEqual({ fences: [], refused: [{ what: '', reason, index: 0, line: null }] })
  })
  it('has features that are none', () => {
    const file = read({
      type: 'FeatureCollection',
      features: [5, null, { type: 'Point' }, feature(ring(square))],
    })
    expect(refusalsOf(file)).toEqual([': not_a_shape', ': not_a_shape', ': not_a_shape'])
    expect(file.fences).toHaveLength(1)
  })
  it('is refused beyond the bounds, and nested collections are not followed without end', () => {
    const points = {
      type: 'MultiPoint',
      coordinates: Array.from({ length: fenceFileLimits.shapes + 1 }, () => [1, 1]),
    }
    expect(refusalsOf(readFeature(points, { radius: 5 }))).toEqual([': too_many_shapes'])
    const line = { type: 'LineString', coordinates: Array.from({ length: 9_999 }, (_, at) => [at / 1e4, 0]) }
    const detailed = { type: 'GeometryCollection', geometries: Array.from({ length: 26 }, () => line) }
    expect(refusalsOf(readFeature(detailed))).toEqual([': file_too_detailed'])
    const depth = 5_000
    const nested = `${'{"type":"GeometryCollection","geometries":['.repeat(depth)}${']}'.repeat(depth)}`
    expect(refusalsOf(readGeojson(nested))).toEqual(['GeometryCollection: unsupported_geometry'])
    expect(refusalsOf(readGeojson(' '.repeat(fenceFileLimits.bytes + 1)))).toEqual([': file_too_large'])
  })
})

it('reads every geofence as it was written', () => {
  fc.assert(
    fc.property(anyFences, (fences) => {
      const file = readGeojson(writeGeojson(fences))
      expect(file.refused).toEqual([])
      expect(fencesOf(file)).toEqual(fences)
    }),
  )
})
it('never fails on any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), (properties, coordinates) => {
      for (const type of [
        'Polygon',
        'MultiPolygon',
        'LineString',
        'Point',
        'MultiPoint',
        'GeometryCollection',
      ]) {
        const file = readFeature({ type, coordinates, geometries: coordinates }, properties)
        expect(file.fences.length + file.refused.length).toBeGreaterThan(0)
      }
    }),
  )
})
