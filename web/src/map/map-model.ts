import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { currentFixMs, statusFixMs } from '@rumbo/contract/telemetry.freshness'
import type { Map as MapLibreMap } from 'maplibre-gl'
import type { SchemeName } from '../ui/theme/tokens.ts'

export const isStale = (vehicle: Pick<LiveVehicle, 'at'>, nowMs: number): boolean =>
  vehicle.at !== null && nowMs - vehicle.at > currentFixMs

export const isLongPast = (vehicle: Pick<LiveVehicle, 'at'>, nowMs: number): boolean =>
  vehicle.at !== null && nowMs - vehicle.at > statusFixMs

/** What changed of the vehicles to show; with `isReset`, `changed` is all there are. */
export interface VehicleChanges {
  changed: readonly LiveVehicle[]
  gone: readonly string[]
  isReset: boolean
}
/** Vehicles for a map past React: a new listener receives everything at once, then what changes. */
export interface VehicleFeed {
  subscribe: (listener: (changes: VehicleChanges) => void) => () => void
}

/** Eighth of the compass, 0 north, clockwise. */
export const eighthOf = (degrees: number) => (Math.round(degrees / 45) % 8) as 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7

export interface MapView {
  latitude: number
  longitude: number
  zoom: number
}

/** A letter on a pin: pickup A, stop B … */
export interface MapPin {
  id: string
  latitude: number
  longitude: number
  letter: string
  /** Under it, where there is room. */
  label?: string
  /** A small mark without a letter instead, of a place that is only remembered. */
  isPoint?: boolean
  /** Clicks go to what lies under it. */
  isPassive?: boolean
}

/** A line from one point to another; the strong one is what is chosen. Straight, hence dashed: not a route. */
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

/** A geofence, an isochrone: drawn under the vehicles, back to front in the order given. */
export interface MapArea {
  id: string
  geometry:
    | { type: 'Polygon'; coordinates: [number, number][][] }
    | { type: 'MultiPolygon'; coordinates: [number, number][][][] }
  tone: (typeof areaTones)[number]
  label?: string
  /** Its name stands on the southern edge. */
  isNamedBelow?: boolean
  isDashed?: boolean
  /** Of the fill, 0 to 1. */
  opacity?: number
}

export interface TrackPoint {
  longitude: number
  latitude: number
  speedKmh: number | null
  /** Nothing was received before this point: no line leads to it. */
  isAfterGap?: boolean
}

/** A way that was driven, coloured by speed; a faint one stands behind it in grey. */
export interface MapTrack {
  id: string
  points: readonly TrackPoint[]
  /** Above it the line is in the colour of the last step. */
  limitKmh?: number | null
  isFaint?: boolean
}

/** Steps of a track's colour, for its legend: from this speed on, in the colour of this token. */
export const trackSpeedSteps = [
  { fromKmh: 0, tone: 'inactive' },
  { fromKmh: 5, tone: 'occupied' },
  { fromKmh: 40, tone: 'active' },
  { fromKmh: 80, tone: 'alarmed' },
  { fromKmh: 110, tone: 'critical' },
] as const

/** Which step a speed falls in; over the limit always the last, under it never. Unknown speed: the first. */
export function speedStepOf(speedKmh: number | null, limitKmh: number | null = null): number {
  if (speedKmh === null) return 0
  const last = trackSpeedSteps.length - 1
  if (limitKmh !== null && speedKmh > limitKmh) return last
  const step = trackSpeedSteps.findLastIndex(({ fromKmh }) => speedKmh >= fromKmh)
  return Math.max(0, limitKmh === null ? step : Math.min(step, last - 1))
}

/** A mark that somebody else moves, such as the one of a replay: `MapHandle.moveMark` between two renders. */
export interface MapMark {
  id: string
  longitude: number
  latitude: number
  status: LiveVehicle['status']
  headingDegrees: number | null
  label: string
}

/**
 * The smallest box around points: west, south, east, north. Over the date line, where that is the short way, east is
 * beyond 180.
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

/** How much of the map's edges lies under something. */
export interface Covered {
  leftPixels: number
  rightPixels: number
  topPixels: number
  bottomPixels: number
}
export const nothingCovered: Covered = { leftPixels: 0, rightPixels: 0, topPixels: 0, bottomPixels: 0 }

/** What controls outside may ask of a map. */
export interface MapHandle {
  zoomIn: () => void
  zoomOut: () => void
  /** Shows all points, beside what covers the map as everything here. Nothing happens without any point. */
  fit: (points: Points, options?: FitOptions) => void
  goTo: (point: { latitude: number; longitude: number }, zoom?: number) => void
  view: () => MapView
  /** Sets a mark of `marks` down elsewhere at the next frame, without a render. */
  moveMark: (id: string, to: Pick<MapMark, 'longitude' | 'latitude' | 'headingDegrees'>) => void
}

/** `19.4326,-99.1332,13.5` as an address carries it; null where it is not that. */
export function readView(text: string): MapView | null {
  const [latitude, longitude, zoom, ...rest] = text.split(',').map(Number)
  if (rest.length > 0 || latitude === undefined || longitude === undefined || zoom === undefined) return null
  if (![latitude, longitude, zoom].every(Number.isFinite)) return null
  if (Math.abs(latitude) > 85 || Math.abs(longitude) > 180 || zoom < 0 || zoom > 22) return null
  return { latitude, longitude, zoom }
}

export const writeView = ({ latitude, longitude, zoom }: MapView): string =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)},${zoom.toFixed(2)}`

/** Something else that draws on a map: begun once the map stands, when all other layers are there. */
export type MapAttachment = (
  map: MapLibreMap,
  scheme: SchemeName,
) => { setScheme: (scheme: SchemeName) => void; remove: () => void }
