import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExclusionReason } from '../engine/dispatch.constraints.rules.ts'
import {
  byPlace,
  isDue,
  isKept,
  isOpen,
  mayBeDue,
  type StoredReservation,
} from '../engine/dispatch.reservations.repository.ts'

// Reservations that people made. The engine's are in `engine/dispatch.reservations.repository.ts`.

/** Who reserved which vehicle for a service. */
export interface ReservedVehicle
  extends Pick<
    StoredReservation,
    'serviceId' | 'vehicleId' | 'vehicleNumber' | 'reservedAt' | 'blockedSince' | 'blockedReason'
  > {
  reservedBy: string
  reservedByName: string
}

/** What only a published plan knows of its reservations. */
interface Planned {
  planId: string | null
  leavesAt: Date | null
  mayLeaveAt: Date | null
  plannedDispatchTime: Date | null
}

const columns = `r.service_id as "serviceId", r.vehicle_id as "vehicleId", r.vehicle_number as "vehicleNumber",
  r.reserved_by as "reservedBy", r.reserved_by_name as "reservedByName", r.reserved_at as "reservedAt",
  r.blocked_since as "blockedSince", r.blocked_reason as "blockedReason", r.plan_id as "planId", r.leaves_at as "leavesAt",
  r.may_leave_at as "mayLeaveAt", r.planned_dispatch_time as "plannedDispatchTime"`

/** The reservation that a person made for a service; null where there is none. */
export async function findReservedVehicle(
  tx: Transaction,
  serviceId: string,
): Promise<(ReservedVehicle & Planned & { planName: string | null }) | null> {
  const [row] = await tx.sql<ReservedVehicle & Planned & { planName: string | null }>(
    `select ${columns}, pl.name as "planName"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     left join planning.plans pl on pl.id = r.plan_id
     where r.service_id = $1 and r.reserved_by is not null and ${isOpen}`,
    [serviceId],
  )
  return row ?? null
}

/** The services that people and plans reserved a vehicle for and that still wait, in their order. */
export async function findReservedServices(
  tx: Transaction,
  vehicleId: string,
): Promise<{ serviceId: string; isPlanned: boolean }[]> {
  return tx.sql(
    `select r.service_id as "serviceId", r.plan_id is not null as "isPlanned" from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.vehicle_id = $1 and r.reserved_by is not null and ${isOpen}
     order by ${byPlace}`,
    [vehicleId],
  )
}

/** Writes a person's reservation in place of any other of the service; with what a plan knew of it where it is restored. */
export async function writeReservation(
  tx: Transaction,
  reservation: ReservedVehicle & Partial<Planned> & { companyId: string; fleetId: string },
): Promise<void> {
  await tx.sql(
    `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, is_estimate,
       reserved_at, reserved_by, reserved_by_name, blocked_since, blocked_reason, plan_id, leaves_at, may_leave_at,
       planned_dispatch_time)
     values ($1, $2, $3, $4, $5, 1, true, $6, $7, $8, $9, $10, $11, $12, $13, $14)
     on conflict (service_id) do update set fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id,
       vehicle_number = excluded.vehicle_number, arrives_at = null, is_estimate = true,
       reserved_at = excluded.reserved_at, reserved_by = excluded.reserved_by,
       reserved_by_name = excluded.reserved_by_name, blocked_since = excluded.blocked_since,
       blocked_reason = excluded.blocked_reason, plan_id = excluded.plan_id, leaves_at = excluded.leaves_at,
       may_leave_at = excluded.may_leave_at, planned_dispatch_time = excluded.planned_dispatch_time`,
    [
      reservation.serviceId,
      reservation.companyId,
      reservation.fleetId,
      reservation.vehicleId,
      reservation.vehicleNumber,
      reservation.reservedAt,
      reservation.reservedBy,
      reservation.reservedByName,
      reservation.blockedSince,
      reservation.blockedReason,
      reservation.planId ?? null,
      reservation.leavesAt ?? null,
      reservation.mayLeaveAt ?? null,
      reservation.plannedDispatchTime ?? null,
    ],
  )
}

/** Keeps a reservation that is about to be released or replaced, with its place, in place of an earlier one. */
export async function keepReleased(
  tx: Transaction,
  { serviceId, vehicleId }: Pick<ReservedVehicle, 'serviceId' | 'vehicleId'>,
  by: { userId: string },
): Promise<void> {
  const reserved = await findReservedServices(tx, vehicleId)
  const place = reserved.findIndex((one) => one.serviceId === serviceId) + 1
  await tx.sql('delete from dispatch.released_reservations where service_id = $1', [serviceId])
  await tx.sql(
    `insert into dispatch.released_reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place,
       reserved_at, reserved_by, reserved_by_name, blocked_since, blocked_reason, plan_id, leaves_at, may_leave_at,
       planned_dispatch_time, released_at, released_by)
     select service_id, company_id, fleet_id, vehicle_id, vehicle_number, $2, reserved_at, reserved_by, reserved_by_name,
       blocked_since, blocked_reason, plan_id, leaves_at, may_leave_at, planned_dispatch_time, $3, $4
     from dispatch.reservations where service_id = $1 and reserved_by is not null`,
    [serviceId, place, tx.now, by.userId],
  )
}

/**
 * Removes what `keepReleased` kept of a service for this person.
 * @returns null where there is none, it is older than so many seconds, or the service had a vehicle since it was reserved
 */
