import type { FenceShape } from '../fences/fence-shape.ts'
import type { Coordinates } from '../units.ts'
import type { Fence } from './fence-file.ts'

/** Writes a line of WKT per fence: their shapes only, without names, and routes without width and mode. */
export const writeWkt = (fences: readonly Fence[]): string =>
  fences.map(({ shape }) => `${wktOf(shape)}\n`).join('')

/** The WKT of a shape; a circle as Traccar has it, with the latitude first and the radius in metres. */
export function wktOf(shape: FenceShape): string {
  if (shape.kind === 'route') return `LINESTRING (${positions(shape.path)})`
  if (shape.kind === 'polygon')
    return `POLYGON ((${positions([...shape.corners, ...shape.corners.slice(0, 1)])}))`
  const { latitude, longitude } = shape.center
  return `CIRCLE (${latitude} ${longitude}, ${shape.radiusMetres})`
}

const positions = (path: readonly Coordinates[]) =>
  path.map(({ latitude, longitude }) => `${longitude} ${latitude}`).join(', ')
