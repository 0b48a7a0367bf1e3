import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { createServiceSeries } from '@rumbo/contract/services.series.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { RoutePlan } from '../services.rows.ts'

type Body = ParsedOf<typeof createServiceSeries>['body']
/** The body of a new service for a known contact; its instants are those of the series' first day. */
export type SeriesContent = Omit<Body, 'repeat' | 'requesterContactId'> & { requesterContactId: string }

export interface SeriesRow {
  id: string
  companyId: string
  fleetId: string
  content: SeriesContent
  anchorDay: string
  plan: RoutePlan | null
  weekdays: number[]
  until: string | null
  skipsHolidays: boolean
  isPaused: boolean
  pauseProblem: string | null
  pauseNote: string | null
  failingSince: Date | null
  coveredUntil: string
  createdAt: Date
  createdBy: string | null
  updatedAt: Date
  updatedBy: string | null
  version: number
}
export type NewSeries = Pick<
  SeriesRow,
  'content' | 'anchorDay' | 'plan' | 'weekdays' | 'until' | 'skipsHolidays' | 'coveredUntil'
>

const rows = `select id, company_id as "companyId", fleet_id as "fleetId", content, anchor_day::text as "anchorDay", plan,
    weekdays, until::text, skips_holidays as "skipsHolidays", is_paused as "isPaused",
    pause_problem as "pauseProblem", pause_note as "pauseNote", failing_since as "failingSince", covered_until::text as "coveredUntil",
    created_at as "createdAt", created_by_name as "createdBy", updated_at as "updatedAt",
    updated_by_name as "updatedBy", version
  from services.series`

export async function findSeries(
  tx: Transaction,
  id: string,
  { lock = false } = {},
): Promise<SeriesRow | null> {
  const [row] = await tx.sql<SeriesRow>(`${rows} where id = $1 ${lock ? 'for update' : ''}`, [id])
  return row ?? null
}

/** Those not paused first, by their time of dispatch. */
export const findAllSeries = (
  tx: Transaction,
  { companyId, fleetId, isFailing = false }: { companyId?: string; fleetId?: string; isFailing?: boolean },
  limit: number,
): Promise<SeriesRow[]> =>
  tx.sql(
    `${rows} where ($1::uuid is null or company_id = $1) and ($2::uuid is null or fleet_id = $2)
       ${isFailing ? 'and failing_since is not null' : ''}
     order by is_paused, (until is not null and until < current_date), content ->> 'dispatchTime', id limit $3`,
    [companyId ?? null, fleetId ?? null, limit],
  )

/** The ids of series with days to decide about, up to so many days ahead in the time zone of each one's company. */
export async function findDueSeries(tx: Transaction, aheadDays: number): Promise<string[]> {
  const due = await tx.sql<{ id: string }>(
    `select s.id from services.series s join organisation.companies c on c.id = s.company_id
     where not s.is_paused and s.covered_until < ($1::timestamptz at time zone c.time_zone)::date + $2::int
       and (s.until is null or s.until > s.covered_until) and c.archived_at is null
     order by s.covered_until, s.id`,
    [tx.now, aheadDays],
  )
  return due.map(({ id }) => id)
}

const parameters = (tx: Transaction, series: NewSeries) => [
  series.content.fleetId,
  JSON.stringify(series.content),
  series.anchorDay,
  JSON.stringify(series.plan),
  JSON.stringify(series.weekdays),
  series.until,
  series.skipsHolidays,
  series.coveredUntil,
  tx.now,
  tx.actor?.displayName ?? null,
]

export async function insertSeries(
  tx: Transaction,
  of: { id: string; companyId: string },
  series: NewSeries,
): Promise<void> {
  await tx.sql(
    `insert into services.series (fleet_id, content, anchor_day, plan, weekdays, until, skips_holidays, covered_until,
       created_at, created_by_name, updated_at, updated_by_name, id, company_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $9, $10, $11, $12)`,
    [...parameters(tx, series), of.id, of.companyId],
  )
}

