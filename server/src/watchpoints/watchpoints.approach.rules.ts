import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { currentFixMs } from '@rumbo/contract/telemetry.freshness'
import type { ApproachAlert } from '@rumbo/contract/watchpoints.approach.contract'
import { distanceMetres } from '@rumbo/geo'

/** Vehicles farther away than this speed times the minutes are not asked for. */
const fastestKmh = 130
const mostAsked = 100

type Watched = Pick<ApproachAlert, 'vehicleId' | 'latitude' | 'longitude' | 'minutes'>
interface PlacedVehicle {
  id: string
  vehicleNumber: string
  latitude: number
  longitude: number
}

/** The alert's current place: that of its vehicle, or its fixed place. */
export function placeOf(
  { vehicleId, latitude, longitude }: Omit<Watched, 'minutes'>,
  vehicles: readonly LiveVehicle[],
): { latitude: number; longitude: number } {
  const now = vehicles.find(({ id }) => id === vehicleId)
  return now?.latitude == null || now.longitude == null
    ? { latitude, longitude }
    : { latitude: now.latitude, longitude: now.longitude }
}

/** The free vehicles that may be near enough, nearest first, with where they are now. */
export function approaching(
  vehicles: readonly LiveVehicle[],
  { vehicleId, minutes }: Watched,
  place: { latitude: number; longitude: number },
  nowMs: number,
): PlacedVehicle[] {
  const reachMetres = (minutes / 60) * fastestKmh * 1000
  return vehicles
    .flatMap(({ id, vehicleNumber, status, latitude, longitude, at }) =>
      status !== 'active' ||
      id === vehicleId ||
      latitude === null ||
      longitude === null ||
      at === null ||
      nowMs - at > currentFixMs
        ? []
        : [
            {
              id,
              vehicleNumber,
              latitude,
              longitude,
              metres: distanceMetres(place, { latitude, longitude }) as number,
            },
          ],
    )
    .filter(({ metres }) => metres <= reachMetres)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, mostAsked)
    .map(({ metres: _, ...vehicle }) => vehicle)
}

/** The vehicle that arrives first, if within the minutes. @param seconds one for each vehicle */
export function firstWithin(
  vehicles: readonly PlacedVehicle[],
  seconds: ArrayLike<number>,
  minutes: number,
): { vehicle: PlacedVehicle; at: number; seconds: number } | null {
  let first: { vehicle: PlacedVehicle; at: number; seconds: number } | null = null
  vehicles.forEach((vehicle, at) => {
    const own = seconds[at] as number
    if (own <= minutes * 60 && own < (first?.seconds ?? Number.POSITIVE_INFINITY))
      first = { vehicle, at, seconds: own }
  })
  return first
}
