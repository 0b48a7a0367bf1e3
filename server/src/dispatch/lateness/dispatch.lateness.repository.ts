import {
  delayedAfterSeconds,
  delayedUntilSeconds,
  type LatenessCause,
  lateAfterSeconds,
  type Prediction,
  stalePredictionMinutes,
} from '@rumbo/contract/dispatch.lateness.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface NewPrediction {
  serviceId: string
  companyId: string
  fleetId: string
  stopId: string
  vehicleId: string | null
  /** The one that a published plan names, while the service has none. */
  plannedVehicleId: string | null
  windowEnd: Date | null
  arrivesAt: Date
  isEstimate: boolean
  cause: LatenessCause
}

/** Fleets with services that are under way, or due and waiting. */
export const findBusyFleets = (tx: Transaction): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct fleet_id as "fleetId", company_id as "companyId" from services.services
     where status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and archived_at is null and dispatch_time <= $1`,
    [tx.now],
  )

/** A service whose vehicle became so late that it is an event. */
export interface NewDelay {
  serviceId: string
  serviceNumber: number
  vehicleId: string
  seconds: number
  cause: LatenessCause
}

/** Serialises what two workers predict for a fleet at the same time. */
export const lockPredictions = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`predictions ${fleetId}`])

/**
 * Replaces the predictions of a fleet, which is locked. A promise without a window stays as long as vehicle and stop do.
 * @returns whether a service became late, or is late no more, and which services became delayed
 */
export async function replacePredictions(
  tx: Transaction,
  fleetId: string,
  predictions: readonly NewPrediction[],
): Promise<{ hasChanged: boolean; delays: NewDelay[] }> {
  const gone = await tx.sql<{ late: boolean }>(
    `delete from dispatch.predictions where fleet_id = $1 and not (service_id = any($2::uuid[]))
     returning late_since is not null as late`,
    [fleetId, predictions.map(({ serviceId }) => serviceId)],
  )
  const written = await tx.sql<NewDelay & { changed: boolean; isNewlyDelayed: boolean }>(
    `with given as (
       select g.*, s.service_number
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::timestamptz[], $7::timestamptz[],
         $8::boolean[], $9::text[], $14::uuid[]) as g(service_id, company_id, fleet_id, stop_id, vehicle_id, window_end,
         arrives_at, is_estimate, cause, planned_vehicle_id)
       join services.services s on s.id = g.service_id
     ), merged as (
       select g.*, coalesce(g.window_end,
           case when p.stop_id = g.stop_id and p.vehicle_id is not distinct from g.vehicle_id and not p.has_window
             then p.promised_at end, g.arrives_at) as promised,
         p.late_since as was_late, coalesce(g.vehicle_id, g.planned_vehicle_id) as carrier,
         case when coalesce(p.vehicle_id, p.planned_vehicle_id) = coalesce(g.vehicle_id, g.planned_vehicle_id)
           then p.delayed_since end as was_delayed
       from given g left join dispatch.predictions p using (service_id)
     ), judged as (
       select *, case when arrives_at > promised + make_interval(secs => $11) then coalesce(was_late, $10) end as late,
         case when carrier is null then null
           when arrives_at > promised + make_interval(secs => $12) then coalesce(was_delayed, $10)
           when arrives_at > promised + make_interval(secs => $13) then was_delayed end as delayed
       from merged
     ), saved as (
       insert into dispatch.predictions (service_id, company_id, fleet_id, stop_id, vehicle_id, planned_vehicle_id,
         promised_at, has_window, arrives_at, is_estimate, cause, late_since, delayed_since, predicted_at)
       select service_id, company_id, fleet_id, stop_id, vehicle_id, planned_vehicle_id, promised, window_end is not null,
         arrives_at, is_estimate, cause, late, delayed, $10 from judged
       on conflict (service_id) do update set stop_id = excluded.stop_id, vehicle_id = excluded.vehicle_id,
         planned_vehicle_id = excluded.planned_vehicle_id, promised_at = excluded.promised_at,
         has_window = excluded.has_window, arrives_at = excluded.arrives_at, is_estimate = excluded.is_estimate, cause = excluded.cause, late_since = excluded.late_since,
         delayed_since = excluded.delayed_since, predicted_at = excluded.predicted_at
     )
     select (late is null) <> (was_late is null) as changed,
       delayed is not null and was_delayed is null as "isNewlyDelayed", service_id as "serviceId",
       service_number as "serviceNumber", carrier as "vehicleId", cause,
       extract(epoch from arrives_at - promised)::int4 as seconds
     from judged order by service_id`,
    [
      predictions.map(({ serviceId }) => serviceId),
      predictions.map(({ companyId }) => companyId),
      predictions.map((one) => one.fleetId),
      predictions.map(({ stopId }) => stopId),
      predictions.map(({ vehicleId }) => vehicleId),
      predictions.map(({ windowEnd }) => windowEnd),
      predictions.map(({ arrivesAt }) => arrivesAt),
      predictions.map(({ isEstimate }) => isEstimate),
      predictions.map(({ cause }) => cause),
      tx.now,
      lateAfterSeconds,
      delayedAfterSeconds,
      delayedUntilSeconds,
      predictions.map(({ plannedVehicleId }) => plannedVehicleId),
    ],
  )
  return {
    hasChanged: gone.some(({ late }) => late) || written.some(({ changed }) => changed),
    delays: written.filter(({ isNewlyDelayed }) => isNewlyDelayed),
  }
}

/** The delayed services of a fleet, each with its vehicle. */
export const findDelayed = (
  tx: Transaction,
  fleetId: string,
): Promise<{ serviceId: string; vehicleId: string }[]> =>
  tx.sql(
    `select service_id as "serviceId", coalesce(vehicle_id, planned_vehicle_id) as "vehicleId" from dispatch.predictions
     where fleet_id = $1 and delayed_since is not null`,
    [fleetId],
  )

interface PredictionRow extends Omit<Prediction, 'promisedAt' | 'arrivesAt' | 'lateSince'> {
  promisedAt: Date
  arrivesAt: Date
  lateSince: Date | null
  vehicleId: string | null
}

const current = `
  select p.service_id as "serviceId", p.stop_id as "stopId", p.promised_at as "promisedAt", p.has_window as "hasWindow",
    p.arrives_at as "arrivesAt", p.is_estimate as "isEstimate", p.cause, p.late_since as "lateSince",
    p.vehicle_id as "vehicleId"
  from dispatch.predictions p join services.services s on s.id = p.service_id
  where s.status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and s.archived_at is null
    and s.assigned_vehicle_id is not distinct from p.vehicle_id
    and p.predicted_at > $2::timestamptz - make_interval(mins => ${stalePredictionMinutes})`

const predictionOfRow = ({
  promisedAt,
  arrivesAt,
  lateSince,
  vehicleId: _,
  ...row
}: PredictionRow): Prediction => ({
  ...row,
  promisedAt: promisedAt.toISOString(),
  arrivesAt: arrivesAt.toISOString(),
  lateSince: lateSince?.toISOString() ?? null,
})

/** The predictions of fleets for services that are still open. */
export async function findPredictions(tx: Transaction, fleetIds: readonly string[]): Promise<Prediction[]> {
  const rows = await tx.sql<PredictionRow>(`${current} and p.fleet_id = any($1::uuid[])`, [fleetIds, tx.now])
  return rows.map(predictionOfRow)
}

/** The prediction of one service, and whether it has a vehicle. */
export async function findPredictionOf(
  tx: Transaction,
  serviceId: string,
): Promise<(Prediction & { hasVehicle: boolean }) | null> {
  const [row] = await tx.sql<PredictionRow>(`${current} and p.service_id = $1`, [serviceId, tx.now])
  return row ? { ...predictionOfRow(row), hasVehicle: row.vehicleId !== null } : null
}
