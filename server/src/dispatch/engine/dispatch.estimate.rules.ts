import type { Coordinates } from '@rumbo/geo'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { standSeconds } from '@rumbo/planning/arrivals'

/** @returns seconds of the drive, by the estimate: no road engine is asked */
export const estimatedDrive = (from: Coordinates, to: Coordinates): number =>
  estimateLeg(from, to).durationSeconds

/** Where and when a vehicle is free that stands at each of these stops in their order, by the estimate. */
export function freeAfter(
  from: Coordinates,
  stops: readonly Coordinates[],
): { place: Coordinates; freeIn: number } {
  let place = from
  let freeIn = 0
  for (const { latitude, longitude } of stops) {
    const stop = { latitude, longitude }
    freeIn += estimatedDrive(place, stop) + standSeconds
    place = stop
  }
  return { place, freeIn }
}
