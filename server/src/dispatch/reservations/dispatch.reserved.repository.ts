import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExclusionReason } from '../engine/dispatch.constraints.rules.ts'
import { byPlace, isOpen } from '../engine/dispatch.reservations.repository.ts'

// Reservations that people made. The engine's are in `engine/dispatch.reservations.repository.ts`.

/** Who reserved which vehicle for a service. */
export interface ReservedVehicle {
  vehicleId: string
  vehicleNumber: string
  reservedBy: string
  reservedByName: string
  reservedAt: Date
}

/** The reservation that a person made for a service; null where there is none. */
export async function findReservedVehicle(
  tx: Transaction,
  serviceId: string,
): Promise<ReservedVehicle | null> {
  const [row] = await tx.sql<ReservedVehicle>(
    `select r.vehicle_id as "vehicleId", r.vehicle_number as "vehicleNumber", r.reserved_by as "reservedBy",
       r.reserved_by_name as "reservedByName", r.reserved_at as "reservedAt"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.service_id = $1 and r.reserved_by is not null and ${isOpen}`,
    [serviceId],
  )
  return row ?? null
}

/** The services that people reserved a vehicle for and that still wait, in their order. */
export async function findReservedServices(tx: Transaction, vehicleId: string): Promise<string[]> {
  const rows = await tx.sql<{ serviceId: string }>(
    `select r.service_id as "serviceId" from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.vehicle_id = $1 and r.reserved_by is not null and ${isOpen}
     order by ${byPlace}`,
    [vehicleId],
  )
  return rows.map(({ serviceId }) => serviceId)
}

/** Writes a person's reservation in place of any other of the service. */
export async function writeReservation(
  tx: Transaction,
  {
    serviceId,
    companyId,
    fleetId,
    vehicleId,
    vehicleNumber,
    by,
  }: {
    serviceId: string
    companyId: string
    fleetId: string
    vehicleId: string
    vehicleNumber: string
    by: { userId: string; displayName: string }
  },
): Promise<void> {
  await tx.sql(
    `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, is_estimate,
       reserved_at, reserved_by, reserved_by_name)
     values ($1, $2, $3, $4, $5, 1, true, $6, $7, $8)
     on conflict (service_id) do update set fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id,
       vehicle_number = excluded.vehicle_number, arrives_at = null, is_estimate = true,
       reserved_at = excluded.reserved_at, reserved_by = excluded.reserved_by,
       reserved_by_name = excluded.reserved_by_name, blocked_since = null, blocked_reason = null`,
    [serviceId, companyId, fleetId, vehicleId, vehicleNumber, tx.now, by.userId, by.displayName],
  )
}

/** Numbers the services that people reserved a vehicle for, from 1. */
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

/** @returns whether a person had reserved the vehicle for the service */
export async function deleteReservation(
  tx: Transaction,
  serviceId: string,
  vehicleId: string,
): Promise<boolean> {
  const rows = await tx.sql(
    `delete from dispatch.reservations where service_id = $1 and reserved_by is not null and vehicle_id = $2
     returning service_id`,
    [serviceId, vehicleId],
  )
  return rows.length > 0
}

/** Records since when, and why, a reserved vehicle cannot serve; null: it can. */
export async function writeBlocked(
  tx: Transaction,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string },
  reason: ExclusionReason | null,
): Promise<boolean> {
  const written = await tx.sql(
    `update dispatch.reservations set blocked_reason = $2,
       blocked_since = case when $2::text is null then null else coalesce(blocked_since, $3) end
     where service_id = $1 and vehicle_id = $4 and reserved_by is not null
     returning service_id`,
    [serviceId, reason, tx.now, vehicleId],
  )
  return written.length > 0
}

/** Of the reservation `r` and its service `s`: whether the service is due and nobody keeps it on hold. */
const isDue = (now: string) =>
  `${isOpen} and s.status = 'on_dispatch' and s.dispatch_time <= ${now}
     and not exists (select from dispatch.holds h where h.service_id = s.id)`

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

/** Vehicles of a fleet that people reserved for services which are due now, with those services. */
export async function findReservedVehicles(tx: Transaction, fleetId: string): Promise<Map<string, string[]>> {
  const rows = await tx.sql<{ vehicleId: string; serviceIds: string[] }>(
    `select r.vehicle_id as "vehicleId", array_agg(r.service_id order by ${byPlace}) as "serviceIds"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.fleet_id = $1 and r.reserved_by is not null and ${isDue('$2')}
     group by r.vehicle_id`,
    [fleetId, tx.now],
  )
  return new Map(rows.map(({ vehicleId, serviceIds }) => [vehicleId, serviceIds]))
}

/**
 * Whether a person reserved a vehicle for the service, which may have one by now, or the vehicle for another service that
 * is due.
 */
export async function isReservedElsewhere(
  tx: Transaction,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `select from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null
       and (r.service_id = $1 or r.vehicle_id = $2 and r.service_id <> $1 and ${isDue('$3')}) limit 1`,
    [serviceId, vehicleId, tx.now],
  )
  return rows.length > 0
}

/** Fleets with a service that is due and that a person reserved a vehicle for. */
export const findReservedFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct r.fleet_id as "fleetId", r.company_id as "companyId"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null and ${isDue('$1')}`,
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
