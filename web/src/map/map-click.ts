import { type PinTouch, pinPicture } from './layers/point-layers.ts'
import type { VehicleLayers } from './layers/vehicle-layers.ts'
import type { MapInstance } from './map-instance.ts'
import { boxOf, canOpen, closestZoom } from './marks/mark-scene.ts'

export interface MapClickEvents {
  /** A mark was clicked, or the basemap (null). */
  onChoose?: (vehicleId: string | null) => void
  /** Vehicles on one spot at any zoom, or above pins, were clicked: the user must choose. The place is in pixels of the map. */
  onChooseAmong?: (
    vehicleIds: readonly string[],
    at: { x: number; y: number },
    pinIds: readonly string[],
  ) => void
  /** Pins were clicked, topmost first: several if they overlap. The place is in pixels of the map. */
  onChoosePins?: (pinIds: readonly string[], at: { x: number; y: number }) => void
  onClickBasemap?: (point: { latitude: number; longitude: number }) => void
}

interface ClickOptions {
  instance: MapInstance
  layers: VehicleLayers
  /** The pins under a point, topmost first. */
  pinsUnder: (point: { x: number; y: number }, touch?: PinTouch) => readonly string[]
  /** The place of the click, in pixels of the map and in degrees. */
  at: { x: number; y: number }
  place: { latitude: number; longitude: number }
  events: MapClickEvents
}

/** Chooses what was clicked: a vehicle, a pin or the basemap. A ring is opened, or reports its vehicles for a choice. */
export function clickMap(options: ClickOptions): void {
  const { instance, layers, pinsUnder, at, place, events } = options
  const { onChoose, onChooseAmong, onChoosePins, onClickBasemap } = events
  const picked = layers.pick(at.x, at.y)
  if (picked === null) {
    const pinIds = pinsUnder(at)
    if (pinIds.length > 0) {
      onChoosePins?.(pinIds, at)
      return
    }
    onClickBasemap?.(place)
    onChoose?.(null)
    return
  }
  const isRing = picked.kind === 'cluster'
  const onSpot =
    onChooseAmong && !(isRing && canOpen(picked.cluster, instance.map.getZoom()))
      ? layers.pickAll(at.x, at.y)
      : []
  const pinsBelow = onSpot.length > 0 ? pinsUnder(at, pinPicture) : []
  if (onSpot.length + pinsBelow.length > 1) onChooseAmong?.(onSpot, at, pinsBelow)
  else if (!isRing) onChoose?.(picked.id)
  else {
    const { west, east, north, south } = boxOf(picked.cluster)
    const corners = [
      { latitude: south, longitude: west },
      { latitude: north, longitude: east },
    ]
    instance.handle.fit(corners, { maxZoom: closestZoom })
  }
}
