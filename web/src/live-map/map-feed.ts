import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { LiveStore } from '../live/live.store.ts'
import type { VehicleChanges, VehicleFeed } from '../map/map-model.ts'

export interface MapFeed extends VehicleFeed {
  /** Sets the filter. */
  sift: (isShown: (vehicle: LiveVehicle) => boolean) => void
  /** Freezes the feed at these vehicles; null continues with the current ones. */
  hold: (vehicles: readonly LiveVehicle[] | null) => void
}

/**
 * Feeds the map from the live store (a fleet, or a company's fleets) without a render: the vehicles that pass the filter, or the frozen ones while
 * auto-refresh is off.
 * @param without fleets to omit where several are shown
 */
export function createMapFeed(
  store: LiveStore,
  shownId: string | null,
  without: ReadonlySet<string>,
): MapFeed {
  const listeners = new Set<(changes: VehicleChanges) => void>()
  let isSifted: (vehicle: LiveVehicle) => boolean = () => true
  let held: readonly LiveVehicle[] | null = null
  let leave: (() => void) | null = null

  const isShown = (vehicle: LiveVehicle) => !without.has(vehicle.fleetId) && isSifted(vehicle)
  const everything = (): VehicleChanges => ({
    changed: (held ?? store.vehiclesOf(shownId)).filter(isShown),
    gone: [],
    isReset: true,
  })
  const emit = (changes: VehicleChanges) => {
    for (const listener of listeners) listener(changes)
  }
  const forward = (changes: VehicleChanges & { fleetId: string }) => {
    if (!store.covers(shownId, changes.fleetId) || held !== null) return
    if (changes.isReset) {
      emit(everything())
      return
    }
    // Where several fleets are shown, a vehicle may leave one for another.
    const gone = changes.gone.filter((id) => store.vehicle(id) === undefined)
    const hidden = changes.changed.filter((vehicle) => !isShown(vehicle)).map(({ id }) => id)
    emit({ changed: changes.changed.filter(isShown), gone: [...gone, ...hidden], isReset: false })
  }

  return {
    sift: (next) => {
      isSifted = next
      emit(everything())
    },
    hold: (vehicles) => {
      if (vehicles === null && held === null) return
      held = vehicles
      emit(everything())
    },
    subscribe: (listener) => {
      leave ??= store.subscribeChanges(forward)
      listeners.add(listener)
      listener(everything())
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        leave?.()
        leave = null
      }
    },
  }
}
