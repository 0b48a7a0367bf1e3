import type { Stay, Trip } from '@rumbo/contract/telemetry.contract'

/** A trip or a stay, cut to the day. `endMs` of an ongoing one is the time up to which the day is known. */
export interface Leg {
  id: string
  kind: 'trip' | 'stay'
  startMs: number
  endMs: number
  isRunning: boolean
  latitude: number
  longitude: number
  /** Of a stay: the zone it lies in. */
  zone: string | null
  distanceMetres: number
  maxSpeedKmh: number
  idleSeconds: number
  /** Trips and stays are each numbered from 1. */
  number: number
}

/** Trips and stays of a span in time order. */
export function legsOf(
  { trips, stays }: { trips: readonly Trip[]; stays: readonly Stay[] },
  { fromMs, toMs }: { fromMs: number; toMs: number },
): Leg[] {
  const span = (startedAt: string, endedAt: string | null) => ({
    startMs: Math.max(fromMs, Date.parse(startedAt)),
    endMs: endedAt === null ? toMs : Math.min(toMs, Date.parse(endedAt)),
    isRunning: endedAt === null,
  })
  const counts = { trip: 0, stay: 0 }
  return [
    ...trips.map((trip) => ({
      id: trip.id,
      kind: 'trip' as const,
      ...span(trip.startedAt, trip.endedAt),
      latitude: trip.endLatitude ?? trip.startLatitude,
      longitude: trip.endLongitude ?? trip.startLongitude,
      zone: null,
      distanceMetres: trip.distanceMetres,
      maxSpeedKmh: trip.maxSpeedKmh,
      idleSeconds: 0,
    })),
    ...stays.map((stay) => ({
      id: stay.id,
      kind: 'stay' as const,
      ...span(stay.startedAt, stay.endedAt),
      latitude: stay.latitude,
      longitude: stay.longitude,
      zone: stay.zone,
      distanceMetres: 0,
      maxSpeedKmh: 0,
      idleSeconds: stay.idleSeconds,
    })),
  ]
    .sort((a, b) => a.startMs - b.startMs || a.endMs - b.endMs)
    .map((leg) => {
      counts[leg.kind] += 1
      return { ...leg, number: counts[leg.kind] }
    })
}

/** `1 h 05 min`, `12 min`, `40 s`. */
export function spanText(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.floor(whole / 60)
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')} min`
}

export { dateText, dayAt } from '../../ui/fields/calendar-day.ts'

/** Whether a text is a calendar day in the format of addresses. */
export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))
