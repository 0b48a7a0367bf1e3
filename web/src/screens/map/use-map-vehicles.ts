import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { useEffect, useMemo, useRef } from 'react'
import { useHasLiveFleet, useLive, useLiveVehicle, useLiveVehicles } from '../../live/use-live.ts'
import { useHeld } from '../../vehicles/use-held.ts'
import {
  chooseVehicles,
  countChanges,
  countStatuses,
  readStatuses,
  shownBy,
  type VehicleOrder,
} from '../../vehicles/vehicle-list.rules.ts'
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
  const present = useLiveVehicles(fleetId)
  const isLoaded = useHasLiveFleet(fleetId)
  const vehicles = useHeld(present, isRunning, fleetId ?? '')
  const filter = useMemo(
    () => ({ statuses: readStatuses(statusKey.split(' ')), types: type === '' ? [] : [type], search }),
    [statusKey, type, search],
  )
  const { shown, autoShown } = useMemo(
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
  const latest = useRef(vehicles)
  latest.current = vehicles
  useEffect(() => feed.hold(isRunning ? null : latest.current), [feed, isRunning])

  return {
    ...{ feed, vehicles, shown, autoShown, counts, chosen, isLoaded },
    statuses: filter.statuses,
    waiting: isRunning ? 0 : countChanges(vehicles, present),
  }
}
