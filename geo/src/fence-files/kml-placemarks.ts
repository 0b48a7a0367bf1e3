import { FenceFileRefused, fenceFileLimits } from './fence-file.ts'
import type { FileGeometry, Position } from './fence-shapes.ts'
import { positionsOfKml } from './kml-coordinates.ts'
import type { KmlStyle } from './kml-styles.ts'

export interface KmlPlacemark {
  readonly line: number
  name: string
  description: string
  styleUrl: string
  style: KmlStyle | null
  /** Names and values of ExtendedData. */
  readonly data: [name: string, value: string][]
  readonly geometries: FileGeometry[]
}

export interface KmlPlacemarks {
  readonly all: readonly KmlPlacemark[]
  /** The placemark that is open; null between placemarks. */
  readonly current: KmlPlacemark | null
  open(line: number): void
  close(): void
  /** Begins a geometry of the open placemark, where the element is one. */
  openGeometry(name: string, parent: string): void
  closeGeometry(name: string): void
  /** Takes the text of a `coordinates` element. @throws FenceFileRefused beyond the limits */
  coordinates(text: string, path: readonly string[]): void
}

interface OpenGeometry {
  readonly type: string
  positions: readonly Position[]
  holes: number
}

const read = new Set(['Polygon', 'LineString', 'LinearRing', 'Point'])
/** Geometries of KML 2.3 and of Google's extension that are no geofence. */
const unread = new Set(['Model', 'Track', 'MultiTrack'])

/** Collects placemarks with their geometries while the elements of a document pass. */
export function createKmlPlacemarks(): KmlPlacemarks {
  const all: KmlPlacemark[] = []
  let current: KmlPlacemark | null = null
  let geometry: OpenGeometry | null = null
  let shapes = 0
  let points = 0

  function addGeometry(added: FileGeometry): void {
    shapes += 1
    if (shapes > fenceFileLimits.shapes) throw new FenceFileRefused('too_many_shapes')
    current?.geometries.push(added)
  }

  return {
    all,
    get current() {
      return current
    },
    open(line) {
      if (all.length >= fenceFileLimits.shapes) throw new FenceFileRefused('too_many_shapes')
      current = { line, name: '', description: '', styleUrl: '', style: null, data: [], geometries: [] }
      all.push(current)
    },
    close() {
      current = null
      geometry = null
    },
    openGeometry(name, parent) {
      if (current === null) return
      if (unread.has(name) && parent !== 'MultiTrack')
        addGeometry({ kind: 'refused', type: name, reason: 'unsupported_geometry' })
      // The rings of a polygon belong to it.
      else if (read.has(name) && geometry === null) geometry = { type: name, positions: [], holes: 0 }
    },
    closeGeometry(name) {
      if (geometry?.type !== name) return
      addGeometry(geometryOf(geometry))
      geometry = null
    },
    coordinates(text, path) {
      if (geometry === null) return
      if (path.includes('innerBoundaryIs') || geometry.positions.length > 0) {
        geometry.holes += 1
        return
      }
      geometry.positions = positionsOfKml(text)
      points += geometry.positions.length
      // Many of these would need memory before they are counted.
      if (points > 2 * fenceFileLimits.points) throw new FenceFileRefused('file_too_detailed')
    },
  }
}

function geometryOf({ type, positions, holes }: OpenGeometry): FileGeometry {
  if (type === 'LineString') return { kind: 'line', type, positions }
  if (type !== 'Point') return { kind: 'polygon', type, ring: positions, holes }
  const [position] = positions
  return position && positions.length === 1
    ? { kind: 'point', type, position }
    : { kind: 'refused', type, reason: position ? 'bad_coordinates' : 'not_a_shape' }
}
