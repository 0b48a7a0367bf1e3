import type { Transaction } from '../../platform/database/transaction.ts'
import type { PlanPlace } from '../planning.repository.ts'

/** Lets one publish a plan of the fleet at a time, so that two do not give the same vehicle routes of both. */
export const lockFleet = (tx: Transaction, fleetId: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`plans ${fleetId}`])

/** Locks services of a plan in one order for everybody, so that two who publish do not wait for each other. */
export const lockServices = (tx: Transaction, ids: readonly string[]) =>
  tx.sql('select from services.services where id = any($1::uuid[]) order by id for update', [ids])

/** The numbers of these services of a fleet's company, also of those that are deleted. */
export async function findNumbers(
  tx: Transaction,
  companyId: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx.sql<{ id: string; number: number }>(
    'select id, service_number as number from services.services where id = any($1::uuid[]) and company_id = $2',
    [ids, companyId],
  )
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** Of these services those under way in the route of another plan that is published. */
export async function findInOtherPlans(
  tx: Transaction,
  planId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.sql<{ id: string }>(
    `select distinct ps.service_id as id from planning.published_stops ps join planning.plans p on p.id = ps.plan_id
     where ps.service_id = any($2::uuid[]) and ps.plan_id <> $1 and p.published_at is not null`,
    [planId, ids],
  )
  return new Set(rows.map(({ id }) => id))
}

/** A stop of a published route, with its planned times. */
export interface NewPublishedStop {
  stopId: string
  serviceId: string
  vehicleId: string
  sequence: number
  arrivesAt: string
  beginsAt: string
  departsAt: string
}

/**
 * Makes these the published stops of a plan. Of those that are done the order alone is written: they keep the times that
 * were planned for them, and are left out where none were.
 */
export async function writeStops(
  tx: Transaction,
  { id, companyId, fleetId }: PlanPlace,
  stops: readonly NewPublishedStop[],
  done: readonly Pick<NewPublishedStop, 'stopId' | 'sequence'>[],
): Promise<void> {
  const kept = [...stops, ...done].map(({ stopId }) => stopId)
  await tx.sql(
    'delete from planning.published_stops where plan_id = $1 and not (stop_id = any($2::uuid[]))',
    [id, kept],
  )
  await tx.sql(
    `update planning.published_stops ps set plan_id = $1, sequence = one.sequence
     from unnest($2::uuid[], $3::integer[]) as one(stop, sequence) where ps.stop_id = one.stop`,
    [id, done.map(({ stopId }) => stopId), done.map(({ sequence }) => sequence)],
  )
  // When the former vehicle was expected says nothing about another one.
  const ofSameVehicle = (column: string, otherwise: string) =>
    `${column} = case when ps.vehicle_id = excluded.vehicle_id then ps.${column} else ${otherwise} end`
  await tx.sql(
    `insert into planning.published_stops as ps (stop_id, service_id, plan_id, company_id, fleet_id, vehicle_id, sequence,
       arrives_at, begins_at, departs_at)
     select one.stop, one.service, $1, $2, $3, one.vehicle, one.sequence, one.arrives, one.begins, one.departs
     from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::integer[], $8::timestamptz[], $9::timestamptz[],
       $10::timestamptz[]) as one(stop, service, vehicle, sequence, arrives, begins, departs)
     on conflict (stop_id) do update set service_id = excluded.service_id, plan_id = excluded.plan_id,
       company_id = excluded.company_id, fleet_id = excluded.fleet_id, vehicle_id = excluded.vehicle_id,
       sequence = excluded.sequence, arrives_at = excluded.arrives_at, begins_at = excluded.begins_at,
       departs_at = excluded.departs_at, ${ofSameVehicle('predicted_at', 'null')},
       ${ofSameVehicle('predicted_arrival', 'null')}, ${ofSameVehicle('is_estimate', 'true')}`,
    [
      id,
      companyId,
      fleetId,
      stops.map(({ stopId }) => stopId),
      stops.map(({ serviceId }) => serviceId),
      stops.map(({ vehicleId }) => vehicleId),
      stops.map(({ sequence }) => sequence),
      stops.map(({ arrivesAt }) => arrivesAt),
      stops.map(({ beginsAt }) => beginsAt),
      stops.map(({ departsAt }) => departsAt),
    ],
  )
}

/** Removes the published stops of a plan but those of services under way, whose order their vehicles keep. */
export const withdrawStops = (tx: Transaction, planId: string) =>
  tx.sql(
    `delete from planning.published_stops ps using services.services s
     where s.id = ps.service_id and ps.plan_id = $1 and s.status not in ('vehicle_assigned', 'in_progress')`,
    [planId],
  )

/** Notes that a locked plan is published as it is now. */
export const markPublished = (tx: Transaction, planId: string) =>
  tx.sql(
    `update planning.plans set published_at = $2, published_by_name = $3, published_version = version where id = $1`,
    [planId, tx.now, tx.actor?.displayName ?? null],
  )

/** Notes that a locked plan is not published any more. */
export const markWithdrawn = (tx: Transaction, planId: string) =>
  tx.sql(
    `update planning.plans set published_at = null, published_by_name = null, published_version = null where id = $1`,
    [planId],
  )
