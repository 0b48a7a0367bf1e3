import type { Coordinates } from '../units.ts'

export interface CircleShape {
  readonly kind: 'circle'
  readonly center: Coordinates
  readonly radiusMetres: number
}
/** One ring of corners, the first not repeated at the end; sides are straight in degrees, the short way round. */
export interface PolygonShape {
  readonly kind: 'polygon'
  readonly corners: readonly Coordinates[]
}
export const routeModes = ['one_way', 'two_way', 'free'] as const
/** One way, both ways along the same path, or in any direction. */
export type RouteMode = (typeof routeModes)[number]

/** A corridor around a path; its ends are round. */
export interface RouteShape {
  readonly kind: 'route'
  readonly path: readonly Coordinates[]
  readonly halfWidthMetres: number
  readonly mode: RouteMode
}
export type FenceShape = CircleShape | PolygonShape | RouteShape

/** A box in degrees; over the 180th meridian its east continues beyond 180. */
export interface FenceBox {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}
