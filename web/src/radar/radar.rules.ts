import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { ArrivalsAnswer } from '@rumbo/contract/places.roads.contract'
import { bearingDegrees, destination, distanceMetres } from '@rumbo/geo/geometry/distance'
import { isStale, type MapArea } from '../map/map-model.ts'

export interface RadarPoint {
  latitude: number
  longitude: number
}

/** Reaches of the radar: rings in minutes by road, or in kilometres where there are no roads. */
export const reaches = {
  near: { minutes: [3, 5, 10, 15], kilometres: [1, 2, 5] },
  middle: { minutes: [5, 10, 20, 30], kilometres: [2, 5, 10] },
  far: { minutes: [15, 30, 45, 60], kilometres: [5, 10, 25] },
} as const
export type Reach = keyof typeof reaches
export const reachNames = Object.keys(reaches) as Reach[]

/** The next wider (+1) or narrower (-1) reach; unchanged at the limits. */
export const reachBeside = (reach: Reach, step: 1 | -1): Reach =>
  reachNames[Math.max(0, Math.min(reachNames.length - 1, reachNames.indexOf(reach) + step))] ?? reach

export const furthestMinutes = (reach: Reach): number => reaches[reach].minutes.at(-1) ?? 15

/** Parses `19.4326,-99.1332` from an address; null if it is invalid. */
export function readPoint(text: string): RadarPoint | null {
  const parts = text.split(',')
  if (parts.length !== 2 || parts.some((part) => part.trim() === '')) return null
  const [latitude = Number.NaN, longitude = Number.NaN] = parts.map(Number)
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  return { latitude, longitude }
}
export const writePoint = ({ latitude, longitude }: RadarPoint): string =>
  `${latitude.toFixed(5)},${longitude.toFixed(5)}`

/** The point at a distance in metres and a bearing (0 degrees is north), within the poles and the date line. */
export function nudge(point: RadarPoint, key: string, metres: number): RadarPoint {
  const bearing = { ArrowUp: 0, ArrowRight: 90, ArrowDown: 180, ArrowLeft: 270 }[key]
  if (bearing === undefined) return point
  const { latitude, longitude } = destination(point, bearing, metres)
  return { latitude: Math.max(-85, Math.min(85, latitude)), longitude: ((longitude + 540) % 360) - 180 }
}

export interface RadarFilter {
  statuses: readonly LiveVehicle['status'][]
  types: readonly string[]
  /** Minimum number; 0 for any. */
  seats: number
  /** Empty for any. */
  skill: string
  /** Minimum percentage; 0 for any, including unknown values. */
  fuel: number
  battery: number
}

const isAtLeast = (value: number | null, least: number): boolean =>
  least === 0 || (value !== null && value >= least)

export const passes = (vehicle: LiveVehicle, filter: RadarFilter): boolean =>
  (filter.statuses.length === 0 || filter.statuses.includes(vehicle.status)) &&
  (filter.types.length === 0 || filter.types.includes(vehicle.type)) &&
  (filter.skill === '' || vehicle.skills.includes(filter.skill)) &&
  isAtLeast(vehicle.seats, filter.seats) &&
  isAtLeast(vehicle.fuelLevel, filter.fuel) &&
  isAtLeast(vehicle.batteryLevel, filter.battery)

/** The skills of the vehicles without duplicates, sorted by the language. */
export const skillsOf = (vehicles: readonly LiveVehicle[], language: string): string[] =>
  [...new Set(vehicles.flatMap(({ skills }) => skills))].sort((a, b) => a.localeCompare(b, language))

/** Parses whole minutes within the reach from an address; null if there are none. */
export function readMaxMinutes(text: string, reach: Reach): number | null {
  const minutes = Number(text)
  return text !== '' && Number.isInteger(minutes) && minutes >= 1 && minutes < furthestMinutes(reach)
    ? minutes
    : null
}

export interface RadarRow {
  vehicle: LiveVehicle
  /** Straight-line distance in metres; null without a position. */
  distanceMetres: number | null
  /** Bearing from the target to the vehicle in degrees, 0 is north. */
  bearingDegrees: number | null
  /** Seconds by road to the target; null while unknown. */
  seconds: number | null
  roadMetres: number | null
  isEstimate: boolean
  isOld: boolean
  /** Speed of approach in km/h; null if it does not approach or this is unknown. */
  closingKmh: number | null
}

/** Maximum number of vehicles whose arrival is requested, nearest by straight line first. */
const maxAsked = 300

const hasPlace = (vehicle: LiveVehicle): vehicle is LiveVehicle & RadarPoint =>
  vehicle.latitude !== null && vehicle.longitude !== null

/** The vehicles whose arrivals to request: those with a position, nearest first. */
export function sourcesFor(vehicles: readonly LiveVehicle[], target: RadarPoint) {
  return vehicles
    .filter(hasPlace)
    .map(({ id, latitude, longitude }) => ({
      id,
      latitude,
      longitude,
      metres: distanceMetres(target, { latitude, longitude }) as number,
    }))
    .sort((a, b) => a.metres - b.metres)
    .slice(0, maxAsked)
    .map(({ id, latitude, longitude }) => ({ id, latitude, longitude }))
}

