import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { currentFixMs, statusFixMs } from '@rumbo/contract/telemetry.freshness'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../ui/theme/tokens.ts'

export const isStale = (vehicle: Pick<LiveVehicle, 'at'>, nowMs: number): boolean =>
  vehicle.at !== null && nowMs - vehicle.at > currentFixMs

export const isLongPast = (vehicle: Pick<LiveVehicle, 'at'>, nowMs: number): boolean =>
  vehicle.at !== null && nowMs - vehicle.at > statusFixMs

/** Changed vehicles; with `isReset`, `changed` contains all of them. */
export interface VehicleChanges {
  changed: readonly LiveVehicle[]
  gone: readonly string[]
  isReset: boolean
}
/** Vehicles for a map, outside React: a new listener first receives everything, then changes. */
export interface VehicleFeed {
  subscribe: (listener: (changes: VehicleChanges) => void) => () => void
}

/** Eighth of the compass clockwise, 0 is north. */
export const eighthOf = (degrees: number) => (Math.round(degrees / 45) % 8) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

export interface MapView {
  latitude: number
  longitude: number
  zoom: number
}

/** The letter on a pin: pickup A, stop B … */
export interface MapPin {
  id: string
  latitude: number
  longitude: number
  letter: string
  /** Shown below the pin if there is space. */
  label?: string
  /** What is left of the label where there is little room. With it, the label keeps clear of vehicles. */
  shortLabel?: string
  /** A small mark without a letter, for secondary places. */
  isPoint?: boolean
  /** Clicks pass through to what is below. */
  isPassive?: boolean
}

/** A line between two points; a strong one is chosen. Dashed because it is straight, not a route. */
export interface MapLine {
  id: string
  from: { latitude: number; longitude: number }
  to: { latitude: number; longitude: number }
  isStrong: boolean
}

export const areaTones = [
  'primary',
  'critical',
  'alarmed',
  'active',
  'occupied',
  'en_route',
  'in_service',
  'inactive',
] as const

/** A geofence or isochrone: drawn below vehicles, back to front in the given order. */
export interface MapArea {
  id: string
  geometry:
    | { type: 'Polygon'; coordinates: [number, number][][] }
    | { type: 'MultiPolygon'; coordinates: [number, number][][][] }
  tone: (typeof areaTones)[number]
  /** `#rrggbb` instead of the tone, where a person chose one. */
  colour?: string
  label?: string
  /** Puts the name on the southern edge. */
  isNamedBelow?: boolean
  isDashed?: boolean
  /** Opacity of the fill, 0 to 1. */
  opacity?: number
}

export interface TrackPoint {
  longitude: number
  latitude: number
  speedKmh: number | null
  /** No reports before this point: no line leads to it. */
  isAfterGap?: boolean
}

/** A driven route, coloured by speed; a faint one is grey. */
export interface MapTrack {
  id: string
  points: readonly TrackPoint[]
  /** Above this speed the line has the colour of the last step. */
  limitKmh?: number | null
  isFaint?: boolean
}

/** Speed steps of a track for its legend: the lowest speed of each, and its colour token. */
export const trackSpeedSteps = [
  { fromKmh: 0, tone: 'inactive' },
  { fromKmh: 5, tone: 'occupied' },
  { fromKmh: 40, tone: 'active' },
  { fromKmh: 80, tone: 'alarmed' },
  { fromKmh: 110, tone: 'critical' },
] as const

/** Index of the step of a speed: above the limit always the last, below it never. Unknown speed: the first. */
export function speedStepOf(speedKmh: number | null, limitKmh: number | null = null): number {
  if (speedKmh === null) return 0
  const last = trackSpeedSteps.length - 1
  if (limitKmh !== null && speedKmh > limitKmh) return last
  const step = trackSpeedSteps.findLastIndex(({ fromKmh }) => speedKmh >= fromKmh)
  return Math.max(0, limitKmh === null ? step : Math.min(step, last - 1))
}

/** A mark moved from outside, such as that of a replay: call `MapHandle.moveMark` between renders. */
export interface MapMark {
  id: string
  longitude: number
  latitude: number
  status: LiveVehicle['status']
  headingDegrees: number | null
  label: string
}

/**
 * The smallest box around points: west, south, east, north. Across the date line, where that is shorter, east exceeds
 * 180.
 */
export function boxAround(points: Points): [number, number, number, number] {
  let [south, north] = [90, -90]
  for (const { latitude } of points) {
    south = Math.min(south, latitude)
    north = Math.max(north, latitude)
  }
  const around = Float64Array.from(points, ({ longitude }) => (((longitude % 360) + 540) % 360) - 180).sort()
  const [first = 0, last = 0] = [around[0], around.at(-1)]
  let [widest, west, east] = [first + 360 - last, first, last]
  for (let at = 1; at < around.length; at += 1) {
    const [before = 0, here = 0] = [around[at - 1], around[at]]
    if (here - before > widest) [widest, west, east] = [here - before, here, before + 360]
  }
  return [west, south, east, north]
}

export type Points = readonly { latitude: number; longitude: number }[]

export interface FitOptions {
  maxZoom?: number
  isInstant?: boolean
}

/** How far each edge of the map is covered, in pixels. */
export interface Covered {
  leftPixels: number
  rightPixels: number
  topPixels: number
  bottomPixels: number
}
export const nothingCovered: Covered = { leftPixels: 0, rightPixels: 0, topPixels: 0, bottomPixels: 0 }

/** Commands for a map from outside its component. */
export interface MapHandle {
  zoomIn: () => void
  zoomOut: () => void
  /** Fits all points into the uncovered part of the map. Does nothing without points. */
  fit: (points: Points, options?: FitOptions) => void
  goTo: (point: { latitude: number; longitude: number }, zoom?: number) => void
  view: () => MapView
  /** The vehicle whose mark is at a point, in pixels of the map; null at a ring of several, or where there is none. */
  vehicleAt: (point: { x: number; y: number }) => string | null
  /** Moves a mark of `marks` in the next frame, without a render. */
  moveMark: (id: string, to: Pick<MapMark, 'longitude' | 'latitude' | 'headingDegrees'>) => void
}

/** Parses `19.4326,-99.1332,13.5` from an address; null if it is invalid. */
export function readView(text: string): MapView | null {
  const [latitude, longitude, zoom, ...rest] = text.split(',').map(Number)
  if (rest.length > 0 || latitude === undefined || longitude === undefined || zoom === undefined) return null
  if (![latitude, longitude, zoom].every(Number.isFinite)) return null
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180 || zoom < 0 || zoom > 22) return null
  return { latitude, longitude, zoom }
}

export const writeView = ({ latitude, longitude, zoom }: MapView): string =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom.toFixed(2)}`

/** Draws additional layers on a map; called once when all other layers exist. */
export type MapAttachment = (
  map: MapLibreMap,
  scheme: SchemeName,
) => { setScheme: (scheme: SchemeName) => void; remove: () => void }