export async function takeReleased(
  tx: Transaction,
  serviceId: string,
  by: { userId: string },
  seconds: number,
): Promise<(ReservedVehicle & Planned & { place: number }) | null> {
  const [row] = await tx.sql<ReservedVehicle & Planned & { place: number }>(
    `delete from dispatch.released_reservations r using services.services s
     where r.service_id = $1 and s.id = r.service_id and r.released_by = $2
       and r.released_at >= $3::timestamptz - make_interval(secs => $4) and ${isOpen}
     returning ${columns}, r.place`,
    [serviceId, by.userId, tx.now, seconds],
  )
  return row ?? null
}

/** Numbers the services that people and plans reserved a vehicle for, from 1. */
export async function writePlaces(
  tx: Transaction,
  vehicleId: string,
  serviceIds: readonly string[],
): Promise<void> {
  await tx.sql(
    `update dispatch.reservations r set place = one.place
     from unnest($2::uuid[]) with ordinality as one(service, place)
     where r.service_id = one.service and r.vehicle_id = $1 and r.reserved_by is not null`,
    [vehicleId, serviceIds],
  )
}

/** Which reservation of a service: one that was replaced since is another one, also where it is of the same vehicle. */
export type ReservationKey = Pick<StoredReservation, 'serviceId' | 'vehicleId' | 'reservedAt'>

/** @returns whether it was still there */
export async function deleteReservation(
  tx: Transaction,
  { serviceId, vehicleId, reservedAt }: ReservationKey,
): Promise<boolean> {
  const rows = await tx.sql(
    `delete from dispatch.reservations where service_id = $1 and reserved_by is not null and vehicle_id = $2
       and reserved_at = $3
     returning service_id`,
    [serviceId, vehicleId, reservedAt],
  )
  return rows.length > 0
}

/** Records since when, and why, a reserved vehicle cannot serve; null: it can. @returns whether it was still there */
export async function writeBlocked(
  tx: Transaction,
  { serviceId, vehicleId, reservedAt }: ReservationKey,
  reason: ExclusionReason | null,
): Promise<boolean> {
  const written = await tx.sql(
    `update dispatch.reservations set blocked_reason = $2,
       blocked_since = case when $2::text is null then null else coalesce(blocked_since, $3) end
     where service_id = $1 and vehicle_id = $4 and reserved_at = $5 and reserved_by is not null
     returning service_id`,
    [serviceId, reason, tx.now, vehicleId, reservedAt],
  )
  return written.length > 0
}

/** Forgets since when vehicles could not serve, where their services are no longer due: the time begins anew. */
export const forgetBlocked = (
  tx: Transaction,
): Promise<{ serviceId: string; companyId: string; fleetId: string }[]> =>
  tx.sql(
    `update dispatch.reservations r set blocked_since = null, blocked_reason = null from services.services s
     where s.id = r.service_id and r.reserved_by is not null and r.blocked_since is not null and not (${isDue('$1')})
     returning r.service_id as "serviceId", r.company_id as "companyId", r.fleet_id as "fleetId"`,
    [tx.now],
  )

/** Vehicles of a fleet that people or plans reserved for services which are due now or soon by a plan, with those services. */
export async function findReservedVehicles(tx: Transaction, fleetId: string): Promise<Map<string, string[]>> {
  const rows = await tx.sql<{ vehicleId: string; serviceIds: string[] }>(
    `select r.vehicle_id as "vehicleId", array_agg(r.service_id order by ${byPlace}) as "serviceIds"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.fleet_id = $1 and r.reserved_by is not null and ${isKept('$2')}
     group by r.vehicle_id`,
    [fleetId, tx.now],
  )
  return new Map(rows.map(({ vehicleId, serviceIds }) => [vehicleId, serviceIds]))
}

/**
 * Whether a person or plan reserved a vehicle for the service, which may have one by now, or the vehicle for another service
 * that keeps it.
 */
export async function isReservedElsewhere(
  tx: Transaction,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `select from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null
       and (r.service_id = $1 or r.vehicle_id = $2 and r.service_id <> $1 and ${isKept('$3')}) limit 1`,
    [serviceId, vehicleId, tx.now],
  )
  return rows.length > 0
}

/** Fleets with a service that is due and that a person or plan reserved a vehicle for. */
export const findReservedFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct r.fleet_id as "fleetId", r.company_id as "companyId"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null and (${isDue('$1')} or ${mayBeDue('$1')})`,
    [tx.now],
  )

/** A reservation by a person that is over. */
export interface EndedReservation {
  serviceId: string
  serviceNumber: number
  companyId: string
  fleetId: string
  vehicleNumber: string
  /** The service went to this vehicle. */
  isKept: boolean
}

/** Removes the reservations by people that are over. */
export const deleteEnded = (tx: Transaction): Promise<EndedReservation[]> =>
  tx.sql(
    `delete from dispatch.reservations r using services.services s
     where s.id = r.service_id and r.reserved_by is not null and not (${isOpen})
     returning r.service_id as "serviceId", s.service_number as "serviceNumber", r.company_id as "companyId",
       r.fleet_id as "fleetId", r.vehicle_number as "vehicleNumber",
       s.assigned_vehicle_id is not distinct from r.vehicle_id as "isKept"`,
  )
