import { withFormulas } from '@rumbo/contract/formula-guard'
import type { FenceShape } from '../fences/fence-shape.ts'
import { type CsvRecord, csvRecords } from './csv-text.ts'
import { createFenceCollector } from './fence-collector.ts'
import { kindOfWord, type ShapeColumn, shapeColumnOf } from './fence-csv-words.ts'
import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  inFenceFile,
} from './fence-file.ts'
import {
  type FenceProperties,
  isPropertyName,
  numberOf,
  plainName,
  propertiesOf,
} from './fence-properties.ts'
import type { FileGeometry } from './fence-shapes.ts'
import { wktItems } from './wkt-geometry.ts'

const delimiters = [',', ';', '\t']
/** The heading is looked for in the first part of a file. */
const headingPart = 65_536
const headingRecords = 10
const mostColumns = 200

/**
 * Reads a table with a fence per row: a circle by `latitude`, `longitude` and `radius`, any shape by `wkt`. The
 * headings, in Spanish or English, may be below a title; the delimiter is the one that finds most of them.
 */
export const readFenceCsv = (text: string, options: FenceFileOptions = {}): FenceFile =>
  inFenceFile(() => {
    if (text.length > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
    const { delimiter, line: headingLine, columns } = headingOf(text)
    const shapeColumns = columns.map(shapeColumnOf)
    const collector = createFenceCollector(options)
    for (const { line, cells } of csvRecords(text, delimiter)) {
      if (line <= headingLine || cells.every((cell) => cell.trim() === '')) continue
      const texts = columns.map((_, at) => withFormulas((cells[at] ?? '').trim()))
      const properties = propertiesOf(columns.map((column, at) => [column, texts[at]]))
      const cellOf = (wanted: ShapeColumn) => texts[shapeColumns.indexOf(wanted)] ?? ''
      collector.add({ properties, geometries: geometriesOf(cellOf, properties, options), line })
    }
    return collector.finish()
  })

interface Heading {
  readonly delimiter: string
  readonly line: number
  readonly columns: readonly string[]
}

/** @throws FenceFileRefused `columns_missing` */
function headingOf(text: string): Heading {
  const start = text.slice(0, headingPart)
  const rated = delimiters.flatMap((delimiter) =>
    firstRecords(start, delimiter).map(({ line, cells }) => ({
      delimiter,
      line,
      columns: cells.slice(0, mostColumns).map((cell) => cell.trim()),
    })),
  )
  const known = rated
    .filter(({ columns }) => areEnough(columns))
    .map((heading) => ({ heading, count: heading.columns.filter(isKnown).length }))
    .sort((one, other) => other.count - one.count)
  if (known[0] === undefined) throw new FenceFileRefused('columns_missing')
  return known[0].heading
}

function firstRecords(text: string, delimiter: string): CsvRecord[] {
  const first: CsvRecord[] = []
  for (const record of csvRecords(text, delimiter)) {
    if (first.length === headingRecords) break
    first.push(record)
  }
  return first
}

const isKnown = (column: string) => shapeColumnOf(column) !== null || isPropertyName(plainName(column))

function areEnough(columns: readonly string[]): boolean {
  const has = (wanted: ShapeColumn) => columns.some((column) => shapeColumnOf(column) === wanted)
  return has('wkt') || (has('latitude') && has('longitude'))
}

function geometriesOf(
  cellOf: (wanted: ShapeColumn) => string,
  properties: FenceProperties,
  options: FenceFileOptions,
): FileGeometry[] {
  const stated = kindOfWord(cellOf('type'))
  const wkt = cellOf('wkt')
  const geometries =
    wkt === '' ? circleOf(cellOf('latitude'), cellOf('longitude'), properties, options) : wktGeometries(wkt)
  return geometries.map((geometry) =>
    stated === null || geometry.kind === 'refused' || kindOf(geometry) === stated
      ? geometry
      : { kind: 'refused', type: geometry.type, reason: 'type_mismatch' },
  )
}

function wktGeometries(text: string): FileGeometry[] {
  const geometries: FileGeometry[] = []
  for (const item of wktItems(text)) {
    geometries.push(...item.geometries)
    if (geometries.length > fenceFileLimits.shapes) throw new FenceFileRefused('too_many_shapes')
  }
  return geometries
}

function kindOf({ kind }: FileGeometry): FenceShape['kind'] {
  if (kind === 'line') return 'route'
  return kind === 'polygon' ? 'polygon' : 'circle'
}

/** Latitude and longitude are known by their headings, whatever their order. */
function circleOf(
  latitude: string,
  longitude: string,
  { radiusMetres }: FenceProperties,
  options: FenceFileOptions,
): FileGeometry[] {
  if (latitude === '' && longitude === '') return []
  const type = 'CIRCLE'
  const radius = radiusMetres ?? options.pointRadiusMetres ?? null
  if (radius === null) return [{ kind: 'refused', type, reason: 'no_radius' }]
  const center = { latitude: numberOf(latitude), longitude: numberOf(longitude) }
  return [{ kind: 'circle', type, center, radiusMetres: radius }]
}
