import type { exclusionReasons } from '@rumbo/contract/dispatch.contract'
import { lackedBy, type VehicleNeeds } from '@rumbo/contract/services.requirements.rules'
import type { Ineligibility } from '@rumbo/contract/shifts.drivers.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import {
  assignableStatuses,
  type expiredDocuments,
  isBusyStatus,
  type VehicleStatus,
} from '@rumbo/contract/vehicles.contract'
import type { Coordinates } from '@rumbo/geo'

export type ExclusionReason = (typeof exclusionReasons)[number]

/** What dispatch knows of a vehicle. Times are in seconds from now. */
export interface EngineVehicle {
  vehicleId: string
  type: string
  status: VehicleStatus
  seats: number | null
  loadKg: number | null
  loadM3: number | null
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
  /** The zones it works in. Default: everywhere. */
  zones?: readonly string[]
  /** Its documents that have expired. Default: none. */
  expired?: readonly (typeof expiredDocuments)[number][]
  /** The driver on duty; null: no shift. */
  driver: { reasons: readonly Ineligibility[]; shiftEndsIn: number | null } | null
}

/** What of a vehicle its costs and the end of its driver's shift depend on. */
export type CostedVehicle = Pick<EngineVehicle, 'vehicleId' | 'freeIn' | 'idle' | 'cover'> & {
  driver: { shiftEndsIn: number | null } | null
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
  needs: VehicleNeeds
  /** Vehicles whose drivers rejected it lately, and those drivers. */
  rejectedBy: ReadonlySet<string>
  /** The zones its pickup lies in, of those that vehicles are limited to; undefined where none is limited. */
  zones?: readonly string[] | undefined
  /** The busy vehicle it is reserved for. */
  reservedFor: string | null
  /** A vehicle with a position that is compared in any case, however far it is or late it arrives. */
  comparedWith?: string
}

/** What the hard constraints compare with a vehicle. */
export type Asked = Pick<EngineRequest, 'needs' | 'rejectedBy'> &
  Partial<Pick<EngineRequest, 'serviceId' | 'windowStart' | 'zones'>>

/** Any service: any vehicle will do that is not reserved. */
export const anyService: Asked = {
  needs: { vehicleType: null, seats: 0, loadKg: 0, loadM3: 0, skills: [] },
  rejectedBy: new Set(),
}

/** How the fleet uses the hard constraints. */
export interface ConstraintRules {
  /** Vehicles without a driver on duty get nothing. */
  requiresShift: boolean
  /** A busy vehicle counts if it is free within this time, in seconds. */
  freeWithin: number
}

/**
 * Whether the driver's shift ends before the pickup. Beyond it a shift only costs (`shift_risk`).
 * @param drive seconds by road from the vehicle's place to the pickup; 0 where that is not known yet
 */
export const endsBeforePickup = (
  { driver, freeIn }: Pick<CostedVehicle, 'driver' | 'freeIn'>,
  { windowStart }: Pick<Asked, 'windowStart'>,
  drive: number,
): boolean =>
  driver?.shiftEndsIn != null && driver.shiftEndsIn < Math.max((freeIn ?? 0) + drive, windowStart ?? 0)

/** Whether the pickup lies outside all zones that the vehicle is limited to. */
export const isOutside = (
  { zones: own }: Pick<EngineVehicle, 'zones'>,
  { zones }: Pick<Asked, 'zones'>,
): boolean =>
  own !== undefined && own.length > 0 && zones !== undefined && !own.some((id) => zones.includes(id))

/**
 * Why the engine may not give the service to the vehicle; empty: it may. Of the arrival only what is certain without a
 * road counts: the vehicle is not at the pickup before it is free, nor picks up before the window begins.
 */
export function exclusionsOf(
  vehicle: EngineVehicle,
  asked: Asked,
  { requiresShift, freeWithin }: ConstraintRules,
): ExclusionReason[] {
  const { needs, rejectedBy, serviceId } = asked
  const { status, freeIn, driver, place, fixAgeMs, isOffered, reservedServices, driverId } = vehicle
  const isAssignable = (assignableStatuses as readonly string[]).includes(status)
  const isFree = isAssignable && freeIn === 0
  const isSoonFree = (isAssignable || isBusyStatus(status)) && freeIn !== null && freeIn <= freeWithin
  // Pushed one by one: this runs for each vehicle and each kind of needs.
  const reasons: ExclusionReason[] = []
  const add = (reason: ExclusionReason, holds: boolean) => {
    if (holds) reasons.push(reason)
  }
  add('status', !isFree && !isSoonFree)
  add('no_position', place === null)
  add('stale_position', place !== null && fixAgeMs !== null && fixAgeMs > dispatchFixMs)
  add('inactive', status === 'inactive')
  reasons.push(...lackedBy(vehicle, needs))
  add('rejected', rejectedBy.has(vehicle.vehicleId) || (driverId != null && rejectedBy.has(driverId)))
  add('offered', isOffered === true)
  add('reserved', reservedServices?.some((id) => id !== serviceId) === true)
  add('no_shift', requiresShift && driver === null)
  for (const reason of driver?.reasons ?? []) add(reason, reason !== 'no_shift')
  for (const document of vehicle.expired ?? []) reasons.push(document)
  // Last, so that these alone differ between requests with the same needs: see `permitsOf`.
  add('shift_ends', endsBeforePickup(vehicle, asked, 0))
  add('zone', isOutside(vehicle, asked))
  return reasons
}
