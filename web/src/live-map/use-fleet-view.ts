import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { isLongPast, type MapHandle, type Points } from '../map/map-model.ts'
import { nowMs } from '../ui/clock.ts'
import { useLinkedFleet } from './use-linked-fleet.ts'

export const closeZoom = 15.5

/** Places of vehicles that have a position. */
export const located = (vehicles: readonly LiveVehicle[]): Points =>
  vehicles.flatMap(({ latitude, longitude }) =>
    latitude === null || longitude === null ? [] : [{ latitude, longitude }],
  )

interface FleetView {
  map: RefObject<MapHandle | null>
  isMapReady: boolean
  /** The address determines the view. */
  hasView: boolean
  /** The address determines the view, but its target is still loading. */
  isAwaited: boolean
  /** The id of the fleet, or of the company for all its fleets. */
  shownId: string | null
  /** The fleet in the address; empty if none. */
  linkedFleetId: string
  shown: readonly LiveVehicle[]
  chosen: LiveVehicle | undefined
  /** The address still refers to the previous fleet. */
  onOtherFleet: () => void
}

/**
 * Fits a fleet into view once when it is loaded: the chosen vehicle, or the recently reporting ones. Returns whether
 * the fleet of a link is still loading.
 */
export function useFleetView(options: FleetView): boolean {
  const { map, isMapReady, hasView, isAwaited, shownId, linkedFleetId, shown, chosen } = options
  const onOtherFleet = useEffectEvent(options.onOtherFleet)
  const isFitted = useRef(hasView)
  const isOnItsWay = useLinkedFleet(linkedFleetId, () => {
    isFitted.current = false
    options.onOtherFleet()
  })
  const hasPlaces = shown.some(({ latitude }) => latitude !== null)
  useEffect(() => {
    if (!isMapReady || !hasPlaces || isFitted.current || isOnItsWay || isAwaited) return
    isFitted.current = true
    const [point] = chosen === undefined ? [] : located([chosen])
    if (point !== undefined) {
      map.current?.goTo(point, closeZoom)
      return
    }
    const present = located(shown.filter((vehicle) => !isLongPast(vehicle, nowMs())))
    map.current?.fit(present.length > 0 ? present : located(shown), { isInstant: true })
  }, [map, isMapReady, hasPlaces, isOnItsWay, isAwaited, chosen, shown])

  const lastShownId = useRef(shownId)
  useEffect(() => {
    if (lastShownId.current === shownId) return
    lastShownId.current = shownId
    if (isOnItsWay || shownId === linkedFleetId) return
    isFitted.current = false
    onOtherFleet()
  }, [shownId, linkedFleetId, isOnItsWay])
  return isOnItsWay
}
