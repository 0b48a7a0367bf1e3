import Flatbush from 'flatbush'
import { besideLongitude } from '../geometry/date-line.ts'
import type { Coordinates, Metres } from '../units.ts'
import { flatY, type RoadColumns, segmentMetres, segmentsPerStretch } from './road-columns.ts'
import { RoadFileError } from './road-file.ts'

/** A place snapped to a street; its longitude may exceed ±180 across the date line. */
export interface RoadPlace extends Coordinates {
  readonly piece: number
  /** Fraction of the piece's length, from its start. */
  readonly share: number
  /** From the requested place to the street. */
  readonly distanceMetres: Metres
}

export interface RoadSnapper {
  /** The nearest street of the main component, or of any; null where none is within `maxMetres`. */
  snap(place: Coordinates, maxMetres: number, part: 'main' | 'any'): RoadPlace | null
  /** The nearest place on each of the nearest pieces, nearest first. `part`: by default the main component. */
  candidates(place: Coordinates, maxMetres: number, limit: number, part?: 'main' | 'any'): RoadPlace[]
}

const metresPerUnit = 111_195.08e-7

interface OnPiece {
  piece: number
  point: number
  fraction: number
  distance: number
}

/** Creates a look-up of the streets near a place. */
export function createRoadSnapper(columns: RoadColumns): RoadSnapper {
  const { pointLatitude, pointLongitude, firstPoint, stretchPiece, stretchPoint } = columns
  const { nodeIsMain, pieceFrom, pieceTo, pieceMetres } = columns
  const tree = openTree(columns)
  const isMain = (stretch: number) => {
    const piece = stretchPiece[stretch] as number
    return nodeIsMain[pieceFrom[piece] as number] === 1 && nodeIsMain[pieceTo[piece] as number] === 1
  }

  /** Distances in units of the flat map, 1e-7 degrees of longitude. */
  function measure(stretch: number, x: number, y: number): OnPiece {
    const piece = stretchPiece[stretch] as number
    const first = stretchPoint[stretch] as number
    const last = Math.min(first + segmentsPerStretch, (firstPoint[piece + 1] as number) - 1)
    const best = { piece, point: first, fraction: 0, distance: Number.POSITIVE_INFINITY }
    let endX = pointLongitude[first] as number
    let endY = flatY(pointLatitude[first] as number)
    for (let at = first; at < last; at++) {
      const startX = endX
      const startY = endY
      endX = pointLongitude[at + 1] as number
      endY = flatY(pointLatitude[at + 1] as number)
      const alongX = endX - startX
      const alongY = endY - startY
      const squared = alongX * alongX + alongY * alongY
      const raw = squared === 0 ? 0 : ((x - startX) * alongX + (y - startY) * alongY) / squared
      const fraction = Math.max(0, Math.min(1, raw))
      const distance = Math.hypot(startX + alongX * fraction - x, startY + alongY * fraction - y)
      if (distance < best.distance) Object.assign(best, { point: at, fraction, distance })
    }
    return best
  }

  function placed({ piece, point, fraction, distance }: OnPiece, metresPerFlat: number): RoadPlace {
    let metres = 0
    for (let at = firstPoint[piece] as number; at < point; at++)
      metres += segmentMetres(pointLatitude, pointLongitude, at, at + 1)
    metres += segmentMetres(pointLatitude, pointLongitude, point, point + 1) * fraction
    const whole = pieceMetres[piece] as number
    const between = (column: Int32Array) =>
      ((column[point] as number) * (1 - fraction) + (column[point + 1] as number) * fraction) / 1e7
    return {
      latitude: between(pointLatitude),
      longitude: between(pointLongitude),
      piece,
      share: whole === 0 ? 0 : Math.min(1, metres / whole),
      distanceMetres: (distance * metresPerFlat) as Metres,
    }
  }

  function near(place: Coordinates, maxMetres: number, part: 'main' | 'any', limit: number): RoadPlace[] {
    if (tree === null) return []
    const x = besideLongitude(place.longitude, (pointLongitude[0] ?? 0) / 1e7) * 1e7
    const y = flatY(place.latitude * 1e7)
    const metresPerFlat = metresPerUnit * Math.cos((place.latitude * Math.PI) / 180)
    const reach = maxMetres / metresPerFlat
    // The index orders by the distance of bounding boxes, a lower bound of the street's: request more until enough
    // streets are nearer than the last box.
    for (let wanted = Math.max(8, limit * 4); ; wanted *= 4) {
      const found = tree.neighbors(x, y, wanted, reach, part === 'main' ? isMain : undefined)
      const best = new Map<number, OnPiece>()
      for (const stretch of found) {
        const measured = measure(stretch, x, y)
        const known = best.get(measured.piece)
        if (measured.distance <= reach && measured.distance < (known?.distance ?? Number.POSITIVE_INFINITY))
          best.set(measured.piece, measured)
      }
      const sorted = [...best.values()].sort((a, b) => a.distance - b.distance).slice(0, limit)
      const last = found.at(-1)
      const isEnough =
        last === undefined ||
        found.length < wanted ||
        (sorted.length === limit && boxDistance(last, x, y) >= (sorted.at(-1)?.distance ?? 0))
      if (isEnough) return sorted.map((on) => placed(on, metresPerFlat))
    }
  }

  function boxDistance(stretch: number, x: number, y: number): number {
    const piece = stretchPiece[stretch] as number
    const first = stretchPoint[stretch] as number
    const last = Math.min(first + segmentsPerStretch, (firstPoint[piece + 1] as number) - 1)
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity]
    for (let at = first; at <= last; at++) {
      const pointX = pointLongitude[at] as number
      const pointY = flatY(pointLatitude[at] as number)
      west = Math.min(west, pointX)
      east = Math.max(east, pointX)
      south = Math.min(south, pointY)
      north = Math.max(north, pointY)
    }
    return Math.hypot(Math.max(west - x, 0, x - east), Math.max(south - y, 0, y - north))
  }

  return {
    snap: (place, maxMetres, part) => near(place, maxMetres, part, 1)[0] ?? null,
    candidates: (place, maxMetres, limit, part = 'main') => near(place, maxMetres, part, limit),
  }
}

/** Opens the spatial index without copying; null without streets. @throws RoadFileError if it does not match the streets */
function openTree({ index, stretchPiece }: RoadColumns): Flatbush | null {
  const count = stretchPiece.length
  if (count === 0) return null
  const wrong = (cause?: unknown) =>
    new RoadFileError('The street index of the road file is damaged; add the region again.', { cause })
  let tree: Flatbush
  try {
    tree = Flatbush.from(index.buffer, index.byteOffset)
  } catch (cause) {
    throw wrong(cause)
  }
  if (tree.numItems !== count || tree.ArrayType !== Int32Array) throw wrong()
  const { _indices: indices } = tree
  // A box that refers to itself or a later one would make a search loop forever.
  for (let at = 0; at < indices.length; at++)
    if ((indices[at] as number) >= (at < count ? count : at * 4)) throw wrong()
  return tree
}
