import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { PlanContent } from '@rumbo/contract/planning.contract'
import type { createPlanSchedule, PlanSchedule } from '@rumbo/contract/planning.schedules.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

export interface ScheduleRow extends Omit<PlanSchedule, 'nextDate' | 'updatedAt'> {
  createdAt: Date
  updatedAt: Date
  updatedBy: string | null
}

const columns = `s.id, s.company_id as "companyId", s.fleet_id as "fleetId", s.name, s.weekdays,
  s.skips_holidays as "skipsHolidays", s.start_time as "startTime", s.end_time as "endTime", s.days_ahead as "daysAhead",
  s.made_at as "madeAt", s.settings, s.seconds, s.until::text as until, s.is_active as "isActive",
  s.template_plan_id as "templatePlanId", s.last_date::text as "lastDate", s.failed_date::text as "failedDate", s.failure,
  s.created_at as "createdAt", s.updated_at as "updatedAt", s.updated_by_name as "updatedBy", s.version`
/** Recurring plans of live fleets. */
const live = `planning.schedules s where exists (
  select from organisation.fleets f where f.id = s.fleet_id and f.archived_at is null)`

export const findSchedules = (tx: Transaction, fleetId: string): Promise<ScheduleRow[]> =>
  tx.sql(`select ${columns} from ${live} and s.fleet_id = $1 order by lower(s.name), s.id`, [fleetId])

export const findActiveSchedules = (tx: Transaction): Promise<ScheduleRow[]> =>
  tx.sql(`select ${columns} from ${live} and s.is_active order by s.id`)

/** @param options.lock it until the transaction ends */
export async function findSchedule(
  tx: Transaction,
  id: string,
  { lock = false } = {},
): Promise<ScheduleRow | null> {
  const [row] = await tx.sql<ScheduleRow>(
    `select ${columns} from ${live} and s.id = $1 ${lock ? 'for update of s' : ''}`,
    [id],
  )
  return row ?? null
}

/** The number of a fleet's recurring plans, which is locked. */
export async function countSchedules(tx: Transaction, fleetId: string): Promise<number> {
  const [row] = await tx.sql<{ total: number }>(
    'select count(*)::int as total from planning.schedules where fleet_id = $1',
    [fleetId],
  )
  return row?.total ?? 0
}

type Fields = Omit<ParsedOf<typeof createPlanSchedule>['body'], 'fleetId'>

const valuesOf = (fields: Fields) => [
  fields.name,
  fields.weekdays,
  fields.skipsHolidays,
  fields.startTime,
  fields.endTime,
  fields.daysAhead,
  fields.madeAt,
  JSON.stringify(fields.settings),
  fields.seconds,
  fields.until,
  fields.isActive,
  fields.templatePlanId,
]

/** @throws Problem `name_taken` */
export const insertSchedule = (
  tx: Transaction,
  { id, companyId, fleetId, ...fields }: Fields & { id: string; companyId: string; fleetId: string },
): Promise<void> =>
  unlessNameTaken(
    'schedules_name',
    tx.sql(
      `insert into planning.schedules (name, weekdays, skips_holidays, start_time, end_time, days_ahead, made_at, settings,
         seconds, until, is_active, template_plan_id, id, company_id, fleet_id, created_at, updated_at, updated_by_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $16, $17)`,
      [...valuesOf(fields), id, companyId, fleetId, tx.now, tx.actor?.displayName ?? null],
    ),
  )

/** @throws Problem `name_taken` */
export const rewriteSchedule = (tx: Transaction, id: string, fields: Fields): Promise<void> =>
  unlessNameTaken(
    'schedules_name',
    tx.sql(
      `update planning.schedules set name = $1, weekdays = $2, skips_holidays = $3, start_time = $4, end_time = $5,
         days_ahead = $6, made_at = $7, settings = $8, seconds = $9, until = $10, is_active = $11, template_plan_id = $12,
         failed_date = null, failure = null, version = version + 1, updated_at = $14, updated_by_name = $15
       where id = $13`,
      [...valuesOf(fields), id, tx.now, tx.actor?.displayName ?? null],
    ),
  )

