import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { useState } from 'react'
import { useHasLiveFleet, useLiveVehicles } from '../live/use-live.ts'
import { countChanges } from './vehicle-list.rules.ts'

/**
 * The newest value while `isRunning`; else the one held when it stopped. A change of `key` (another page, another
 * filter) takes the newest once more, so that what the person asks for is always answered.
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
 * The vehicles of a fleet as they come, or as they were when auto-refresh was switched off, and how many changes wait.
 * A fleet is held only once it has come: another one chosen meanwhile is shown first.
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
