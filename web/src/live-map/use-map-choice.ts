import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react'
import type { useAddressState } from '../app/navigation/address.tsx'
import type { MapHandle, Points } from '../map/map-model.ts'
import { closeZoom, located } from './use-fleet-view.ts'

interface MapChoice {
  map: RefObject<MapHandle | null>
  /** Receives the focus when a card closes that was not opened from a list. */
  screen: RefObject<HTMLElement | null>
  change: ReturnType<typeof useAddressState>[1]
  vehicles: readonly LiveVehicle[]
  chosenId: string | null
  serviceId: string | null
  /** Called at every choice, which ends following. */
  onChoice: () => void
  /** Called when a mark on the map was chosen. */
  onMapChoice: () => void
}

/**
 * Chooses a vehicle or a service on the map or in a list, and closes its card; `change` must be stable across
 * renders.
 */
export function useMapChoice(options: MapChoice) {
  const { map, screen, change, vehicles, chosenId, serviceId, onChoice, onMapChoice } = options
  /** The focused element when a list opened a card. */
  const [opener, setOpener] = useState<HTMLElement | null>(null)
  const choose = useCallback(
    (unit?: string | null, service?: string) => {
      onChoice()
      setOpener(null)
      change({ unit: unit ?? undefined, service })
    },
    [change, onChoice],
  )
  const close = () => {
    choose()
    if (opener?.isConnected) opener.focus()
    else screen.current?.focus()
  }
  const chooseOnMap = (unit: string | null, service?: string) => {
    choose(unit, service)
    onMapChoice()
  }
  /** Chosen in a list: the map moves there, and the card takes the focus. */
  const lead = (point: Points[number] | undefined) => {
    setOpener(document.activeElement instanceof HTMLElement ? document.activeElement : null)
    if (point !== undefined) map.current?.goTo(point, Math.max(map.current.view().zoom, closeZoom))
  }
  return {
    chooseOnMap,
    lead,
    close,
    chooseFromList: (vehicleId: string) => {
      if (vehicleId === chosenId) return choose()
      chooseOnMap(vehicleId)
      lead(located(vehicles.filter(({ id }) => id === vehicleId))[0])
    },
    closeOnEscape: (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || (chosenId ?? serviceId) === null) return
      close()
    },
    isFromList: opener !== null,
  }
}
