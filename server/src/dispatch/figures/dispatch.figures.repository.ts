import { type DispatchFigures, storedHours } from '@rumbo/contract/dispatch.figures.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

type Row = { [Name in keyof DispatchFigures]: number | null }
const whole = (value: number | null) => (value === null ? null : Math.round(value))
const share = (value: number | null) => (value === null ? null : Math.round(value * 1000) / 1000)

/** What dispatch achieved in fleets between two moments. */
export async function measure(
  tx: Transaction,
  fleetIds: readonly string[],
  { from, to }: { from: Date; to: Date },
): Promise<DispatchFigures> {
  const [row] = await tx.sql<Row>(
    `with relevant as (
       select s.id, s.fleet_id, s.status, s.assigned_vehicle_id, s.started_at, s.ended_at,
         greatest(s.waiting_since, s.dispatch_time) as waited
       from services.services s
       where s.fleet_id = any($1::uuid[]) and s.archived_at is null
         and (s.status in ('on_dispatch', 'vehicle_assigned', 'in_progress') or s.ended_at >= $2)
     ), changes as (
       select h.service_id, h.status, h.at, lag(h.status) over (partition by h.service_id order by h.at, h.id) as before
       from services.status_history h join relevant r on r.id = h.service_id
     ), within as (
       select * from changes where at >= $2 and at < $3
     ), matched as (
       select w.service_id, min(w.at) as at, r.waited, r.started_at
       from within w join relevant r on r.id = w.service_id where w.status = 'vehicle_assigned'
       group by w.service_id, r.waited, r.started_at
     ), expected as (
       select distinct on (d.service_id) d.service_id, d.at, (d.explanation->>'arrivalSeconds')::float8 as seconds
       from dispatch.decisions d join matched m on m.service_id = d.service_id
       where d.outcome in ('assigned', 'offered') order by d.service_id, d.at desc
     ), first_decisions as (
       select min(d.at) as at, r.waited from dispatch.decisions d join relevant r on r.id = d.service_id
       where d.at >= $2 and d.at < $3 group by d.service_id, r.waited
     ), busy as (
       select v.id, coalesce(sum(extract(epoch from least(coalesce(r.ended_at, $3), $3) - greatest(a.at, $2)))
         filter (where a.at < $3 and coalesce(r.ended_at, $3) > $2), 0) as seconds
       from vehicles.vehicles v
       left join relevant r on r.assigned_vehicle_id = v.id
       left join lateral (select max(c.at) as at from changes c where c.service_id = r.id and c.status = 'vehicle_assigned') a
         on true
       where v.fleet_id = any($1::uuid[]) and v.archived_at is null and v.status not in ('maintenance', 'out_of_service')
       group by v.id
     ), idle as (
       select greatest(0, extract(epoch from $3::timestamptz - $2::timestamptz) - seconds) as seconds from busy
     )
     select
       (select count(*) from matched)::integer as matched,
       (select count(*) from within where before = 'on_dispatch' and status like 'cancelled%')::integer as abandoned,
       (select percentile_cont(0.5) within group (order by greatest(0, extract(epoch from at - waited))) from matched)
         as "waitMedian",
       (select percentile_cont(0.95) within group (order by greatest(0, extract(epoch from at - waited))) from matched)
         as "waitP95",
       (select percentile_cont(0.5) within group (order by seconds) from expected) as "arrivalMedian",
       (select percentile_cont(0.95) within group (order by seconds) from expected) as "arrivalP95",
       (select percentile_cont(0.5) within group (order by extract(epoch from m.started_at - e.at) - e.seconds)
         from expected e join matched m using (service_id) where m.started_at is not null) as "arrivalError",
       (select count(*) from within where before = 'vehicle_assigned' and status = 'on_dispatch') * 100.0
         / nullif((select count(*) from matched), 0) as reassignments,
       (select count(*) from dispatch.offers where fleet_id = any($1::uuid[]) and offered_at >= $2 and offered_at < $3)::integer
         as offers,
       (select count(*) from dispatch.offers where fleet_id = any($1::uuid[]) and status in ('rejected', 'expired')
         and answered_at >= $2 and answered_at < $3)::integer as rejections,
       (select count(*) from dispatch.suggestions where fleet_id = any($1::uuid[]) and suggested_at >= $2
         and suggested_at < $3)::integer as suggestions,
       (select count(*) from dispatch.suggestions where fleet_id = any($1::uuid[]) and status = 'followed'
         and ended_at >= $2 and ended_at < $3)::integer as followed,
       (select avg(least(1, seconds / extract(epoch from $3::timestamptz - $2::timestamptz))) from busy) as utilisation,
       (select stddev_pop(seconds) / nullif(avg(seconds), 0) from idle) as fairness,
       (select percentile_cont(0.95) within group (order by greatest(0, extract(epoch from at - waited))) from first_decisions)
         as "decisionP95"`,
    [fleetIds, from, to],
  )
  const number = (value: number | null | undefined) => (value == null ? null : Number(value))
  return {
    matched: Number(row?.matched ?? 0),
    abandoned: Number(row?.abandoned ?? 0),
    waitMedian: whole(number(row?.waitMedian)),
    waitP95: whole(number(row?.waitP95)),
    arrivalMedian: whole(number(row?.arrivalMedian)),
    arrivalP95: whole(number(row?.arrivalP95)),
    arrivalError: whole(number(row?.arrivalError)),
    reassignments: share(number(row?.reassignments)),
    offers: Number(row?.offers ?? 0),
    rejections: Number(row?.rejections ?? 0),
    suggestions: Number(row?.suggestions ?? 0),
    followed: Number(row?.followed ?? 0),
    utilisation: share(number(row?.utilisation)),
    fairness: share(number(row?.fairness)),
    decisionP95: whole(number(row?.decisionP95)),
  }
}

