import { type Coordinates, destination } from '@rumbo/geo'
import { unrolled } from '@rumbo/geo/geometry/date-line'
import { estimatedReach, estimateLeg } from '@rumbo/geo/roads/road-estimate'
import type { EngineArea, EngineRoute, EngineTable, FlatLine } from './places.roads.engine.ts'

const cornersOfCircle = 64

/** A route of estimated straight legs. */
export function estimateRoute(points: readonly Coordinates[]): EngineRoute {
  const legs = points.slice(1).map((point, at) => estimateLeg(points[at] as Coordinates, point))
  return { legs, shape: straightLine(points) }
}

export function straightLine(points: readonly Coordinates[]): FlatLine {
  return Float64Array.from(unrolled(points.map(({ latitude, longitude }) => [longitude, latitude])).flat())
}

/** Fills cells without a value with estimates; returns for each cell whether it was filled. */
export function estimateGaps(
  table: EngineTable,
  sources: readonly Coordinates[],
  targets: readonly Coordinates[],
): boolean[] {
  return Array.from(table.seconds, (seconds, cell) => {
    if (!Number.isNaN(seconds)) return false
    const source = sources[Math.floor(cell / targets.length)] as Coordinates
    const leg = estimateLeg(source, targets[cell % targets.length] as Coordinates)
    table.seconds[cell] = leg.durationSeconds
    table.metres[cell] = leg.distanceMetres
    return true
  })
}

/** A table without values (NaN). */
export function emptyTable(cells: number): EngineTable {
  return {
    seconds: new Float32Array(cells).fill(Number.NaN),
    metres: new Float32Array(cells).fill(Number.NaN),
  }
}

/** Circles with the radius the formula reaches in each number of minutes. */
export function estimateAreas(place: Coordinates, minutes: readonly number[]): EngineArea[] {
  return minutes.map((count) => {
    const metres = estimatedReach(count * 60)
    const ring = Array.from({ length: cornersOfCircle + 1 }, (_, corner): [number, number] => {
      const bearing = 360 - ((corner % cornersOfCircle) * 360) / cornersOfCircle
      const { latitude, longitude } = destination(place, bearing, metres)
      // Longitudes continue beyond ±180, so that the ring does not span the whole map.
      const turn = Math.round((place.longitude - longitude) / 360) * 360
      return [Math.round((longitude + turn) * 1e6) / 1e6, Math.round(latitude * 1e6) / 1e6]
    })
    return { minutes: count, coordinates: [[ring]] }
  })
}

/** Spreads a table of some rows and columns into a table of all. */
export function spreadTable(
  part: EngineTable,
  rows: readonly number[],
  columns: readonly number[],
  sources: number,
  targets: number,
): EngineTable {
  const whole = emptyTable(sources * targets)
  rows.forEach((row, partRow) => {
    columns.forEach((column, partColumn) => {
      const from = partRow * columns.length + partColumn
      whole.seconds[row * targets + column] = part.seconds[from] as number
      whole.metres[row * targets + column] = part.metres[from] as number
    })
  })
  return whole
}
