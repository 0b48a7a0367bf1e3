import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { historyRoute } from '@rumbo/contract/telemetry.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import type { MapTrack, TrackPoint } from '../map/map-model.ts'
import { nowMs } from '../ui/clock.ts'

const trailMs = 10 * minuteMs
/** After a longer silence the route is unknown. */
const gapMs = 60_000
const noTracks: readonly MapTrack[] = []

interface Trail {
  /** The id of the vehicle; empty if none is loaded. */
  id: string
  fromMs: number
  /** Its reports since the trail began, at most `trailMs` old. */
  points: readonly ReportPoint[]
}
type ReportPoint = TrackPoint & { at: number }

/** Appends a newer report to the points; returns the same array if it is not newer. */
function withReport(points: readonly ReportPoint[], vehicle: LiveVehicle): readonly ReportPoint[] {
  const { at, latitude, longitude, speedKmh } = vehicle
  if (at === null || latitude === null || longitude === null || (points.at(-1)?.at ?? 0) >= at) return points
  return [...points.filter((point) => point.at >= at - trailMs), { at, latitude, longitude, speedKmh }]
}

/** The recent route of the chosen vehicle: read once, then extended with its reports. */
export function useTrail(vehicle: LiveVehicle | undefined, isOn: boolean): readonly MapTrack[] {
  const id = vehicle?.id ?? ''
  const [trail, setTrail] = useState<Trail>({ id: '', fromMs: 0, points: [] })
  if (isOn && trail.id !== id) setTrail({ id, fromMs: nowMs() - trailMs, points: [] })
  else if (isOn && vehicle !== undefined) {
    const points = withReport(trail.points, vehicle)
    if (points !== trail.points) setTrail({ ...trail, points })
  }
  const { fromMs, points } = trail
  const route = useEndpoint(
    historyRoute,
    {
      params: { id },
      query: {
        from: new Date(fromMs).toISOString(),
        to: new Date(fromMs + trailMs).toISOString(),
        points: 300,
      },
    },
    { enabled: isOn && id !== '', staleTime: Number.POSITIVE_INFINITY },
  )
  const past = route.data?.positions

  return useMemo(() => {
    if (!isOn || vehicle === undefined) return noTracks
    const before = (past?.time ?? []).flatMap((time, index) => {
      const [pastLatitude, pastLongitude] = [past?.latitude[index], past?.longitude[index]]
      if (pastLatitude === undefined || pastLongitude === undefined || time >= (points[0]?.at ?? 0)) return []
      const speed = past?.speedKmh[index] ?? null
      return [{ at: time, latitude: pastLatitude, longitude: pastLongitude, speedKmh: speed }]
    })
    // The mark is still moving to the last fix: the trail must not run ahead of it.
    const all = [...before, ...points.slice(0, -1)].filter((point) => point.at >= nowMs() - trailMs)
    return [
      {
        id: 'trail',
        points: all.map((point, index) => ({
          ...point,
          isAfterGap: index > 0 && point.at - (all[index - 1]?.at ?? 0) > gapMs,
        })),
      },
    ]
  }, [isOn, vehicle, past, points])
}