export const insertHour = (
  tx: Transaction,
  { fleetId, companyId, hour }: { fleetId: string; companyId: string; hour: Date },
  figures: DispatchFigures,
): Promise<unknown> =>
  tx.sql(
    `insert into dispatch.hours (fleet_id, company_id, hour, figures) values ($1, $2, $3, $4::jsonb)
     on conflict (fleet_id, hour) do update set figures = excluded.figures`,
    [fleetId, companyId, hour, JSON.stringify(figures)],
  )

/** The stored hours of fleets, the latest first. */
export const findHours = (
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<{ fleetId: string; hour: Date; figures: DispatchFigures }[]> =>
  tx.sql(
    `select fleet_id as "fleetId", hour, figures from dispatch.hours
     where fleet_id = any($1::uuid[]) and hour >= $2::timestamptz - make_interval(hours => $3)
     order by hour desc, fleet_id`,
    [fleetIds, tx.now, storedHours + 1],
  )

/** Fleets in which a service waited or was under way within an hour. */
export const findActiveFleets = (
  tx: Transaction,
  { from, to }: { from: Date; to: Date },
): Promise<{ fleetId: string; companyId: string }[]> =>
  tx.sql(
    `select distinct fleet_id as "fleetId", company_id as "companyId" from services.services
     where archived_at is null and (status in ('on_dispatch', 'vehicle_assigned', 'in_progress') and dispatch_time < $2
       or ended_at >= $1 and ended_at < $2)`,
    [from, to],
  )

const purged = {
  records: [
    ['dispatch.decisions', 'at'],
    ['dispatch.offers', 'offered_at'],
    ['dispatch.hours', 'hour'],
    ['dispatch.suggestions', 'suggested_at'],
  ],
  released: [['dispatch.released_reservations', 'released_at']],
} as const

/** Removes what nobody reads any more, at most so many rows of each table. @returns the number of removed rows */
export async function purge(
  tx: Transaction,
  what: keyof typeof purged,
  before: Date,
  limit: number,
): Promise<number> {
  let removed = 0
  for (const [table, column] of purged[what]) {
    const rows = await tx.sql(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where ${column} < $1 limit $2))
       returning 1`,
      [before, limit],
    )
    removed += rows.length
  }
  return removed
}
