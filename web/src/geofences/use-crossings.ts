import { countCrossings, listInside } from '@rumbo/contract/geofences.crossings.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'

/** A vehicle inside a fence. */
export interface VehicleInside {
  vehicleId: string
  vehicleNumber: string
  /** Null where the time of its entry is unknown. */
  since: string | null
}
export interface CrossingsToday {
  entries: number
  exits: number
}

/** Hints bring crossings; who is outside because the shape was edited is read after this many milliseconds. */
const lookMs = 15_000
/** A busy fleet crosses all the time: hints read it no more often than this. */
const meta = { hintSpacingMs: 10_000 }
const nobody: readonly VehicleInside[] = []
const none: CrossingsToday = { entries: 0, exits: 0 }

/** Who is inside the active fences of a fleet, and how often they were entered and left today; null until read. */
export function useCrossings(fleetId: string) {
  const options = { enabled: fleetId !== '', refetchInterval: lookMs, meta }
  const inside = useEndpoint(listInside, { query: { fleetId } }, options).data
  const today = useEndpoint(countCrossings, { query: { fleetId } }, options).data
  return useMemo(() => {
    const vehicles = inside && new Map(inside.items.map((item) => [item.fenceId, item.vehicles]))
    const counts = today && new Map(today.items.map((item) => [item.fenceId, item]))
    return {
      insideOf: (fenceId: string): readonly VehicleInside[] | null =>
        vehicles ? (vehicles.get(fenceId) ?? nobody) : null,
      todayOf: (fenceId: string): CrossingsToday | null => (counts ? (counts.get(fenceId) ?? none) : null),
    }
  }, [inside, today])
}
export type Crossings = ReturnType<typeof useCrossings>
