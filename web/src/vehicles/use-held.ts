import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useState } from 'react'
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
 */
export function useHeldFleet(
  fleetId: string | null,
  isRunning: boolean,
): { vehicles: readonly LiveVehicle[]; isLoaded: boolean; waiting: number } {
  const present = useLiveVehicles(fleetId)
  const isLoaded = useHasLiveFleet(fleetId)
  const vehicles = useHeld(present, isRunning || !isLoaded, `${fleetId} ${isLoaded}`)
  return { vehicles, isLoaded, waiting: isRunning ? 0 : countChanges(vehicles, present) }
}
