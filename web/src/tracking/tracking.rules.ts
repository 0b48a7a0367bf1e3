import type { ServiceStatus } from '@rumbo/contract/services.contract'
import type { TrackedService } from '@rumbo/contract/services.tracking.contract'

/** What the words of a service are about: a person who rides, or a thing that is brought. */
export const cargoOf = ({ serviceType }: Pick<TrackedService, 'serviceType'>): 'people' | 'goods' =>
  serviceType === 'delivery' || serviceType === 'package' ? 'goods' : 'people'

export const isCancelled = (
  status: ServiceStatus,
): status is 'cancelled_by_client' | 'cancelled_by_driver' | 'cancelled_by_central' =>
  status.startsWith('cancelled_')
export const isEnded = (status: ServiceStatus): boolean => status === 'completed' || isCancelled(status)

const seconds = (count: number) => count * 1000

/**
 * Milliseconds until the page asks again: often while a vehicle is expected or drives, less often before and after.
 * @param failures in a row; each doubles the pause, up to a minute
 */
export function pauseMs(status: ServiceStatus | null, failures: number): number {
  const usual =
    status === null || status === 'vehicle_assigned' || status === 'in_progress' || status === 'on_dispatch'
      ? seconds(5)
      : isEnded(status)
        ? seconds(60)
        : seconds(20)
  return Math.min(seconds(60), usual * 2 ** Math.min(failures, 6))
}

/** Minutes until an arrival, rounded up; 0 below one minute. */
export function minutesUntil(arrival: string, nowMs: number): number {
  const left = (Date.parse(arrival) - nowMs) / seconds(60)
  return left < 1 ? 0 : Math.ceil(left)
}

/** Minutes by which an arrival misses its promise; 0 within two minutes. */
export function minutesLate(arrival: string, promised: string): number {
  const late = (Date.parse(arrival) - Date.parse(promised)) / seconds(60)
  return late < 2 ? 0 : Math.round(late)
}

/** How far along the service is, from 0 to 1. */
export function progressOf({ status, stops }: Pick<TrackedService, 'status' | 'stops'>): number {
  if (status === 'created') return 0.05
  if (status === 'on_dispatch') return 0.15
  if (status === 'vehicle_assigned') return 0.35
  if (status !== 'in_progress') return 1
  const done = stops.filter((stop) => stop.status !== 'pending').length
  return 0.5 + (0.45 * done) / Math.max(1, stops.length)
}

/** The token in the address of the page, `/s/<token>`. */
export const tokenOf = (path: string): string => path.split('/')[2] ?? ''
