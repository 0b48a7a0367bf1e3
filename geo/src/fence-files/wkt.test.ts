import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fenceFileLimits } from './fence-file.ts'
import { anyFences, refusalsOf } from './testing/fences.ts'
import { readWkt } from './wkt-read.ts'
import { writeWkt } from './wkt-write.ts'

const triangle = '(-99.2 19.3, -99.1 19.3, -99.1 19.4, -99.2 19.3)'
const corners = [
  { latitude: 19.3, longitude: -99.2 },
  { latitude: 19.3, longitude: -99.1 },
  { latitude: 19.4, longitude: -99.1 },
]
const polygon = { kind: 'polygon', corners }
const shapesOf = (text: string) => readWkt(text).fences.map(({ shape }) => shape)

describe('WKT', () => {
  it.each([
    ['QGIS', `Polygon (${triangle})`],
    ['PostGIS', `POLYGON(${triangle.replaceAll(', ', ',')})`],
    ['PostGIS with its reference', `SRID=4326;POLYGON(${triangle})`],
    ['heights', `POLYGON Z (${triangle.replaceAll(/,|\)/g, ' 2240$&')})`],
    ['heights and measures', `PolygonZM (${triangle.replaceAll(/,|\)/g, ' 2240 1.5e1$&')})`],
    ['lines between', `POLYGON\r\n(\r\n  ${triangle.replaceAll(', ', '\r\n,\r\n')}\r\n)\r\n`],
    ['several of one', `MULTIPOLYGON((${triangle}))`],
    ['a collection', `GEOMETRYCOLLECTION(POLYGON(${triangle}))`],
  ])('is read as written by %s', (_name, text) => {
    expect(shapesOf(text)).toEqual([polygon])
  })
  it('has lines, several geometries, and the circles of Traccar', () => {
    const file = readWkt(
      `LINESTRING (-99.2 19.3, -99.1 19.3)\n\nCIRCLE (19.4 -99.1, 250.5); POLYGON (${triangle})\n`,
    )
    expect(file.fences.map(({ shape, line }) => [shape.kind, line])).toEqual([
      ['route', 1],
      ['circle', 3],
      ['polygon', 3],
    ])
    expect(file.fences[1]?.shape).toEqual({
      kind: 'circle',
      center: { latitude: 19.4, longitude: -99.1 },
      radiusMetres: 250.5,
    })
  })
  it('has the latitude first in all shapes of Traccar, which is refused with the reason and read on request', () => {
    const text = 'POLYGON ((19.3 -99.2, 19.3 -99.1, 19.4 -99.1, 19.3 -99.2))\nCIRCLE (19.4 -99.1, 50)'
    expect(refusalsOf(readWkt(text))).toEqual(['POLYGON: swapped_coordinates'])
    const file = readWkt(text, { latitudeFirst: true })
    expect(file.refused).toEqual([])
    expect(file.fences[0]?.shape).toEqual(polygon)
    expect(file.fences[1]?.shape).toMatchObject({ center: { latitude: 19.4, longitude: -99.1 } })
  })
  it.each([
    ['CIRCULARSTRING (-99.2 19.3, -99.1 19.3, -99.1 19.4)', 'CIRCULARSTRING: unsupported_geometry'],
    ['CURVEPOLYGON (CIRCULARSTRING (0 0, 4 0, 4 4, 0 4, 0 0))', 'CURVEPOLYGON: unsupported_geometry'],
    [`SRID=32614;POLYGON(${triangle})`, 'POLYGON: unsupported_reference'],
    [`POLYGON(${triangle}, ${triangle})`, 'POLYGON: hole'],
    ['POLYGON ((0 0, 1 1, 1 0, 0 1, 0 0))', 'POLYGON: self_intersection'],
    ['POLYGON ((0 0, 1 1, 1 0, 0 1))', 'POLYGON: unclosed'],
    ['POLYGON EMPTY', 'POLYGON: not_a_shape'],
    ['LINESTRING Z EMPTY', 'LINESTRING: not_a_shape'],
    ['POINT (-99 19)', 'POINT: no_radius'],
    ['MULTIPOINT (-99 19)', 'MULTIPOINT: no_radius'],
    ['MULTIPOINT ((-99 19))', 'MULTIPOINT: no_radius'],
    ['LINESTRING (-99 19)', 'LINESTRING: too_few_points'],
    ['CIRCLE (19.4 -99.1, 0)', 'CIRCLE: bad_radius'],
    ['CIRCLE (-99.1 19.4, 50)', 'CIRCLE: swapped_coordinates'],
    ['LINESTRING (486000 2148000, 487000 2148000)', 'LINESTRING: bad_coordinates'],
    ['POLYGON ((0 0, 1 1', 'POLYGON ((0 0, 1 1: not_wkt'],
    ['POLYGON ((0 zero, 1 1))', 'POLYGON ((0 zero, 1 1)): not_wkt'],
    ['POLYGON 0 0', 'POLYGON 0 0: not_wkt'],
    ['DROP TABLE fences', 'DROP TABLE fences: not_wkt'],
    ['', ': no_shapes'],
    [' \n;\n', ': no_shapes'],
  ])('is refused: %s', (text, refusal) => {
    expect(refusalsOf(readWkt(text))).toEqual([refusal])
  })
  it('continues after what cannot be read', () => {
    const file = readWkt(`POLYGON ((0 0, 1\nnonsense\nPOLYGON (${triangle})\nCURVE (1 1)\nCIRCLE (1 1, 5)`)
    expect(file.fences.map(({ shape, line, index }) => [shape.kind, line, index])).toEqual([
      ['polygon', 3, 2],
      ['circle', 5, 4],
    ])
    expect(file.refused.map(({ reason, line }) => [reason, line])).toEqual([
      ['not_wkt', 1],
      ['not_wkt', 4],
    ])
  })
  it('is refused beyond the bounds', () => {
    const points = (count: number) => Array.from({ length: count }, (_, at) => `${at / 1e4} 1`).join(',')
    expect(refusalsOf(readWkt(`LINESTRING (${points(10_001)})`))).toEqual(['LINESTRING: too_many_points'])
    expect(readWkt(`LINESTRING (${points(10_000)})`).fences).toHaveLength(1)
    expect(refusalsOf(readWkt('CIRCLE (1 1, 5)\n'.repeat(fenceFileLimits.shapes + 1)))).toEqual([
      ': too_many_shapes',
    ])
    expect(refusalsOf(readWkt(' '.repeat(fenceFileLimits.bytes + 1)))).toEqual([': file_too_large'])
  })
  it.each([
    ['blanks', (size: number) => `POLYGON${' '.repeat(size)}`],
    ['lines of blanks', (size: number) => `POLYGON${' \n'.repeat(size / 2)}`],
    ['brackets', (size: number) => `TIN ${'('.repeat(size)}`],
    ['digits', (size: number) => `POINT (${'1'.repeat(size)}`],
    ['letters', (size: number) => 'Z'.repeat(size)],
    ['beginnings', (size: number) => 'POLYGON ('.repeat(size / 9)],
    ['beginnings on lines', (size: number) => 'POLYGON (\n'.repeat(9_000) + ' '.repeat(size)],
    ['one line of points', (size: number) => `LINESTRING (${'1 1,'.repeat(size / 4)}`],
    ['holes', (size: number) => `POLYGON (${'(1 1),'.repeat(size / 6)}`],
    ['collections', (size: number) => 'GEOMETRYCOLLECTION ('.repeat(size / 20)],
  ])('takes time in proportion to its length: %s', (_name, textOf) => {
    const started = performance.now()
    expect(readWkt(textOf(4_000_000)).fences).toEqual([])
    // A quadratic reader would take hours; the limit leaves a busy machine its time.
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

it('reads every shape as it was written, but for the width and the mode of routes', () => {
  fc.assert(
    fc.property(anyFences, (fences) => {
      const file = readWkt(writeWkt(fences), { halfWidthMetres: 7 })
      expect(file.refused).toEqual([])
      expect(file.fences.map(({ shape }) => shape)).toEqual(
        fences.map(({ shape }) =>
          shape.kind === 'route' ? { ...shape, halfWidthMetres: 7, mode: 'free' } : shape,
        ),
      )
    }),
  )
})
it('never fails on any text', () => {
  const part = fc.constantFrom(
    'POLYGON',
    'LINESTRING',
    'CIRCLE',
    'SRID=4326;',
    '(',
    ')',
    ',',
    ' ',
    '\n',
    '1',
    '-9.5',
    'Z',
    'EMPTY',
    'x',
  )
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const file = readWkt(parts.join(''))
      expect(file.fences.length + file.refused.length).toBeGreaterThan(0)
    }),
    { numRuns: 1_000 },
  )
})
