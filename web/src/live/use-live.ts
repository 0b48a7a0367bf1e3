import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { createContext, useCallback, useContext, useEffect, useRef, useSyncExternalStore } from 'react'
import type { LiveChanges, LiveStatus } from './live.store.ts'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | null>(null)
export const LiveProvider = LiveContext.Provider

/** The live stream of the page. Only below `LiveProvider`. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('useLive is used outside LiveProvider')
  return live
}

/** All vehicles of a fleet, by number; draws again once per frame in which something changed. */
export function useLiveVehicles(fleetId: string | null): readonly LiveVehicle[] {
  const { store } = useLive()
  return useSyncExternalStore(store.subscribe, () => store.vehiclesOf(fleetId))
}

/** Whether the fleet's first snapshot has come: before it, an empty list says nothing. */
export function useHasLiveFleet(fleetId: string | null): boolean {
  const { store } = useLive()
  return useSyncExternalStore(store.subscribe, () => store.hasFleet(fleetId))
}

/** One vehicle; draws again only when this one changed. */
export function useLiveVehicle(vehicleId: string | null): LiveVehicle | undefined {
  const { store } = useLive()
  const subscribe = useCallback(
    (listener: () => void) => (vehicleId === null ? () => {} : store.subscribeVehicle(vehicleId, listener)),
    [store, vehicleId],
  )
  return useSyncExternalStore(subscribe, () => (vehicleId === null ? undefined : store.vehicle(vehicleId)))
}

/** Calls back with what changed, once per frame, without drawing anything again. For the map. */
export function useLiveChanges(onChanges: (changes: LiveChanges) => void): void {
  const { store } = useLive()
  const latest = useRef(onChanges)
  useEffect(() => {
    latest.current = onChanges
  })
  useEffect(() => {
    const leave = store.subscribeChanges((changes) => latest.current(changes))
    return () => {
      leave()
    }
  }, [store])
}

/** Live, Delayed or Offline, and when the server was heard last. */
export function useLiveStatus(): LiveStatus {
  const live = useLive()
  return useSyncExternalStore(live.subscribeStatus, live.status)
}
