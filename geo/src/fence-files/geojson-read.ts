import { createFenceCollector, type FenceCollector } from './fence-collector.ts'
import {
  type FenceFile,
  type FenceFileOptions,
  FenceFileRefused,
  fenceFileLimits,
  inFenceFile,
} from './fence-file.ts'
import { propertiesOf } from './fence-properties.ts'
import { type FileGeometry, type Position, positionsKept } from './fence-shapes.ts'

interface Member {
  readonly [name: string]: unknown
}

const isMember = (value: unknown): value is Member =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Deepest collection within collections. */
const deepest = 5
/** Parts of a geometry that are looked at: one more than is allowed, so that the file is refused. */
const mostParts = fenceFileLimits.shapes + 1

/**
 * Reads GeoJSON (RFC 7946): a collection, a feature or a geometry. A polygon becomes a polygon, a line a route, and a
 * point with a radius in metres (`radius`, as Leaflet and Azure Maps have it; `circle.radius`; `radiusInKm`) a circle.
 */
export const readGeojson = (text: string, options: FenceFileOptions = {}): FenceFile =>
  inFenceFile(() => {
    if (text.length > fenceFileLimits.bytes) throw new FenceFileRefused('file_too_large')
    const root = parsed(text)
    if (!isMember(root)) throw new FenceFileRefused('not_geojson')
    requireDegrees(root.crs)
    const collector = createFenceCollector(options)
    if (root.type === 'FeatureCollection') {
      if (!Array.isArray(root.features)) throw new FenceFileRefused('not_geojson')
      for (const feature of root.features) addFeature(collector, feature)
    } else if (root.type === 'Feature') addFeature(collector, root)
    else if (typeof root.type === 'string') addBare(collector, root)
    else throw new FenceFileRefused('not_geojson')
    return collector.finish()
  })

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new FenceFileRefused('not_json')
  }
}

/** Refuses metres and other datums, which the member `crs` of GeoJSON 2008 names; QGIS still writes it. */
function requireDegrees(crs: unknown): void {
  if (crs === undefined || crs === null) return
  const name = isMember(crs) && isMember(crs.properties) ? crs.properties.name : undefined
  const isKnown = typeof name === 'string' && /(?:CRS84|EPSG:{1,2}(?:[\d.]*:)?4326)$/i.test(name.slice(-100))
  if (!isKnown) throw new FenceFileRefused('unsupported_reference')
}

function addFeature(collector: FenceCollector, feature: unknown): void {
  if (!isMember(feature) || feature.type !== 'Feature') {
    collector.refuse('', 'not_a_shape', null)
    return
  }
  const properties = propertiesOf(isMember(feature.properties) ? Object.entries(feature.properties) : [])
  collector.add({ properties, geometries: geometriesOf(feature.geometry), line: null })
}

function addBare(collector: FenceCollector, geometry: Member): void {
  if (geometry.coordinates === undefined && geometry.geometries === undefined)
    throw new FenceFileRefused('not_geojson')
  collector.add({ properties: propertiesOf([]), geometries: geometriesOf(geometry), line: null })
}

function geometriesOf(geometry: unknown, depth = 0): FileGeometry[] {
  if (!isMember(geometry) || typeof geometry.type !== 'string') return []
  const { type, coordinates } = geometry
  const parts = Array.isArray(coordinates) ? coordinates : []
  const several = parts.slice(0, mostParts)
  switch (type) {
    case 'Polygon':
      return [polygon(type, parts)]
    case 'MultiPolygon':
      return several.map((part) => polygon(type, Array.isArray(part) ? part : []))
    case 'LineString':
      return [{ kind: 'line', type, positions: positionsOf(parts) }]
    case 'MultiLineString':
      return several.map((part) => ({ kind: 'line', type, positions: positionsOf(part) }))
    case 'Point':
      return [{ kind: 'point', type, position: positionOf(coordinates) }]
    case 'MultiPoint':
      return several.map((part) => ({ kind: 'point', type, position: positionOf(part) }))
    case 'GeometryCollection':
      if (depth < deepest && Array.isArray(geometry.geometries))
        return geometry.geometries.slice(0, mostParts).flatMap((part) => geometriesOf(part, depth + 1))
  }
  return [{ kind: 'refused', type, reason: 'unsupported_geometry' }]
}

const polygon = (type: string, rings: readonly unknown[]): FileGeometry => ({
  kind: 'polygon',
  type,
  ring: positionsOf(rings[0]),
  holes: rings.length - 1,
})

const positionsOf = (list: unknown): Position[] =>
  Array.isArray(list) ? list.slice(0, positionsKept).map(positionOf) : []

function positionOf(value: unknown): Position {
  const [first, second] = Array.isArray(value) ? value : []
  return [typeof first === 'number' ? first : Number.NaN, typeof second === 'number' ? second : Number.NaN]
}