/** Replaces what a locked series creates. */
export async function rewriteSeries(tx: Transaction, id: string, series: NewSeries): Promise<void> {
  await tx.sql(
    `update services.series set fleet_id = $1, content = $2, anchor_day = $3, plan = $4, weekdays = $5, until = $6,
       skips_holidays = $7, covered_until = $8, updated_at = $9, updated_by_name = $10, version = version + 1
     where id = $11`,
    [...parameters(tx, series), id],
  )
  await tx.sql('update services.series_days set fleet_id = $2 where series_id = $1', [
    id,
    series.content.fleetId,
  ])
}

export async function writeEnd(tx: Transaction, id: string, until: string): Promise<void> {
  await tx.sql(
    `update services.series set until = $2, updated_at = $3, updated_by_name = $4, version = version + 1 where id = $1`,
    [id, until, tx.now, tx.actor?.displayName ?? null],
  )
}

/** Pauses a locked series, or resumes it. */
export async function writePause(
  tx: Transaction,
  id: string,
  pause: { problem: string | null; note: string | null } | null,
): Promise<void> {
  await tx.sql(
    `update services.series set is_paused = $2, pause_problem = $3, pause_note = $4, updated_at = $5,
       failing_since = case when $3::text is not null then coalesce(failing_since, $5) end, updated_by_name = $6, version = version + 1 where id = $1`,
    [id, pause !== null, pause?.problem ?? null, pause?.note ?? null, tx.now, tx.actor?.displayName ?? null],
  )
}

export async function writeCovered(tx: Transaction, id: string, day: string): Promise<void> {
  await tx.sql(
    'update services.series set covered_until = greatest(covered_until, $2), failing_since = null where id = $1',
    [id, day],
  )
}

/** Records that the services of a locked series could not be created. @returns whether they could until now */
export async function writeFailing(tx: Transaction, id: string): Promise<boolean> {
  const changed = await tx.sql(
    'update services.series set failing_since = $2 where id = $1 and failing_since is null returning id',
    [id, tx.now],
  )
  return changed.length > 0
}

/** Takes a day of a series for a service. @returns false where the day is taken */
export async function takeDay(tx: Transaction, series: SeriesRow, day: string): Promise<boolean> {
  const taken = await tx.sql(
    `insert into services.series_days (series_id, day, company_id, fleet_id) values ($1, $2, $3, $4)
     on conflict do nothing returning day`,
    [series.id, day, series.companyId, series.fleetId],
  )
  return taken.length > 0
}
export async function writeDayService(tx: Transaction, seriesId: string, day: string, serviceId: string) {
  await tx.sql('update services.series_days set service_id = $3 where series_id = $1 and day = $2', [
    seriesId,
    day,
    serviceId,
  ])
}
export async function removeDay(tx: Transaction, seriesId: string, day: string): Promise<void> {
  await tx.sql('delete from services.series_days where series_id = $1 and day = $2', [seriesId, day])
}

export interface DayRow {
  seriesId: string
  day: string
  serviceId: string | null
  /** Null where the service was deleted. */
  status: string | null
  /** Nobody changed the service since it was created. */
  isUntouched: boolean
}
/** The days of these series from a day on, each with its service. */
export const findDays = (tx: Transaction, seriesIds: readonly string[], from: string): Promise<DayRow[]> =>
  tx.sql(
    `select d.series_id as "seriesId", d.day::text, s.id as "serviceId", s.status, coalesce(s.version = 1, false) as "isUntouched"
     from services.series_days d left join services.services s on s.id = d.service_id and s.archived_at is null
     where d.series_id = any($1::uuid[]) and d.day >= $2 order by d.series_id, d.day`,
    [seriesIds, from],
  )

/** The same local times on another day; the order and the nulls are kept. */
export async function shiftInstants(
  tx: Transaction,
  instants: readonly (string | null)[],
  from: string,
  to: string,
  timeZone: string,
): Promise<(string | null)[]> {
  const moved = await tx.sql<{ at: Date | null }>(
    `select ((moment at time zone $4) + ($3::date - $2::date) * interval '1 day') at time zone $4 as at
     from unnest($1::timestamptz[]) with ordinality as one(moment, place) order by place`,
    [instants, from, to, timeZone],
  )
  return moved.map(({ at }) => at?.toISOString() ?? null)
}
