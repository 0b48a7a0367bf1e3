import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { LiveStatus } from './live.store.ts'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | null>(null)
export const LiveProvider = LiveContext.Provider

/** The live stream of the page. Only below `LiveProvider`. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('useLive is used outside LiveProvider')
  return live
}

/** Lists of more vehicles than this are drawn again once a second at most: nobody reads faster, and drawing costs. */
const mostDrawnAtOnce = 200
const calmMs = 1000

/**
 * All vehicles of a fleet, by number; draws again once per frame in which something changed, a large fleet once a
 * second.
 */
export function useLiveVehicles(fleetId: string | null): readonly LiveVehicle[] {
  const { store } = useLive()
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let notifiedAtMs = Number.NEGATIVE_INFINITY
      const notify = () => {
        timer = undefined
        notifiedAtMs = performance.now()
        listener()
      }
      const leave = store.subscribe(() => {
        if (timer !== undefined) return
        const restMs = store.sizeOf(fleetId) > mostDrawnAtOnce ? notifiedAtMs + calmMs - performance.now() : 0
        if (restMs <= 0) notify()
        else timer = setTimeout(notify, restMs)
      })
      return () => {
        clearTimeout(timer)
        leave()
      }
    },
    [store, fleetId],
  )
  return useSyncExternalStore(subscribe, () => store.vehiclesOf(fleetId))
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

const middleOf = (values: number[]): number | undefined => values.sort((a, b) => a - b)[values.length >> 1]

/**
 * About where a fleet is: the middle of its vehicles when this is first used or when their positions arrive; it does not
 * follow them afterwards. Null while none is known.
 */
export function useFleetMiddle(fleetId: string | null): { latitude: number; longitude: number } | null {
  const { store } = useLive()
  const isKnown = useHasLiveFleet(fleetId)
  return useMemo(() => {
    const vehicles = isKnown ? store.vehiclesOf(fleetId) : []
    const latitude = middleOf(vehicles.flatMap((vehicle) => vehicle.latitude ?? []))
    const longitude = middleOf(vehicles.flatMap((vehicle) => vehicle.longitude ?? []))
    return latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  }, [store, fleetId, isKnown])
}

/** Live, Delayed or Offline, and when the last message arrived. */
export function useLiveStatus(): LiveStatus {
  const live = useLive()
  return useSyncExternalStore(live.subscribeStatus, live.status)
}
