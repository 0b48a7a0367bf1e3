import type { ReservingPlan } from '@rumbo/contract/dispatch.engine.contract'
import { offerGraceSeconds } from '@rumbo/contract/dispatch.offers.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ExclusionReason } from './dispatch.constraints.rules.ts'

/** A reservation as the engine makes it. */
export interface Reservation {
  serviceId: string
  vehicleId: string
  vehicleNumber: string
  /** Among the reservations of the vehicle; 1 is served first. */
  place: number
  /** Null: nobody knows. */
  arrivesAt: Date | null
  isEstimate: boolean
}
/** The plan that made a reservation; null: a person or the engine. */
export const planOf = ({
  planId,
  planName,
  planDate,
}: Pick<StoredReservation, 'planId' | 'planName' | 'planDate'>): ReservingPlan | null =>
  planId === null || planName === null || planDate === null
    ? null
    : { id: planId, name: planName, date: planDate }

/** A reservation as it is stored. */
export interface StoredReservation extends Reservation {
  /** The person who made it; null: the engine. */
  reservedBy: string | null
  reservedByName: string | null
  reservedAt: Date
  blockedSince: Date | null
  blockedReason: ExclusionReason | null
  /** The published plan that made it, in the name of `reservedBy`; null: not by a plan. */
  planId: string | null
  planName: string | null
  /** Its day. */
  planDate: string | null
  /** Its service waits for the vehicle now: see `isDue`. */
  isDue: boolean
  /** It would, once the stop before in the published route is done. */
  mayBeDue: boolean
  /** Its service is not sent to dispatch yet. */
  isCreated: boolean
  serviceNumber: number
  /** Of the service. */
  version: number
  /** Of the service. */
  dispatchTime: Date
}

const columns = `r.service_id as "serviceId", r.vehicle_id as "vehicleId", r.vehicle_number as "vehicleNumber",
  r.arrives_at as "arrivesAt", r.is_estimate as "isEstimate", r.reserved_by as "reservedBy",
  r.reserved_by_name as "reservedByName", r.reserved_at as "reservedAt", r.blocked_since as "blockedSince",
  r.blocked_reason as "blockedReason", r.plan_id as "planId", s.status = 'created' as "isCreated", s.service_number as "serviceNumber", s.version, s.dispatch_time as "dispatchTime"`

/**
 * Of the reservation `r` and its service `s`: whether that still waits for the vehicle. A person's reservation is over
 * once the service had a vehicle, also where that was undone, or moved to another fleet. A service that only now was sent
 * to dispatch waits since then.
 */
export const isOpen = `s.archived_at is null and (s.status = 'on_dispatch' or s.status = 'created')
  and (r.reserved_by is null or s.fleet_id = r.fleet_id
    and (s.status_since <= r.reserved_at or s.status_since is not distinct from s.waiting_since))`

/** Of the service `s`: nobody keeps it on hold. */
export const isNotHeld = 'not exists (select from dispatch.holds h where h.service_id = s.id)'

/** A planned time of the service `s`: later by what that was postponed since its reservation `r` was published. */
export const postponed = (time: string) =>
  `${time} + greatest(interval '0', s.dispatch_time - r.planned_dispatch_time)`

/** Whether the time has come for the reservation `r`: by its plan, to which it does not matter whether `s` was sent to dispatch. */
const isTime = (now: string) =>
  `case when r.leaves_at is null then s.status = 'on_dispatch' and s.dispatch_time <= ${now}
     else ${postponed('r.leaves_at')} <= ${now} end`

/**
 * Of the reservation `r` and its service `s`: whether the service is due and nobody keeps it on hold.
 * @param now the placeholder of the present
 */
export const isDue = (now: string) => `${isOpen} and ${isTime(now)} and ${isNotHeld}`

/** The same of a planned one whose vehicle is done with the stop before. */
export const mayBeDue = (now: string) =>
  `${isOpen} and r.may_leave_at is not null and ${postponed('r.may_leave_at')} <= ${now} and ${isNotHeld}`

