import { useMemo, useState } from 'react'
import { nowMs } from '../ui/clock.ts'
import { createClosings } from './closing.rules.ts'
import { isWithin, listed, passes, type RadarPoint, radarRows } from './radar.rules.ts'
import { useArrivals } from './use-radar.ts'
import type { RadarFilters } from './use-radar-filters.ts'
import type { RadarTarget } from './use-radar-target.ts'

/** Vehicles around the target: those that pass the filters, with arrivals and speeds of approach. */
export function useRadarRows(
  at: RadarTarget,
  settled: RadarPoint | null,
  { filter, reach, maxMinutes }: RadarFilters,
  chosenId: string | null,
) {
  const { vehicles, vehicleId, target, subject } = at
  const candidates = useMemo(() => vehicles.filter(({ id }) => id !== vehicleId), [vehicles, vehicleId])
  const others = useMemo(() => candidates.filter((vehicle) => passes(vehicle, filter)), [candidates, filter])
  const arrivals = useArrivals(settled, at, JSON.stringify([candidates[0]?.fleetId ?? '', filter]), others)
  const [closings] = useState(createClosings)
  const closing = target === null ? undefined : closings.follow(subject, target, candidates)
  const rows =
    target === null
      ? []
      : // Earlier arrivals are discarded when arrivals can no longer be computed.
        radarRows(others, target, (!arrivals.isError && arrivals.data?.arrivals) || [], nowMs(), closing)
  const within = rows.filter((row) => isWithin(row, reach, maxMinutes))
  /** The minutes belong to an earlier place of the target. */
  const areFormer = arrivals.data !== undefined && arrivals.data.of !== subject
  return { candidates, others, arrivals, areFormer, rows, within, shown: listed(rows, within, chosenId) }
}
