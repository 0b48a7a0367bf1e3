import type { LiveVehicle } from '@rumbo/contract/live.contract'

/** A position older than this is grey and carries its age. */
export const staleAfterMs = 60_000

export const isStale = (vehicle: Pick<LiveVehicle, 'at'>, nowMs: number): boolean =>
  vehicle.at !== null && nowMs - vehicle.at > staleAfterMs

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
}

/** A line from one point to another; the strong one is what is chosen. Straight, hence dashed: not a route. */
export interface MapLine {
  id: string
  from: { latitude: number; longitude: number }
  to: { latitude: number; longitude: number }
  isStrong: boolean
}

export type Points = readonly { latitude: number; longitude: number }[]

/** What controls outside may ask of a map. */
export interface MapHandle {
  zoomIn: () => void
  zoomOut: () => void
  /** Shows all points beside the `leftPixels` something covers. Nothing happens without any point. */
  fit: (points: Points, options?: { maxZoom?: number; isInstant?: boolean; leftPixels?: number }) => void
  goTo: (point: { latitude: number; longitude: number }, zoom?: number) => void
  view: () => MapView
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
