import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface StatusCounts {
  at: Date
  /** Without entries of zero. */
  counts: Partial<Record<VehicleStatus, number>>
}
export interface FleetCounts extends StatusCounts {
  fleetId: string
  companyId: string
}

/** Saves the status counts of all fleets for this minute; further calls in the same minute change nothing. */
export async function countFleets(tx: Transaction): Promise<void> {
  await tx.sql(
    `insert into vehicles.status_counts (fleet_id, company_id, at, counts)
     select fleet_id, company_id, date_trunc('minute', $1::timestamptz), jsonb_object_agg(status, amount)
     from (select fleet_id, company_id, status, count(*) as amount from vehicles.vehicles
           where archived_at is null group by fleet_id, company_id, status) as counted
     group by fleet_id, company_id on conflict do nothing`,
    [tx.now],
  )
}

/** Inserts counts of past minutes; existing ones stay. */
export async function insertCounts(tx: Transaction, rows: readonly FleetCounts[]): Promise<void> {
  await tx.sql(
    `insert into vehicles.status_counts (fleet_id, company_id, at, counts)
     select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::jsonb[]) on conflict do nothing`,
    [
      rows.map((row) => row.fleetId),
      rows.map((row) => row.companyId),
      rows.map((row) => row.at),
      rows.map((row) => JSON.stringify(row.counts)),
    ],
  )
}

/**
 * Keeps every minute of the last two hours, then each tenth minute, for eight days. Run hourly, it reads only the minutes
 * that became two hours old since; minutes skipped during an outage are deleted after eight days.
 */
export async function thinOutCounts(tx: Transaction): Promise<number> {
  const old = await tx.sql(
    `delete from vehicles.status_counts where at < $1::timestamptz - interval '8 days' returning at`,
    [tx.now],
  )
  const between = await tx.sql(
    `delete from vehicles.status_counts
     where at >= $1::timestamptz - interval '4 hours' and at < $1::timestamptz - interval '2 hours'
       and extract(minute from at)::integer % 10 <> 0 returning at`,
    [tx.now],
  )
  return old.length + between.length
}

const summed = `select at, jsonb_object_agg(status, amount) as counts
  from (select c.at, one.key as status, sum(one.value::integer)::integer as amount
        from vehicles.status_counts c, jsonb_each_text(c.counts) one where c.fleet_id = any($1::uuid[])`

/** Counts of the fleets together since a time, oldest first. */
export const findCountsSince = (
  tx: Transaction,
  fleetIds: readonly string[],
  since: Date,
): Promise<StatusCounts[]> =>
  tx.sql(`${summed} and c.at >= $2 and c.at <= $3 group by c.at, one.key) as each group by at order by at`, [
    fleetIds,
    since,
    tx.now,
  ])

/** The counts nearest to the same local time a week ago, at most half an hour off. */
export async function findCountsOfLastWeek(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<StatusCounts | null> {
  const [found] = await tx.sql<StatusCounts>(
    `with week_ago as (
       select (($2::timestamptz at time zone zone) - interval '7 days') at time zone zone as at
       from (select coalesce((select c.time_zone from organisation.fleets f
         join organisation.companies c on c.id = f.company_id where f.id = any($1::uuid[]) limit 1), 'UTC') as zone)
         as home),
     nearest as (
       select s.at from vehicles.status_counts s, week_ago w
       where s.fleet_id = any($1::uuid[])
         and s.at between w.at - interval '30 minutes' and w.at + interval '30 minutes'
       order by abs(extract(epoch from s.at - w.at)), s.at limit 1)
     ${summed} and c.at = (select at from nearest) group by c.at, one.key) as each group by at`,
    [fleetIds, tx.now],
  )
  return found ?? null
}
