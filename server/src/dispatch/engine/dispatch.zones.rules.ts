import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Coordinates } from '@rumbo/geo'
import { polygonContains } from '@rumbo/geo/geometry/polygon'
import type { EngineVehicle } from './dispatch.constraints.rules.ts'

/** The zones that contain a place, of those that vehicles are limited to; undefined where none is limited. */
export type ZonesAt = (place: Coordinates) => readonly string[] | undefined

interface Box {
  zone: Zone
  south: number
  north: number
}

/** Compares latitudes first, since most zones of a fleet are elsewhere. */
export function zonesAtOf(
  vehicles: readonly Pick<EngineVehicle, 'zones'>[],
  zones: readonly Zone[],
): ZonesAt {
  const used = new Set(vehicles.flatMap((vehicle) => vehicle.zones ?? []))
  if (used.size === 0) return () => undefined
  const boxes = zones
    .filter(({ id }) => used.has(id))
    .map((zone): Box => {
      const latitudes = zone.corners.map(([, latitude]) => latitude)
      return { zone, south: Math.min(...latitudes), north: Math.max(...latitudes) }
    })
  return (place) =>
    boxes.flatMap(({ zone: { id, corners }, south, north }) =>
      place.latitude >= south && place.latitude <= north && polygonContains(corners, place) ? [id] : [],
    )
}
