import type { Zone } from '@rumbo/contract/places.zones.contract'
import type { Coordinates } from '@rumbo/geo'
import { createAreasFinder } from '@rumbo/geo/geometry/area-finder'
import type { EngineVehicle } from './dispatch.constraints.rules.ts'

/** The zones that contain a place, of those that vehicles are limited to; undefined where none is limited. */
export type ZonesAt = (place: Coordinates) => readonly string[] | undefined

export function zonesAtOf(
  vehicles: readonly Pick<EngineVehicle, 'zones'>[],
  zones: readonly Zone[],
): ZonesAt {
  const used = new Set(vehicles.flatMap((vehicle) => vehicle.zones ?? []))
  if (used.size === 0) return () => undefined
  const find = createAreasFinder(zones.filter(({ id }) => used.has(id)))
  return (place) => find(place).map(({ id }) => id)
}
