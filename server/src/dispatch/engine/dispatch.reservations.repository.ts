import { offerGraceSeconds } from '@rumbo/contract/dispatch.offers.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface Reservation {
  serviceId: string
  vehicleId: string
  vehicleNumber: string
  /** Among the reservations of the vehicle; 1 is served first. */
  place: number
  arrivesAt: Date
  isEstimate: boolean
}

const columns = `r.service_id as "serviceId", r.vehicle_id as "vehicleId", r.vehicle_number as "vehicleNumber", r.place,
  r.arrives_at as "arrivesAt", r.is_estimate as "isEstimate"`

/** Reservations of fleets, by vehicle in the order of service. */
export const findReservations = (tx: Transaction, fleetIds: readonly string[]): Promise<Reservation[]> =>
  tx.sql(
    `select ${columns} from dispatch.reservations r where r.fleet_id = any($1::uuid[]) order by r.vehicle_id, r.place`,
    [fleetIds],
  )

/** Replaces all reservations of a fleet. */
export async function replaceReservations(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  reservations: readonly Reservation[],
): Promise<void> {
  await tx.sql(
    'delete from dispatch.reservations where fleet_id = $1 and not (service_id = any($2::uuid[]))',
    [fleetId, reservations.map(({ serviceId }) => serviceId)],
  )
  if (reservations.length === 0) return
  await tx.sql(
    `insert into dispatch.reservations as r (service_id, company_id, fleet_id, vehicle_id, vehicle_number, place, arrives_at,
       is_estimate, reserved_at)
     select one.service, $1, $2, one.vehicle, one.number, one.place, one.arrives, one.estimate, $3
     from unnest($4::uuid[], $5::uuid[], $6::text[], $7::integer[], $8::timestamptz[], $9::boolean[])
       as one(service, vehicle, number, place, arrives, estimate)
     on conflict (service_id) do update set vehicle_id = excluded.vehicle_id, vehicle_number = excluded.vehicle_number,
       place = excluded.place, arrives_at = excluded.arrives_at, is_estimate = excluded.is_estimate,
       reserved_at = case when r.vehicle_id = excluded.vehicle_id then r.reserved_at else excluded.reserved_at end`,
    [
      companyId,
      fleetId,
      tx.now,
      reservations.map(({ serviceId }) => serviceId),
      reservations.map(({ vehicleId }) => vehicleId),
      reservations.map(({ vehicleNumber }) => vehicleNumber),
      reservations.map(({ place }) => place),
      reservations.map(({ arrivesAt }) => arrivesAt),
      reservations.map(({ isEstimate }) => isEstimate),
    ],
  )
}

/** Ends the reservations of fleets that are dispatched by hand since: no round would. */
export async function endReservationsOfManualFleets(tx: Transaction): Promise<void> {
  await tx.sql(
    `delete from dispatch.reservations r using dispatch.fleet_settings s where s.fleet_id = r.fleet_id and s.mode = 'manual'`,
  )
}

/** Whether a vehicle of a fleet is free for the service that is reserved for it, or an offer was rejected since a time. */
export async function isRoundDue(tx: Transaction, fleetId: string, since: Date): Promise<boolean> {
  const [row] = await tx.sql<{ due: boolean }>(
    `select exists (select from dispatch.reservations r join services.services w on w.id = r.service_id
         and w.status = 'on_dispatch'
       where r.fleet_id = $1 and r.place = 1 and not exists (
       select from services.services s where s.assigned_vehicle_id = r.vehicle_id and s.archived_at is null
         and s.status in ('vehicle_assigned', 'in_progress')))
       or exists (select from dispatch.offers o where o.fleet_id = $1 and (o.status = 'rejected' and o.answered_at >= $2
         or o.status = 'open' and o.expires_at + make_interval(secs => $3) < $4)) as due`,
    [fleetId, since, offerGraceSeconds, tx.now],
  )
  return row?.due ?? false
}
