import type { FenceShape } from '../fences/fence-shape.ts'
import type { Coordinates } from '../units.ts'
import type { Fence } from './fence-file.ts'

/**
 * Writes GeoJSON (RFC 7946). A circle is a point with `radius` in metres and `subType` (Azure Maps); a route has
 * `halfWidthMetres` and `mode`; colours follow simplestyle 1.1. Reading it again gives the same fences.
 */
export function writeGeojson(fences: readonly Fence[]): string {
  const features = fences.map((fence) => ({
    type: 'Feature',
    geometry: geometryOf(fence.shape),
    properties: propertiesOf(fence),
  }))
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
}

const position = ({ latitude, longitude }: Coordinates) => [longitude, latitude]

function geometryOf(shape: FenceShape) {
  if (shape.kind === 'circle') return { type: 'Point', coordinates: position(shape.center) }
  if (shape.kind === 'route') return { type: 'LineString', coordinates: shape.path.map(position) }
  const { corners } = shape
  return { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)].map(position)] }
}

function propertiesOf({ name, description, shape, colour, tags }: Fence): Record<string, unknown> {
  const properties: Record<string, unknown> = { name }
  if (description !== null) properties.description = description
  if (tags.length > 0) properties.tags = tags
  if (colour !== null && shape.kind === 'circle') properties['marker-color'] = colour
  if (colour !== null && shape.kind !== 'circle') properties.stroke = colour
  if (colour !== null && shape.kind === 'polygon') properties.fill = colour
  if (shape.kind === 'circle') {
    properties.subType = 'Circle'
    properties.radius = shape.radiusMetres
  }
  if (shape.kind === 'route') {
    properties.halfWidthMetres = shape.halfWidthMetres
    properties.mode = shape.mode
  }
  return properties
}
