import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type StatusCause, severityOf } from '../vehicles.rules.ts'

export interface StatusRow {
  id: string
  company_id: string
  fleet_id: string
  status: VehicleStatus
}

/** Locks vehicles in the order of their ids, to avoid deadlocks. */
export const lockForStatus = (tx: Transaction, ids: readonly string[]): Promise<StatusRow[]> =>
  tx.sql<StatusRow>(
    `select id, company_id, fleet_id, status from vehicles.vehicles
     where id = any($1::uuid[]) and archived_at is null order by id for no key update`,
    [ids],
  )

/** A null source clears the cause of any source. */
export async function deleteCauses(
  tx: Transaction,
  causes: readonly { vehicleId: string; cause: StatusCause; sourceId: string | null }[],
): Promise<void> {
  await tx.sql(
    `delete from vehicles.status_causes c
     using unnest($1::uuid[], $2::text[], $3::text[]) as gone(vehicle_id, cause, source_id)
     where c.vehicle_id = gone.vehicle_id and c.cause = gone.cause
       and (gone.source_id is null or c.source_id = gone.source_id)`,
    [causes.map((c) => c.vehicleId), causes.map((c) => c.cause), causes.map((c) => c.sourceId)],
  )
}

export async function insertCauses(
  tx: Transaction,
  causes: readonly {
    vehicleId: string
    cause: StatusCause
    sourceId: string | null
    detail?: string | null
  }[],
): Promise<void> {
  await tx.sql(
    `insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, source_id, detail, since)
     select v.id, v.company_id, v.fleet_id, made.cause, coalesce(made.source_id, ''), made.detail, $5
     from unnest($1::uuid[], $2::text[], $3::text[], $4::text[]) as made(vehicle_id, cause, source_id, detail)
     join vehicles.vehicles v on v.id = made.vehicle_id
     on conflict do nothing`,
    [
      causes.map((c) => c.vehicleId),
      causes.map((c) => c.cause),
      causes.map((c) => c.sourceId),
      causes.map((c) => c.detail ?? null),
      tx.now,
    ],
  )
}

export const findCauses = (
  tx: Transaction,
  ids: readonly string[],
): Promise<{ vehicle_id: string; cause: StatusCause; source_id: string }[]> =>
  tx.sql(
    'select vehicle_id, cause, source_id from vehicles.status_causes where vehicle_id = any($1::uuid[])',
    [ids],
  )

/** Vehicles without causes are left out. */
export function causesByVehicle<Cause extends { vehicle_id: string }>(
  causes: readonly Cause[],
): Map<string, Cause[]> {
  const found = new Map<string, Cause[]>()
  for (const cause of causes) {
    const known = found.get(cause.vehicle_id)
    if (known) known.push(cause)
    else found.set(cause.vehicle_id, [cause])
  }
  return found
}

export async function writeStatuses(
  tx: Transaction,
  changed: readonly { id: string; status: VehicleStatus }[],
): Promise<void> {
  await tx.sql(
    `update vehicles.vehicles v set status = new.status, status_order = new.status_order, status_since = $4
     from unnest($1::uuid[], $2::text[], $3::smallint[]) as new(id, status, status_order) where v.id = new.id`,
    [
      changed.map((vehicle) => vehicle.id),
      changed.map((vehicle) => vehicle.status),
      changed.map((vehicle) => severityOf(vehicle.status)),
      tx.now,
    ],
  )
}
