import type { LiveVehicle } from '@rumbo/contract/live.contract'
import type { CurrentService } from '@rumbo/contract/services.current.contract'
import { estimateLeg } from '@rumbo/geo/roads/road-estimate'
import { isStale } from '../../map/map-model.ts'

export interface Arrival {
  minutes: number
  isEstimate: boolean
}

/** Whole minutes, at least one: nobody arrives in zero minutes. */
export const arrivalIn = (seconds: number, isEstimate: boolean): Arrival => ({
  minutes: Math.max(1, Math.round(seconds / 60)),
  isEstimate,
})

/**
 * How soon a vehicle reaches the next stop of its service, from the straight line; null without a stop or a recent
 * position.
 */
export function estimateArrival(
  vehicle: Pick<LiveVehicle, 'latitude' | 'longitude' | 'at'>,
  { nextStop }: Pick<CurrentService, 'nextStop'>,
  nowMs: number,
): Arrival | null {
  const { latitude, longitude } = vehicle
  if (nextStop === null || latitude === null || longitude === null || isStale(vehicle, nowMs)) return null
  return arrivalIn(estimateLeg({ latitude, longitude }, nextStop).durationSeconds, true)
}
