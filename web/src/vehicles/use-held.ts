import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useMemo, useState } from 'react'
import { useHasLiveFleet, useLiveVehicles } from '../live/use-live.ts'
import { countChanges } from './vehicle-list.rules.ts'

/**
 * The current value while `isRunning`, else the value when it stopped. A change of `key` (such as another page or
 * filter) updates the value once, so that the user's own request is always answered.
 */
export function useHeld<T>(value: T, isRunning: boolean, key = ''): T {
  const [held, setHeld] = useState<{ value: T; key: string } | null>(null)
  if (isRunning) {
    if (held !== null) setHeld(null)
    return value
  }
  if (held?.key === key) return held.value
  setHeld({ value, key })
  return value
}

/**
 * The vehicles of a fleet, live or as they were when auto-refresh was switched off, and the number of waiting
 * changes. A fleet is frozen only once it is loaded, so that another fleet chosen meanwhile is shown first.
 * @param without fleets to omit where several are shown
 */
export function useHeldFleet(
  fleetId: string | null,
  isRunning: boolean,
  without: ReadonlySet<string>,
): { vehicles: readonly LiveVehicle[]; isLoaded: boolean; waiting: number } {
  const all = useLiveVehicles(fleetId)
  const present = useMemo(
    () => (without.size === 0 ? all : all.filter((vehicle) => !without.has(vehicle.fleetId))),
    [all, without],
  )
  const isLoaded = useHasLiveFleet(fleetId)
  const vehicles = useHeld(present, isRunning || !isLoaded, `${fleetId} ${isLoaded}`)
  return { vehicles, isLoaded, waiting: isRunning ? 0 : countChanges(vehicles, present) }
}
