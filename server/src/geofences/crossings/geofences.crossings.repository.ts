import type { OutputOf } from '@rumbo/contract/endpoint'
import {
  type countCrossings,
  insideLimit,
  type listInside,
} from '@rumbo/contract/geofences.crossings.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface NewCrossing {
  crossedAt: Date
  confirmedAt: Date
  companyId: string
  fleetId: string
  fenceId: string
  shapeVersion: number
  vehicleId: string
  isEntry: boolean
}

export async function insertCrossings(tx: Transaction, crossings: readonly NewCrossing[]): Promise<void> {
  if (crossings.length === 0) return
  await tx.sql(
    `insert into geofences.crossings (crossed_at, confirmed_at, company_id, fleet_id, fence_id, shape_version, vehicle_id, is_entry)
     select * from unnest($1::timestamptz[], $2::timestamptz[], $3::uuid[], $4::uuid[], $5::uuid[], $6::int4[], $7::uuid[], $8::bool[])`,
    [
      crossings.map((one) => one.crossedAt),
      crossings.map((one) => one.confirmedAt),
      crossings.map((one) => one.companyId),
      crossings.map((one) => one.fleetId),
      crossings.map((one) => one.fenceId),
      crossings.map((one) => one.shapeVersion),
      crossings.map((one) => one.vehicleId),
      crossings.map((one) => one.isEntry),
    ],
  )
}

export interface Raised {
  triggerId: string
  vehicleId: string
  raisedAt: Date
}

/** When triggers last raised an event of vehicles, of these pairs. The vehicles are locked. */
export const findRaised = (
  tx: Transaction,
  pairs: readonly Pick<Raised, 'triggerId' | 'vehicleId'>[],
): Promise<Raised[]> =>
  tx.sql<Raised>(
    `select r.trigger_id as "triggerId", r.vehicle_id as "vehicleId", r.raised_at as "raisedAt"
     from (select distinct * from unnest($1::uuid[], $2::uuid[])) as wanted(trigger_id, vehicle_id)
     join geofences.raised r using (trigger_id, vehicle_id)`,
    [pairs.map(({ triggerId }) => triggerId), pairs.map(({ vehicleId }) => vehicleId)],
  )

/** @param raised each trigger and vehicle once */
export async function writeRaised(tx: Transaction, raised: readonly Raised[]): Promise<void> {
  if (raised.length === 0) return
  await tx.sql(
    `insert into geofences.raised (trigger_id, vehicle_id, raised_at)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[]) order by 1, 2
     on conflict (trigger_id, vehicle_id) do update set raised_at = excluded.raised_at`,
    [
      raised.map(({ triggerId }) => triggerId),
      raised.map(({ vehicleId }) => vehicleId),
      raised.map(({ raisedAt }) => raisedAt),
    ],
  )
}

/** Under the system role. What a vehicle left with its fleet, or with the fence's scope, does not count. */
export async function findInside(tx: Transaction, fleetId: string): Promise<OutputOf<typeof listInside>> {
  const rows = await tx.sql<{
    fenceId: string
    vehicleId: string
    vehicleNumber: string
    since: number | null
  }>(
    `select f.id as "fenceId", v.id as "vehicleId", v.vehicle_number as "vehicleNumber", s.since
     from vehicles.vehicles v join telemetry.fence_states states using (vehicle_no)
     cross join jsonb_to_recordset(states.states) as s("fenceId" uuid, inside boolean, since float8)
     join geofences.fences f on f.id = s."fenceId" and f.fleet_id = v.fleet_id
     where v.fleet_id = $1 and v.archived_at is null and s.inside and f.is_active and f.archived_at is null
       and (f.vehicle_ids is null or v.id = any(f.vehicle_ids))
     order by s.since nulls first, v.id limit $2`,
    [fleetId, insideLimit + 1],
  )
  const items = new Map<string, OutputOf<typeof listInside>['items'][number]>()
  for (const { fenceId, vehicleId, vehicleNumber, since } of rows.slice(0, insideLimit)) {
    const item = items.get(fenceId) ?? { fenceId, vehicles: [] }
    item.vehicles.push({
      vehicleId,
      vehicleNumber,
      since: since === null ? null : new Date(since).toISOString(),
    })
    items.set(fenceId, item)
  }
  return { items: [...items.values()], isComplete: rows.length <= insideLimit }
}

/** Under the system role. */
export async function countToday(
  tx: Transaction,
  { companyId, fleetId }: { companyId: string; fleetId: string },
): Promise<OutputOf<typeof countCrossings>> {
  const [clock] = await tx.sql<{ day: string; since: Date; until: Date }>(
    `select day::text, day::timestamp at time zone time_zone as since, (day + 1)::timestamp at time zone time_zone as until
     from (select time_zone, ($2::timestamptz at time zone time_zone)::date as day
       from organisation.clocks where company_id = $1) as today`,
    [companyId, tx.now],
  )
  if (!clock) throw new Error('The company of a fleet has no clock.')
  const items = await tx.sql<{ fenceId: string; entries: number; exits: number }>(
    `select fence_id as "fenceId", count(*) filter (where is_entry)::int as entries,
       count(*) filter (where not is_entry)::int as exits
     from geofences.crossings where fleet_id = $1 and crossed_at >= $2 and crossed_at < $3 group by fence_id`,
    [fleetId, clock.since, clock.until],
  )
  return { day: clock.day, items }
}

/** Deletes crossings beyond the retention of their company, `limit` at most. @returns how many */
export async function forgetCrossings(tx: Transaction, limit: number): Promise<number> {
  const [done] = await tx.sql<{ count: number }>(
    `with old as (select c.ctid from organisation.clocks clock cross join lateral (
         select ctid from geofences.crossings where company_id = clock.company_id
           and crossed_at < $1::timestamptz - make_interval(days => coalesce(clock.history_days, 180)) limit $2) as c limit $2),
       gone as (delete from geofences.crossings where ctid in (select ctid from old) returning 1)
     select count(*)::int as count from gone`,
    [tx.now, limit],
  )
  return done?.count ?? 0
}

/** Deletes cool-downs that are over: none is longer than a day. */
export const forgetRaised = (tx: Transaction) =>
  tx.sql("delete from geofences.raised where raised_at < $1::timestamptz - interval '2 days'", [tx.now])
