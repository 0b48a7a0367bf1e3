import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useLive, useLiveVehicle } from '../live/use-live.ts'
import { useHeldFleet } from '../vehicles/use-held.ts'
import {
  chooseVehicles,
  countStatuses,
  readStatuses,
  shownBy,
  type VehicleOrder,
} from '../vehicles/vehicle-list.rules.ts'
import { createMapFeed } from './map-feed.ts'

interface MapVehiclesOptions {
  fleetId: string | null
  /** As the address says them, joined by spaces: their identity is their words. */
  statusKey: string
  type: string
  search: string
  order: VehicleOrder
  chosenId: string | null
  /** While false everything stands still, and what waits is counted. */
  isRunning: boolean
}

export const readType = (text: string): string => vehicleTypes.find((type) => type === text) ?? ''

/**
 * The fleet twice: for the list as React renders it, a large fleet once a second at most; for the map as a feed past
 * React. Both show the same.
 */
export function useMapVehicles(options: MapVehiclesOptions) {
  const { fleetId, statusKey, type, search, order, chosenId, isRunning } = options
  const { store } = useLive()
  const { vehicles, isLoaded, waiting } = useHeldFleet(fleetId, isRunning)
  const filter = useMemo(
    () => ({ statuses: readStatuses(statusKey.split(' ')), types: type === '' ? [] : [type], search }),
    [statusKey, type, search],
  )
  const { shown, autoShown, alarmed } = useMemo(
    () => chooseVehicles(vehicles, { ...filter, order }),
    [vehicles, filter, order],
  )
  const counts = useMemo(() => countStatuses(vehicles), [vehicles])
  const live = useLiveVehicle(chosenId)
  const held = isRunning ? undefined : vehicles.find(({ id }) => id === chosenId)
  const chosen = isRunning ? (live?.fleetId === fleetId ? live : undefined) : held

  const feed = useMemo(() => createMapFeed(store, fleetId), [store, fleetId])
  useEffect(() => {
    const isShown = shownBy(filter)
    feed.sift((vehicle) => vehicle.id === chosenId || isShown(vehicle) !== 'no')
  }, [feed, filter, chosenId])
  const isHeld = !isRunning && isLoaded
  const hold = useEffectEvent(() => feed.hold(isHeld ? vehicles : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: later vehicles do not change what is held
  useEffect(() => hold(), [feed, isHeld])

  return {
    feed,
    vehicles,
    waiting,
    shown,
    autoShown,
    alarmed,
    counts,
    chosen,
    isLoaded,
    statuses: filter.statuses,
  }
}
export type MapVehicles = ReturnType<typeof useMapVehicles>