const rankOf = (row: RadarRow): number => (row.distanceMetres === null ? 2 : row.isOld ? 1 : 0)

/** Sorts by arrival, or by distance where no time is known; then old positions, then vehicles without one. */
export function radarRows(
  vehicles: readonly LiveVehicle[],
  target: RadarPoint,
  arrivals: ArrivalsAnswer['arrivals'],
  nowMs: number,
  closing: ReadonlyMap<string, number> = new Map(),
): RadarRow[] {
  const known = new Map(arrivals.map((arrival) => [arrival.id, arrival]))
  return vehicles
    .map((vehicle): RadarRow => {
      const place = hasPlace(vehicle) ? { latitude: vehicle.latitude, longitude: vehicle.longitude } : null
      const arrival = place === null ? undefined : known.get(vehicle.id)
      const isOld = isStale(vehicle, nowMs)
      return {
        vehicle,
        distanceMetres: place && distanceMetres(target, place),
        bearingDegrees: place && bearingDegrees(target, place),
        seconds: arrival?.durationSeconds ?? null,
        roadMetres: arrival?.distanceMetres ?? null,
        isEstimate: arrival?.isEstimate ?? true,
        isOld,
        closingKmh: isOld ? null : (closing.get(vehicle.id) ?? null),
      }
    })
    .sort(
      (a, b) =>
        rankOf(a) - rankOf(b) ||
        (a.seconds ?? Number.POSITIVE_INFINITY) - (b.seconds ?? Number.POSITIVE_INFINITY) ||
        (a.distanceMetres ?? 0) - (b.distanceMetres ?? 0) ||
        (a.vehicle.id < b.vehicle.id ? -1 : 1),
    )
}

/** Whether a row is within the outermost ring or the requested minutes: by time if known, else by distance. */
export const isWithin = (row: RadarRow, reach: Reach, maxMinutes: number | null = null): boolean =>
  row.seconds !== null
    ? row.seconds <= (maxMinutes ?? furthestMinutes(reach)) * 60
    : row.distanceMetres !== null && row.distanceMetres <= (reaches[reach].kilometres.at(-1) ?? 5) * 1000

/** Known to be out of reach: shown only because it was chosen. */
export const isOutOfReach = (row: RadarRow, reach: Reach, maxMinutes: number | null = null): boolean =>
  row.distanceMetres !== null && !isWithin(row, reach, maxMinutes)

/** Maximum number of rows besides the chosen one; the count above includes the rest. */
export const maxRows = 100

/** The rows to show: within reach, then without a position, and the chosen one wherever it is. */
export const listed = (
  rows: readonly RadarRow[],
  within: readonly RadarRow[],
  chosenId: string | null,
): RadarRow[] => {
  const shown = [...within, ...rows.filter(({ distanceMetres: metres }) => metres === null)].slice(0, maxRows)
  const chosen = chosenId === null ? undefined : rows.find(({ vehicle }) => vehicle.id === chosenId)
  return chosen === undefined || shown.includes(chosen) ? shown : [...shown, chosen]
}

/** Whether a moving target is about to leave the map that was fitted around it. */
export const strayed = (target: RadarPoint, viewCentre: RadarPoint, reach: Reach): boolean =>
  distanceMetres(target, viewCentre) > (reaches[reach].kilometres.at(-1) ?? 5) * 500

const circlePoints = 72
/** The ring of a distance as a polygon; longitudes continue across the date line. */
export function circle(target: RadarPoint, metres: number): [number, number][] {
  return Array.from({ length: circlePoints + 1 }, (_, at): [number, number] => {
    const { latitude, longitude } = destination(target, (at * 360) / circlePoints, metres)
    const beyond = longitude - target.longitude
    return [beyond > 180 ? longitude - 360 : beyond < -180 ? longitude + 360 : longitude, latitude]
  })
}

/** Outer edges only: a block without a street of its own counts as within reach. */
export function withoutHoles(geometry: MapArea['geometry']): MapArea['geometry'] {
  return geometry.type === 'Polygon'
    ? { ...geometry, coordinates: geometry.coordinates.slice(0, 1) }
    : { ...geometry, coordinates: geometry.coordinates.map((rings) => rings.slice(0, 1)) }
}

/** All corners of areas. */
export const ringPoints = (areas: readonly MapArea[]): RadarPoint[] =>
  areas
    .flatMap(({ geometry }) =>
      geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat(),
    )
    .flat()
    .map(([longitude, latitude]) => ({ latitude, longitude }))

const tones = ['active', 'occupied', 'in_service', 'inactive'] as const

/** Rings as areas, widest first, so that narrower ones are drawn above. */
export function ringAreas(
  rings: readonly { label: string; geometry: MapArea['geometry'] }[],
  isDashed: boolean,
): MapArea[] {
  return rings
    .map(
      ({ label, geometry }, at): MapArea => ({
        id: `ring-${at}`,
        geometry: withoutHoles(geometry),
        tone: tones[at] ?? 'inactive',
        label,
        // Neighbours have their names on opposite edges, which would otherwise overlap on a small map.
        isNamedBelow: (rings.length - 1 - at) % 2 === 1,
        isDashed,
        opacity: 0.1,
      }),
    )
    .reverse()
}