/** @returns the number of deleted rows */
export const removeSchedule = async (tx: Transaction, id: string): Promise<number> =>
  (await tx.sql('delete from planning.schedules where id = $1 returning id', [id])).length

/** Notes the latest day whose plan was made; an earlier failure is over. */
export const writeMade = (tx: Transaction, id: string, date: string) =>
  tx.sql('update planning.schedules set last_date = $2, failed_date = null, failure = null where id = $1', [
    id,
    date,
  ])

/** @returns whether that was not known yet */
export const writeFailure = async (
  tx: Transaction,
  id: string,
  { date, failure }: { date: string; failure: string },
): Promise<boolean> =>
  (
    await tx.sql(
      `update planning.schedules set failed_date = $2, failure = $3
       where id = $1 and (failed_date is distinct from $2::date or failure is distinct from $3) returning id`,
      [id, date, failure],
    )
  ).length > 0

/** The plan whose routes the next one takes: the chosen one, else the latest that was made. */
export async function findTemplate(
  tx: Transaction,
  { id, templatePlanId, fleetId }: Pick<ScheduleRow, 'id' | 'templatePlanId' | 'fleetId'>,
): Promise<{ date: string; content: PlanContent } | null> {
  const [row] = await tx.sql<{ date: string; content: PlanContent }>(
    `select date::text as date, content from planning.plans
     where fleet_id = $3 and case when $2::uuid is null then schedule_id = $1 else id = $2 end
     order by planning.plans.date desc limit 1`,
    [id, templatePlanId, fleetId],
  )
  return row ?? null
}

/** The names of a fleet's plans of a day, in lower case. */
export async function findNames(tx: Transaction, fleetId: string, date: string): Promise<Set<string>> {
  const rows = await tx.sql<{ name: string }>(
    'select lower(name) as name from planning.plans where fleet_id = $1 and date = $2',
    [fleetId, date],
  )
  return new Set(rows.map(({ name }) => name))
}

/** A service of a series, with its stops in their order. */
export interface RecurringService {
  serviceId: string
  seriesId: string
  stopIds: string[]
}

/** Of these services those that belong to a series. */
export const findRecurring = (
  tx: Transaction,
  fleetId: string,
  serviceIds: readonly string[],
): Promise<RecurringService[]> =>
  tx.sql(
    `select s.id as "serviceId", s.series_id as "seriesId",
       array(select p.id from services.planned_stops p where p.service_id = s.id order by p.sequence) as "stopIds"
     from services.services s where s.series_id is not null and s.fleet_id = $1 and s.id = any($2::uuid[])`,
    [fleetId, serviceIds],
  )

/** The same local times on another day of the company. */
export async function movedToDay(
  tx: Transaction,
  companyId: string,
  instants: readonly (string | null)[],
  { from, to }: { from: string; to: string },
): Promise<(string | null)[]> {
  const rows = await tx.sql<{ at: Date | null }>(
    `select ((g.at at time zone c.time_zone) + ($4::date - $3::date) * interval '1 day') at time zone c.time_zone as at
     from organisation.companies c, unnest($2::timestamptz[]) with ordinality as g(at, place)
     where c.id = $1 order by g.place`,
    [companyId, instants, from, to],
  )
  return rows.map(({ at }) => at?.toISOString() ?? null)
}

/** Searches that ended, of plans that recurring plans made and nobody has changed or published since. */
export const findUntouchedProposals = (tx: Transaction): Promise<{ runId: string; planId: string }[]> =>
  tx.sql(
    `select r.id as "runId", r.plan_id as "planId" from planning.runs r join planning.plans p on p.id = r.plan_id
     where r.status = 'finished' and r.content is not null and r.created_by is null and p.schedule_id is not null
       and p.updated_by is null and p.published_at is null and p.version = r.plan_version
     order by r.ended_at, r.id`,
  )
