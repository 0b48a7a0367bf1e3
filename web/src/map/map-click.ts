import { type PinTouch, pinPicture } from './layers/point-layers.ts'
import type { VehicleLayers } from './layers/vehicle-layers.ts'
import type { MapInstance } from './map-instance.ts'
import { boxOf, canOpen, closestZoom } from './marks/mark-scene.ts'

export interface MapClickEvents {
  /** A mark was clicked, or the basemap beside them (null). */
  onChoose?: (vehicleId: string | null) => void
  /** Several vehicles stand on one spot, however near one goes, or over pins: which of them? In pixels of the map. */
  onChooseAmong?: (
    vehicleIds: readonly string[],
    at: { x: number; y: number },
    pinIds: readonly string[],
  ) => void
  /** Pins were clicked, the one drawn last first: several where they stand on each other. In pixels of the map. */
  onChoosePins?: (pinIds: readonly string[], at: { x: number; y: number }) => void
  onClickBasemap?: (point: { latitude: number; longitude: number }) => void
}

interface ClickOptions {
  instance: MapInstance
  layers: VehicleLayers
  /** The pins under a point, the one drawn last first. */
  pinsUnder: (point: { x: number; y: number }, touch?: PinTouch) => readonly string[]
  /** Where the click was, in pixels of the map and on the earth. */
  at: { x: number; y: number }
  place: { latitude: number; longitude: number }
  events: MapClickEvents
}

/** Chooses what was clicked: a vehicle, a pin or the basemap. A ring is opened, or asks which of its vehicles. */
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