/** A plan keeps its vehicle from other services for so many minutes before it leaves. */
const keptMinutes = 30
/** Whether the reservation `r` keeps its vehicle from other services. */
export const isKept = (now: string) =>
  `${isOpen} and ${isNotHeld} and (${isTime(now)}
     or r.leaves_at is not null and ${postponed('r.leaves_at')} <= ${now} + make_interval(mins => ${keptMinutes}))`

/**
 * Reservations of fleets for services that wait or are not sent to dispatch yet, by vehicle in the order of service: first
 * those that people and plans made for services that are due, then the engine's, then those for later. Their places count
 * those of people and plans, and of the engine separately.
 * @param vehicleId only those of this vehicle
 */
export const findReservations = (
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleId: string | null = null,
): Promise<StoredReservation[]> =>
  tx.sql(
    `select ${columns}, row_number() over (partition by r.vehicle_id, r.reserved_by is null order by ${byPlace})::integer
       as place, ${isDue('$2')} as "isDue", ${mayBeDue('$2')} as "mayBeDue", p.name as "planName",
       p.date::text as "planDate"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     left join planning.plans p on p.id = r.plan_id
     where r.fleet_id = any($1::uuid[]) and ($3::uuid is null or r.vehicle_id = $3) and ${isOpen}
     order by r.vehicle_id, r.reserved_by is not null and not (${isTime('$2')}), r.reserved_by is null, ${byPlace}`,
    [fleetIds, tx.now, vehicleId],
  )

/** The vehicles that these services are reserved for, by people or the engine. */
export const findReservedFor = (
  tx: Transaction,
  serviceIds: readonly string[],
): Promise<Pick<Reservation, 'serviceId' | 'vehicleId'>[]> =>
  tx.sql(
    `select r.service_id as "serviceId", r.vehicle_id as "vehicleId"
     from dispatch.reservations r join services.services s on s.id = r.service_id
     where r.service_id = any($1::uuid[]) and ${isOpen}`,
    [serviceIds],
  )
/** Those that people made come before those of plans. */
export const byPlace = 'r.plan_id is not null, r.place, r.service_id'

/** Replaces all reservations that the engine made in a fleet; those of people stay. */
export async function replaceReservations(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
  reservations: readonly Reservation[],
): Promise<void> {
  await tx.sql(
    `delete from dispatch.reservations
     where fleet_id = $1 and reserved_by is null and not (service_id = any($2::uuid[]))`,
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
       reserved_at = case when r.vehicle_id = excluded.vehicle_id then r.reserved_at else excluded.reserved_at end
     where r.reserved_by is null`,
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

/** Ends the engine's reservations in fleets that are dispatched by hand since: no round would. */
export async function endReservationsOfManualFleets(tx: Transaction): Promise<void> {
  await tx.sql(
    `delete from dispatch.reservations r using dispatch.fleet_settings s
     where s.fleet_id = r.fleet_id and s.mode = 'manual' and r.reserved_by is null`,
  )
}

/**
 * Whether a vehicle of a fleet is free for the service that is reserved for it, or an offer was rejected since a time. A
 * vehicle that cannot serve at present, or whose driver is asked, is looked at again by the next regular round.
 */
export async function isRoundDue(tx: Transaction, fleetId: string, since: Date): Promise<boolean> {
  const [row] = await tx.sql<{ due: boolean }>(
    `select exists (select from dispatch.reservations r join services.services s on s.id = r.service_id
       where r.fleet_id = $1 and (r.place = 1 or r.reserved_by is not null) and r.blocked_since is null
         and ${isDue('$4')}
         and not exists (select from dispatch.reservations before
           where before.vehicle_id = r.vehicle_id and before.plan_id = r.plan_id and before.place < r.place)
         and not exists (select from dispatch.offers o
           where o.status = 'open' and (o.service_id = r.service_id or o.vehicle_id = r.vehicle_id))
         and not exists (select from services.services w where w.assigned_vehicle_id = r.vehicle_id
           and w.archived_at is null and w.status in ('vehicle_assigned', 'in_progress')))
       or exists (select from dispatch.offers o where o.fleet_id = $1 and (o.status = 'rejected' and o.answered_at >= $2
         or o.status = 'open' and o.expires_at + make_interval(secs => $3) < $4)) as due`,
    [fleetId, since, offerGraceSeconds, tx.now],
  )
  return row?.due ?? false
}
