import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExclusionReason } from '../engine/dispatch.constraints.rules.ts'

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
    `select vehicle_id as "vehicleId", vehicle_number as "vehicleNumber", reserved_by as "reservedBy",
       reserved_by_name as "reservedByName", reserved_at as "reservedAt"
     from dispatch.reservations where service_id = $1 and reserved_by is not null`,
    [serviceId],
  )
  return row ?? null
}

/** The other services that people reserved a vehicle for and that still wait, in their order. */
export async function findReservedServices(
  tx: Transaction,
  vehicleId: string,
  exceptServiceId: string,
): Promise<string[]> {
  const rows = await tx.sql<{ serviceId: string }>(
    `select r.service_id as "serviceId" from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.vehicle_id = $1 and r.reserved_by is not null and r.service_id <> $2 and s.status = 'on_dispatch'
       and s.archived_at is null
     order by r.place, r.service_id`,
    [vehicleId, exceptServiceId],
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
    arrivesAt,
    by,
  }: {
    serviceId: string
    companyId: string
    fleetId: string
    vehicleId: string
    vehicleNumber: string
    arrivesAt: string | null
    by: { userId: string; displayName: string }
  },
): Promise<void> {
  await tx.sql(
    `insert into dispatch.reservations (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, arrives_at,
       is_estimate, reserved_at, reserved_by, reserved_by_name)
     values ($1, $2, $3, $4, $5, 1, $6, true, $7, $8, $9)
     on conflict (service_id) do update set vehicle_id = excluded.vehicle_id, vehicle_number = excluded.vehicle_number,
       arrives_at = excluded.arrives_at, is_estimate = true, reserved_at = excluded.reserved_at,
       reserved_by = excluded.reserved_by, reserved_by_name = excluded.reserved_by_name, blocked_since = null,
       blocked_reason = null`,
    [serviceId, companyId, fleetId, vehicleId, vehicleNumber, arrivesAt, tx.now, by.userId, by.displayName],
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

/** @returns whether a person had reserved a vehicle for the service; default: any vehicle */
export async function deleteReservation(
  tx: Transaction,
  serviceId: string,
  vehicleId: string | null = null,
): Promise<boolean> {
  const rows = await tx.sql(
    `delete from dispatch.reservations where service_id = $1 and reserved_by is not null
       and ($2::uuid is null or vehicle_id = $2) returning service_id`,
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

const due = (service: string, now: string) =>
  `${service}.status = 'on_dispatch' and ${service}.archived_at is null and ${service}.dispatch_time <= ${now}
     and not exists (select from dispatch.holds h where h.service_id = ${service}.id)`

/** Vehicles of a fleet that people reserved for services which are due now. */
export async function findReservedVehicles(
  tx: Transaction,
  fleetId: string,
  exceptServiceId: string | null,
): Promise<Set<string>> {
  const rows = await tx.sql<{ vehicleId: string }>(
    `select r.vehicle_id as "vehicleId" from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.fleet_id = $1 and r.reserved_by is not null and ${due('s', '$2')} and s.id is distinct from $3`,
    [fleetId, tx.now, exceptServiceId],
  )
  return new Set(rows.map(({ vehicleId }) => vehicleId))
}

/** Whether a person reserved another vehicle for the service, or the vehicle for another service that is due. */
export async function isReservedElsewhere(
  tx: Transaction,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `select from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null
       and (r.service_id = $1 or r.vehicle_id = $2 and r.service_id <> $1 and ${due('s', '$3')}) limit 1`,
    [serviceId, vehicleId, tx.now],
  )
  return rows.length > 0
}

/** Fleets with a service that is due and that a person reserved a vehicle for. */
export const findReservedFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct r.fleet_id as "fleetId", r.company_id as "companyId"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.reserved_by is not null and ${due('s', '$1')}`,
    [tx.now],
  )

/** A reservation by a person whose service no longer waits. */
export interface EndedReservation {
  serviceId: string
  serviceNumber: number
  companyId: string
  fleetId: string
  vehicleNumber: string
  /** The service went to this vehicle. */
  isKept: boolean
}

/** Removes the reservations by people whose services no longer wait. */
export const deleteEnded = (tx: Transaction): Promise<EndedReservation[]> =>
  tx.sql(
    `delete from dispatch.reservations r using services.services s
     where s.id = r.service_id and r.reserved_by is not null and (s.status <> 'on_dispatch' or s.archived_at is not null)
     returning r.service_id as "serviceId", s.service_number as "serviceNumber", r.company_id as "companyId",
       r.fleet_id as "fleetId", r.vehicle_number as "vehicleNumber",
       s.assigned_vehicle_id is not distinct from r.vehicle_id as "isKept"`,
  )
