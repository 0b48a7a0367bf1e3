import type { Priced } from '@rumbo/contract/billing.rules'
import type { Zone } from '@rumbo/contract/places.zones.contract'

/** An example ride as typed; zones are ids, or `none`. */
export interface RideDraft {
  km: string
  minutes: string
  waitingMinutes: string
  stops: string
  startsAt: string | null
  fromZoneId: string
  toZoneId: string
  extras: readonly string[]
}

const metresPerKm = 1_000
const secondsPerMinute = 60
const most = 10_000

export const usualRide = (startsAt: string): RideDraft => ({
  km: '8',
  minutes: '22',
  waitingMinutes: '0',
  stops: '2',
  startsAt,
  fromZoneId: 'none',
  toZoneId: 'none',
  extras: [],
})

/** The ride to price; null while a field is empty or wrong. */
export function rideOf(ride: RideDraft, timeZone: string, zones: readonly Zone[]): Priced | null {
  const [km, minutes, waiting, stops] = [ride.km, ride.minutes, ride.waitingMinutes, ride.stops].map(
    (text) => (text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'))),
  ) as [number, number, number, number]
  const isRight = [km, minutes, waiting, stops].every((value) => value >= 0 && value <= most)
  if (!isRight || !Number.isInteger(stops) || stops < 1 || stops > 50 || ride.startsAt === null) return null
  return {
    usage: {
      distanceMetres: km * metresPerKm,
      drivingSeconds: minutes * secondsPerMinute,
      waitingSeconds: waiting * secondsPerMinute,
    },
    startsAt: new Date(ride.startsAt),
    timeZone,
    stops: Array.from({ length: stops }, () => ({ label: null, extraCost: null })),
    extras: ride.extras,
    fromZones: [ride.fromZoneId],
    toZones: [ride.toZoneId],
    zoneNames: new Map(zones.map(({ id, name }) => [id, name])),
  }
}
