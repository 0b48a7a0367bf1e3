import type { PlannedReservation } from '../../planning/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { isOpen } from '../engine/dispatch.reservations.repository.ts'

/** Of these services those that a person or another plan reserved a vehicle for, and that still wait for it. */
export const findReservedElsewhere = (
  tx: Transaction,
  planId: string,
  serviceIds: readonly string[],
): Promise<{ serviceId: string; vehicleNumber: string }[]> =>
  tx.sql(
    `select r.service_id as "serviceId", r.vehicle_number as "vehicleNumber"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.service_id = any($2::uuid[]) and r.reserved_by is not null and r.plan_id is distinct from $1 and ${isOpen}`,
    [planId, serviceIds],
  )

/** Removes the reservations of a plan but those of these services. @returns the vehicles, one for each */
export async function releasePlanned(
  tx: Transaction,
  planId: string,
  keptServiceIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.sql<{ vehicleId: string }>(
    `delete from dispatch.reservations where plan_id = $1 and not (service_id = any($2::uuid[]))
     returning vehicle_id as "vehicleId"`,
    [planId, keptServiceIds],
  )
  return rows.map(({ vehicleId }) => vehicleId)
}

/** Removes reservations of these services that are over: each is made anew. */
export const deleteOver = (tx: Transaction, serviceIds: readonly string[]) =>
  tx.sql(
    `delete from dispatch.reservations r using services.services s
     where s.id = r.service_id and r.service_id = any($1::uuid[]) and r.reserved_by is not null and not (${isOpen})`,
    [serviceIds],
  )

/**
 * Writes the reservations of a plan in place of any others of these services. One of the same vehicle stays the same
 * reservation, with its person and time.
 */
export async function writePlanned(
  tx: Transaction,
  { id, companyId, fleetId }: { id: string; companyId: string; fleetId: string },
  reservations: readonly PlannedReservation[],
): Promise<void> {
  const isSame = 'r.plan_id = excluded.plan_id and r.vehicle_id = excluded.vehicle_id'
  const unlessSame = (column: string) =>
    `${column} = case when ${isSame} then r.${column} else excluded.${column} end`
  await tx.sql(
    `insert into dispatch.reservations as r (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place,
       is_estimate, reserved_at, reserved_by, reserved_by_name, plan_id, leaves_at, may_leave_at, planned_dispatch_time)
     select one.service, $2, $3, one.vehicle, one.number, 1, true, $4, $5, $6, $1, one.leaves, one.may_leave, one.dispatched
     from unnest($7::uuid[], $8::uuid[], $9::text[], $10::timestamptz[], $11::timestamptz[], $12::timestamptz[])
       as one(service, vehicle, number, leaves, may_leave, dispatched)
     on conflict (service_id) do update set fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id,
       vehicle_number = excluded.vehicle_number, arrives_at = null, is_estimate = true, plan_id = excluded.plan_id,
       leaves_at = excluded.leaves_at, may_leave_at = excluded.may_leave_at,
       planned_dispatch_time = excluded.planned_dispatch_time,
       ${['reserved_at', 'reserved_by', 'reserved_by_name', 'blocked_since', 'blocked_reason'].map(unlessSame).join(', ')}`,
    [
      id,
      companyId,
      fleetId,
      tx.now,
      tx.actor?.userId ?? null,
      tx.actor?.displayName ?? null,
      reservations.map(({ serviceId }) => serviceId),
      reservations.map(({ vehicleId }) => vehicleId),
      reservations.map(({ vehicleNumber }) => vehicleNumber),
      reservations.map(({ leavesAt }) => leavesAt),
      reservations.map(({ mayLeaveAt }) => mayLeaveAt),
      reservations.map(({ dispatchTime }) => dispatchTime),
    ],
  )
}

/** Numbers the planned reservations of vehicles by when these leave, over all plans. */
export const numberPlanned = (tx: Transaction, vehicleIds: readonly string[]) =>
  tx.sql(
    `update dispatch.reservations r set place = one.place
     from (select service_id, row_number() over (partition by vehicle_id order by leaves_at, service_id) as place
       from dispatch.reservations where vehicle_id = any($1::uuid[]) and plan_id is not null) one
     where r.service_id = one.service_id and r.place <> one.place`,
    [vehicleIds],
  )

/** Ends the questions to drivers about these services. */
export const withdrawOffers = (tx: Transaction, serviceIds: readonly string[]) =>
  tx.sql(
    `update dispatch.offers set status = 'withdrawn', answered_at = $2
     where service_id = any($1::uuid[]) and status = 'open'`,
    [serviceIds, tx.now],
  )
