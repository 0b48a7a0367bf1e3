import type { exclusionReasons } from '@rumbo/contract/dispatch.contract'
import type { Ineligibility } from '@rumbo/contract/shifts.drivers.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import { assignableStatuses, isBusyStatus, type VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Coordinates } from '@rumbo/geo'

export type ExclusionReason = (typeof exclusionReasons)[number]

/** What dispatch knows of a vehicle. Times are in seconds from now. */
export interface EngineVehicle {
  vehicleId: string
  type: string
  status: VehicleStatus
  seats: number | null
  skills: readonly string[]
  /** Where it is, or where its last stop will be while it is busy; null: never reported. */
  place: Coordinates | null
  fixAgeMs: number | null
  /** Until its current service ends; 0: idle. Null: busy, and nobody knows until when. */
  freeIn: number | null
  /** Of a busy vehicle that is free soon by the estimate: where and when. It counts as near to others, no more. */
  next?: { place: Coordinates; freeIn: number }
  /** Since it became idle; 0 while it is busy. */
  idle: number
  /** How long other vehicles would need to this place, in seconds; absent where that is not compared. */
  cover?: number
  /** Its driver is being asked about another service. */
  isOffered?: boolean
  /** Services that are due and that people reserved it for; it may serve no others. Default: none. */
  reservedServices?: readonly string[]
  driverId?: string | null
  /** The driver on duty; null: no shift. */
  driver: { reasons: readonly Ineligibility[]; shiftEndsIn: number | null } | null
}

/** What dispatch knows of a service without a started vehicle. Times are in seconds from now, negative in the past. */
export interface EngineRequest {
  serviceId: string
  pickup: Coordinates
  /** Since it began to wait. */
  age: number
  /** Index of its priority; 0 is critical. */
  priority: number
  /** Of the pickup's window; null where it has none. */
  windowStart: number | null
  windowEnd: number | null
  /** From the pickup to the last stop, by the planned route. */
  duration: number
  needs: { vehicleType: string | null; seats: number; skills: readonly string[] }
  /** Vehicles whose drivers rejected it lately, and those drivers. */
  rejectedBy: ReadonlySet<string>
  /** The busy vehicle it is reserved for. */
  reservedFor: string | null
  /** A vehicle with a position that is compared in any case, however far it is or late it arrives. */
  comparedWith?: string
}

/** What the hard constraints compare with a vehicle. */
export type Asked = Pick<EngineRequest, 'needs' | 'rejectedBy'> & Partial<Pick<EngineRequest, 'serviceId'>>

/** Any service: any vehicle will do that is not reserved. */
export const anyService: Asked = {
  needs: { vehicleType: null, seats: 0, skills: [] },
  rejectedBy: new Set(),
}

/** How the fleet uses the hard constraints. */
export interface ConstraintRules {
  /** Vehicles without a driver on duty get nothing. */
  requiresShift: boolean
  /** A busy vehicle counts if it is free within this time, in seconds. */
  freeWithin: number
}

/** Why the engine may not give the service to the vehicle; empty: it may. Arrival plays no part. */
export function exclusionsOf(
  vehicle: EngineVehicle,
  { needs, rejectedBy, serviceId }: Asked,
  { requiresShift, freeWithin }: ConstraintRules,
): ExclusionReason[] {
  const { status, freeIn, driver, place, fixAgeMs, seats, skills, isOffered, reservedServices, driverId } =
    vehicle
  const isAssignable = (assignableStatuses as readonly string[]).includes(status)
  const isFree = isAssignable && freeIn === 0
  const isSoonFree = (isAssignable || isBusyStatus(status)) && freeIn !== null && freeIn <= freeWithin
  const reasons: [ExclusionReason, boolean][] = [
    ['status', !isFree && !isSoonFree],
    ['no_position', place === null],
    ['stale_position', place !== null && fixAgeMs !== null && fixAgeMs > dispatchFixMs],
    ['type', needs.vehicleType !== null && needs.vehicleType !== vehicle.type],
    ['seats', needs.seats > 0 && (seats ?? 0) < needs.seats],
    ['skills', !needs.skills.every((skill) => skills.includes(skill))],
    ['rejected', rejectedBy.has(vehicle.vehicleId) || (driverId != null && rejectedBy.has(driverId))],
    ['offered', isOffered === true],
    ['reserved', reservedServices?.some((id) => id !== serviceId) === true],
    ['no_shift', requiresShift && driver === null],
  ]
  return [
    ...reasons.flatMap(([reason, holds]) => (holds ? [reason] : [])),
    ...(driver?.reasons ?? []).filter((reason) => reason !== 'no_shift'),
  ]
}
