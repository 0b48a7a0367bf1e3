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
  /** The id of the fleet, or of the company for all its fleets. */
  shownId: string | null
  /** As in the address, joined by spaces, so that equal filters are equal strings. */
  statusKey: string
  type: string
  search: string
  order: VehicleOrder
  chosenId: string | null
  /** Fleets to omit where several are shown; the same set until it changes. */
  without: ReadonlySet<string>
  /** While false the vehicles are frozen, and waiting changes are counted. */
  isRunning: boolean
}

export const readType = (text: string): string => vehicleTypes.find((type) => type === text) ?? ''

/**
 * The fleet twice: for the list rendered by React, once a second for a large fleet; for the map as a feed outside
 * React. Both show the same vehicles.
 */
export function useMapVehicles(options: MapVehiclesOptions) {
  const { shownId, statusKey, type, search, order, chosenId, without, isRunning } = options
  const { store } = useLive()
  const { vehicles, isLoaded, waiting } = useHeldFleet(shownId, isRunning, without)
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
  const chosen = isRunning
    ? live && store.covers(shownId, live.fleetId) && !without.has(live.fleetId)
      ? live
      : undefined
    : held

  const feed = useMemo(() => createMapFeed(store, shownId, without), [store, shownId, without])
  useEffect(() => {
    const isShown = shownBy(filter)
    feed.sift((vehicle) => vehicle.id === chosenId || isShown(vehicle) !== 'no')
  }, [feed, filter, chosenId])
  const isHeld = !isRunning && isLoaded
  const hold = useEffectEvent(() => feed.hold(isHeld ? vehicles : null))
  // biome-ignore lint/correctness/useExhaustiveDependencies: later vehicles do not change the frozen ones
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
