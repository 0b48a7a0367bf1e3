import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { createContext, useCallback, useContext, useMemo, useSyncExternalStore } from 'react'
import type { LiveStatus, LiveStore } from './live.store.ts'
import type { Live } from './live.ts'

const LiveContext = createContext<Live | null>(null)
export const LiveProvider = LiveContext.Provider

/** The live stream of the page. Use it below `LiveProvider` only. */
export function useLive(): Live {
  const live = useContext(LiveContext)
  if (live === null) throw new Error('useLive is used outside LiveProvider')
  return live
}

/** Lists of more vehicles than this are rendered at most once a second, to limit the cost. */
const maxDrawnAtOnce = 200
const calmMs = 1000

/** All vehicles of a fleet (or of a company, where all its fleets are watched), by number; renders once per frame with changes, a large fleet once a second. */
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
        const restMs = store.sizeOf(fleetId) > maxDrawnAtOnce ? notifiedAtMs + calmMs - performance.now() : 0
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

/** Whether the fleet's first snapshot has arrived: before that, an empty list has no meaning. */
export function useHasLiveFleet(fleetId: string | null): boolean {
  const { store } = useLive()
  return useSyncExternalStore(store.subscribe, () => store.hasFleet(fleetId))
}

/** One vehicle; renders only when this one changed. */
export function useLiveVehicle(vehicleId: string | null): LiveVehicle | undefined {
  const { store } = useLive()
  const subscribe = useCallback(
    (listener: () => void) => (vehicleId === null ? () => {} : store.subscribeVehicle(vehicleId, listener)),
    [store, vehicleId],
  )
  return useSyncExternalStore(subscribe, () => (vehicleId === null ? undefined : store.vehicle(vehicleId)))
}

const middleOf = (values: number[]): number | undefined => values.sort((a, b) => a - b)[values.length >> 1]

/** @returns reads the centre of a fleet's vehicles until there is one, and keeps it */
function firstMiddle(store: LiveStore, fleetId: string | null) {
  let middle: { latitude: number; longitude: number } | null = null
  return () => {
    if (middle !== null || !store.hasFleet(fleetId)) return middle
    const vehicles = store.vehiclesOf(fleetId)
    const latitude = middleOf(vehicles.flatMap((vehicle) => vehicle.latitude ?? []))
    const longitude = middleOf(vehicles.flatMap((vehicle) => vehicle.longitude ?? []))
    if (latitude !== undefined && longitude !== undefined) middle = { latitude, longitude }
    return middle
  }
}

/**
 * The approximate place of a fleet: the centre of its vehicles when this is first used or when their first positions
 * arrive, not updated afterwards. Null while unknown.
 */
export function useFleetMiddle(fleetId: string | null): { latitude: number; longitude: number } | null {
  const { store } = useLive()
  const read = useMemo(() => firstMiddle(store, fleetId), [store, fleetId])
  return useSyncExternalStore(store.subscribe, read)
}

/** Live, Delayed or Offline, and when the last message arrived. */
export function useLiveStatus(): LiveStatus {
  const live = useLive()
  return useSyncExternalStore(live.subscribeStatus, live.status)
}
