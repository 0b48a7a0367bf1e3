import type { Area, OsmRegion } from '../osm/osm-xml.ts'
import type { Coordinates } from '../units.ts'
import { travelDirections } from './road-speeds.ts'

/** Longitude, latitude, as GeoJSON (RFC 7946) orders them. */
export type GeoJsonPosition = readonly [longitude: number, latitude: number]

export interface FeatureCollection<Geometry, Properties> {
  readonly type: 'FeatureCollection'
  readonly features: readonly {
    readonly type: 'Feature'
    readonly id: number
    readonly geometry: Geometry
    readonly properties: Properties
  }[]
}

export interface StreetProperties {
  readonly name: string | null
  /** The `highway` class: motorway, trunk, primary, secondary … */
  readonly class: string
  /** Travel is permitted only in the order of the coordinates. */
  readonly oneway: boolean
}

export interface RegionGeoJson {
  readonly streets: FeatureCollection<
    { type: 'LineString'; coordinates: GeoJsonPosition[] },
    StreetProperties
  >
  readonly areas: FeatureCollection<
    { type: 'Polygon'; coordinates: GeoJsonPosition[][] },
    { name: string | null; kind: Area['kind'] }
  >
  readonly places: FeatureCollection<
    { type: 'Point'; coordinates: GeoJsonPosition },
    { name: string; kind: string }
  >
  /** Smallest and largest longitude and latitude of the streets; null without any. */
  readonly bounds: { west: number; south: number; east: number; north: number } | null
}

const position = ({ latitude, longitude }: Coordinates): GeoJsonPosition => [longitude, latitude]

/** A ring in counter-clockwise order, as RFC 7946 requires of outer rings. */
function counterClockwise(ring: readonly Coordinates[]): GeoJsonPosition[] {
  const positions = ring.map(position)
  let doubleArea = 0
  for (const [at, [x, y]] of positions.entries()) {
    const [nextX, nextY] = positions[(at + 1) % positions.length] ?? [x, y]
    doubleArea += x * nextY - nextX * y
  }
  return doubleArea < 0 ? positions.reverse() : positions
}

/** A region as GeoJSON for drawing. Coordinates of a street that is one-way against its node order are reversed. */
export function regionGeoJson(region: OsmRegion): RegionGeoJson {
  const streets = region.ways.map(({ id, nodeIds, tags }) => {
    const { forward, backward } = travelDirections(tags)
    const coordinates = nodeIds.flatMap((nodeId) => {
      const place = region.nodes.get(nodeId)
      return place === undefined ? [] : [position(place)]
    })
    if (!forward) coordinates.reverse()
    return {
      type: 'Feature' as const,
      id,
      geometry: { type: 'LineString' as const, coordinates },
      properties: { name: tags.name ?? null, class: tags.highway ?? '', oneway: forward !== backward },
    }
  })
  const areas = region.areas.map(({ id, kind, name, ring }) => ({
    type: 'Feature' as const,
    id,
    geometry: { type: 'Polygon' as const, coordinates: [counterClockwise(ring)] },
    properties: { name, kind },
  }))
  const places = region.places.map((place) => ({
    type: 'Feature' as const,
    id: place.id,
    geometry: { type: 'Point' as const, coordinates: position(place) },
    properties: { name: place.name, kind: place.kind },
  }))
  return {
    streets: { type: 'FeatureCollection', features: streets },
    areas: { type: 'FeatureCollection', features: areas },
    places: { type: 'FeatureCollection', features: places },
    bounds: boundsOf(streets.flatMap(({ geometry }) => geometry.coordinates)),
  }
}

function boundsOf(positions: readonly GeoJsonPosition[]): RegionGeoJson['bounds'] {
  if (positions.length === 0) return null
  let [west, south, east, north] = [180, 90, -180, -90]
  for (const [longitude, latitude] of positions) {
    west = Math.min(west, longitude)
    east = Math.max(east, longitude)
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  return { west, south, east, north }
}
