import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { ArrivalsAnswer } from '@rumbo/contract/places.roads.contract'
import { currentFixMs } from '@rumbo/contract/telemetry.freshness'
import { distanceMetres } from '@rumbo/geo/geometry/distance'
import type { ApproachAlert } from './approach-alerts.ts'

/** Maximum assumed speed: vehicles farther away than this times the minutes are not requested. */
const fastestKmh = 130
const maxAsked = 100

/** The alert's current place: that of its vehicle, or its fixed place. */
export function placeOf(
  { vehicleId, latitude, longitude }: ApproachAlert,
  vehicleNow: Pick<LiveVehicle, 'latitude' | 'longitude'> | undefined,
): { latitude: number; longitude: number } {
  return vehicleId === null || vehicleNow?.latitude == null || vehicleNow.longitude == null
    ? { latitude, longitude }
    : { latitude: vehicleNow.latitude, longitude: vehicleNow.longitude }
}

/** The free vehicles that may be near enough, with their positions. */
export function approaching(vehicles: readonly LiveVehicle[], alert: ApproachAlert, nowMs: number) {
  const reachMetres = (alert.minutes / 60) * fastestKmh * 1000
  return vehicles
    .flatMap(({ id, status, latitude, longitude, at }) =>
      status !== 'active' ||
      id === alert.vehicleId ||
      latitude === null ||
      longitude === null ||
      at === null ||
      nowMs - at > currentFixMs
        ? []
        : [{ id, latitude, longitude, metres: distanceMetres(alert, { latitude, longitude }) as number }],
    )
    .filter(({ metres }) => metres <= reachMetres)
    .sort((a, b) => a.metres - b.metres)
    .slice(0, maxAsked)
    .map(({ id, latitude, longitude }) => ({ id, latitude, longitude }))
}

/** The vehicle with the earliest arrival within the minutes; null if there is none. */
export function arrived(
  { arrivals }: Pick<ArrivalsAnswer, 'arrivals'>,
  alert: ApproachAlert,
): ArrivalsAnswer['arrivals'][number] | null {
  const soonest = [...arrivals].sort((a, b) => a.durationSeconds - b.durationSeconds)[0]
  return soonest !== undefined && soonest.durationSeconds <= alert.minutes * 60 ? soonest : null
}
