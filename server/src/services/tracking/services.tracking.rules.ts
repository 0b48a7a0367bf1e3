import { finalStatuses, type ServiceStatus } from '@rumbo/contract/services.contract'
import { linkHoursAfterEnd, type TrackingLink } from '@rumbo/contract/services.tracking.contract'
import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'
import { dayMs, hourMs } from '@rumbo/contract/time-units'

/** How long before its time a booked service shows where its vehicle is, which may still be at other work. */
const positionLeadMs = hourMs
/** A service that nobody ends does not keep its link open for ever. */
const longestRunMs = 7 * dayMs

interface ServiceTimes {
  dispatch_time: Date
  started_at: Date | null
  ended_at: Date | null
}

/** When a link closes: an hour after the end, or a week after everything that moves the service on. */
export function closingTime(service: ServiceTimes, createdAt: Date): Date {
  if (service.ended_at) return new Date(service.ended_at.getTime() + linkHoursAfterEnd * hourMs)
  const latest = Math.max(
    service.dispatch_time.getTime(),
    service.started_at?.getTime() ?? 0,
    createdAt.getTime(),
  )
  return new Date(latest + longestRunMs)
}

export function linkStatus(
  link: { created_at: Date; revoked_at: Date | null },
  service: ServiceTimes,
  now: Date,
): TrackingLink['status'] {
  if (link.revoked_at) return 'revoked'
  return closingTime(service, link.created_at) > now ? 'open' : 'expired'
}

/** Whether the vehicle has the service, so that the customer learns which one comes. */
export const showsVehicle = (status: ServiceStatus): boolean =>
  status === 'vehicle_assigned' || status === 'in_progress' || status === 'completed'

/**
 * Whether the customer sees where the vehicle is. A vehicle has one assigned or started service at most, so while it
 * works for somebody else this service is not its own; a booking for later shows nothing until its time is near.
 */
export function showsPosition(
  service: { status: ServiceStatus; dispatch_time: Date },
  fixAt: Date,
  now: Date,
): boolean {
  if (now.getTime() - fixAt.getTime() > silentAfterMs) return false
  if (service.status === 'in_progress') return true
  return (
    service.status === 'vehicle_assigned' && service.dispatch_time.getTime() - now.getTime() <= positionLeadMs
  )
}

/** The given name by which a driver is introduced; never the surname. */
export const firstNameOf = (name: string | null): string | null => name?.trim().split(/\s+/)[0] || null

export const isFinal = (status: ServiceStatus): boolean =>
  (finalStatuses as readonly ServiceStatus[]).includes(status)
