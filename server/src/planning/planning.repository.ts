import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  listPlans,
  Plan,
  PlanContent,
  PlanFigures,
  PlanSettings,
  PlanSummary,
} from '@rumbo/contract/planning.contract'
import { findCompany } from '../organisation/index.ts'
import { searchPatterns } from '../platform/database/search-patterns.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { unlessNameTaken } from '../platform/database/unless-name-taken.ts'
import { problem } from '../platform/problem.ts'

interface SummaryRow extends Omit<PlanSummary, 'from' | 'until' | 'publishedAt' | 'createdAt' | 'updatedAt'> {
  from: Date
  until: Date
  publishedAt: Date | null
  createdAt: Date
  updatedAt: Date
}
interface PlanRow extends SummaryRow {
  settings: PlanSettings
  content: PlanContent
}

const summaryColumns = `p.id, p.company_id as "companyId", p.fleet_id as "fleetId", p.date::text as date, p.name,
  p.start_time as "startTime", p.end_time as "endTime", p.from_at as "from", p.until_at as "until",
  case when p.published_at is null then 'draft' when p.published_version = p.version then 'published'
    else 'changed' end as status,
  p.figures, p.published_at as "publishedAt", p.published_by_name as "publishedBy", p.schedule_id as "scheduleId",
  p.created_at as "createdAt", p.updated_at as "updatedAt", p.updated_by_name as "updatedBy", p.version`
const planColumns = `${summaryColumns}, p.settings, p.content`
/** Plans of live fleets. */
const live = `planning.plans p where exists (
  select from organisation.fleets f where f.id = p.fleet_id and f.archived_at is null)`

function timesOf<Row extends SummaryRow>(row: Row) {
  const { from, until, publishedAt, createdAt, updatedAt, ...plan } = row
  return {
    ...plan,
    from: from.toISOString(),
    until: until.toISOString(),
    publishedAt: publishedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

const sortColumns = { date: 'p.date', name: 'p.name collate "es-x-icu"', updatedAt: 'p.updated_at' } as const

/** Plans of a live fleet that match the filter, within the caller's scopes. */
export async function findPlans(
  tx: Transaction,
  { fleetId, from, to, search, sort, order, page, size }: ParsedOf<typeof listPlans>['query'],
): Promise<{ items: PlanSummary[]; total: number }> {
  const matching = `${live} and p.fleet_id = $1 and ($2::date is null or p.date >= $2) and ($3::date is null or p.date <= $3)
    and lower(p.name) like all($4::text[])`
  const values = [fleetId, from ?? null, to ?? null, searchPatterns(search)]
  const [counted] = await tx.sql<{ total: number }>(`select count(*)::int as total from ${matching}`, values)
  const rows = await tx.sql<SummaryRow>(
    `select ${summaryColumns} from ${matching}
     order by ${sortColumns[sort]} ${order}, p.created_at ${order}, p.id limit $5 offset $6`,
    [...values, size, (page - 1) * size],
  )
  return { items: rows.map(timesOf), total: counted?.total ?? 0 }
}

/** A plan of a live fleet within the caller's scopes. */
export async function findPlan(tx: Transaction, id: string): Promise<Plan | null> {
  const [row] = await tx.sql<PlanRow>(`select ${planColumns} from ${live} and p.id = $1`, [id])
  return row ? timesOf(row) : null
}

export type PlanPlace = Pick<Plan, 'id' | 'companyId' | 'fleetId'>
/** Where a plan of a live fleet belongs; null outside the caller's scopes. */
export async function findPlanPlace(tx: Transaction, id: string): Promise<PlanPlace | null> {
  const [row] = await tx.sql<PlanPlace>(
    `select p.id, p.company_id as "companyId", p.fleet_id as "fleetId" from ${live} and p.id = $1`,
    [id],
  )
  return row ?? null
}

/** A plan that the transaction has locked, and who changed it last. */
export interface LockedPlan {
  plan: Plan
  changedBy: string | null
  changedAt: Date
  /** The user's id. */
  changedById: string | null
}

/** Locks a plan until the transaction ends; null where it is gone, or the caller may not change it. */
export async function lockPlan(tx: Transaction, id: string): Promise<LockedPlan | null> {
  const [row] = await tx.sql<PlanRow & { changedById: string | null }>(
    `select ${planColumns}, p.updated_by as "changedById" from ${live} and p.id = $1 for update of p`,
    [id],
  )
  if (!row) return null
  const { changedById, ...plan } = row
  return { plan: timesOf(plan), changedBy: plan.updatedBy, changedAt: plan.updatedAt, changedById }
}

/** The time zone of a company; UTC where it is gone. */
export const timeZoneOf = async (tx: Transaction, companyId: string): Promise<string> =>
  (await findCompany(tx, companyId))?.timeZone ?? 'UTC'

/** The number of plans of a fleet's day; blocks others from adding one until the transaction ends. */
export async function countOfDay(tx: Transaction, fleetId: string, date: string): Promise<number> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`plans ${fleetId} ${date}`])
  const [row] = await tx.sql<{ total: number }>(
    'select count(*)::int as total from planning.plans where fleet_id = $1 and date = $2',
    [fleetId, date],
  )
  return row?.total ?? 0
}

export interface PlanTimes {
  date: string
  startTime: string | null
  endTime: string | null
}

/**
 * The hours of a plan as instants, by the clock of the company; the whole day without times. Where the clock is put
 * forward within them, they last as long as they do otherwise.
 * @throws Problem `fleet_denied`: the company is gone
 */
export async function instantsOf(
  tx: Transaction,
  companyId: string,
  { date, startTime, endTime }: PlanTimes,
): Promise<{ from: string; until: string }> {
  const [row] = await tx.sql<{ from: Date; until: Date }>(
    `select lower_at as "from", case when upper_at > lower_at then upper_at else lower_at + (upper_local - lower_local) end as until
     from organisation.companies c
     cross join lateral (select $2::date + coalesce($3::time, '00:00') as lower_local,
       $2::date + coalesce($4::time, '00:00')
         + case when coalesce($4::time, '00:00') > coalesce($3::time, '00:00') then interval '0' else interval '1 day' end as upper_local) l
     cross join lateral (select lower_local at time zone c.time_zone as lower_at, upper_local at time zone c.time_zone as upper_at) i
     where c.id = $1`,
    [companyId, date, startTime, endTime],
  )
  if (!row) throw problem('fleet_denied')
  return { from: row.from.toISOString(), until: row.until.toISOString() }
}

export interface NewPlan extends PlanTimes {
  id: string
  companyId: string
  fleetId: string
  name: string
  from: string
  until: string
  settings: PlanSettings
  content: PlanContent
  figures: PlanFigures | null
  scheduleId: string | null
}

/** @throws Problem `name_taken` */
export async function insertPlan(tx: Transaction, plan: NewPlan): Promise<void> {
  await unlessNameTaken(
    'plans_name',
    tx.sql(
      `insert into planning.plans (id, company_id, fleet_id, date, name, start_time, end_time, from_at, until_at, settings,
         content, figures, schedule_id, created_at, updated_at, updated_by, updated_by_name)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14, $15, $16)`,
      [
        plan.id,
        plan.companyId,
        plan.fleetId,
        plan.date,
        plan.name,
        plan.startTime,
        plan.endTime,
        plan.from,
        plan.until,
        JSON.stringify(plan.settings),
        JSON.stringify(plan.content),
        plan.figures && JSON.stringify(plan.figures),
        plan.scheduleId,
        tx.now,
        tx.actor?.userId ?? null,
        tx.actor?.displayName ?? null,
      ],
    ),
  )
}

/**
 * Replaces a locked plan and increments its version. A published plan with the routes and settings that were published
 * stays published, or is so again.
 * @throws Problem `name_taken`
 */
export async function rewritePlan(
  tx: Transaction,
  plan: Pick<
    Plan,
    'id' | 'name' | 'startTime' | 'endTime' | 'from' | 'until' | 'settings' | 'content' | 'figures'
  >,
): Promise<void> {
  await unlessNameTaken(
    'plans_name',
    tx.sql(
      `update planning.plans set name = $2, start_time = $3, end_time = $4, from_at = $5, until_at = $6, settings = $7,
         content = $8, figures = $9, version = version + 1, updated_at = $10, updated_by = $11, updated_by_name = $12,
         published_version = case
           when published_version = version and content = $8::jsonb and settings = $7::jsonb
             or published_at is not null and (select v.content = $8::jsonb and v.settings = $7::jsonb
               from planning.versions v where v.plan_id = $1 and v.cause = 'published'
               order by v.created_at desc, v.id desc limit 1) then version + 1
           else published_version end
       where id = $1`,
      [
        plan.id,
        plan.name,
        plan.startTime,
        plan.endTime,
        plan.from,
        plan.until,
        JSON.stringify(plan.settings),
        JSON.stringify(plan.content),
        plan.figures && JSON.stringify(plan.figures),
        tx.now,
        tx.actor?.userId ?? null,
        tx.actor?.displayName ?? null,
      ],
    ),
  )
}

/** Whether vehicles still carry out services in the order that a plan was published with; also of a withdrawn plan. */
export async function isUnderWay(tx: Transaction, planId: string): Promise<boolean> {
  const rows = await tx.sql(
    `select from planning.published_stops ps join services.services s on s.id = ps.service_id
     where ps.plan_id = $1 and s.status in ('vehicle_assigned', 'in_progress') and s.archived_at is null limit 1`,
    [planId],
  )
  return rows.length > 0
}

/** @returns the number of deleted rows */
export async function removePlan(tx: Transaction, id: string): Promise<number> {
  return (await tx.sql('delete from planning.plans where id = $1 returning id', [id])).length
}

/** Of these stops those of live services of the fleet, with their service. */
export async function findStopsOfFleet(
  tx: Transaction,
  fleetId: string,
  stopIds: readonly string[],
): Promise<Map<string, string>> {
  if (stopIds.length === 0) return new Map()
  const rows = await tx.sql<{ id: string; serviceId: string }>(
    `select t.id, t.service_id as "serviceId" from services.planned_stops t join services.services s on s.id = t.service_id
     where t.id = any($2::uuid[]) and s.fleet_id = $1 and s.archived_at is null`,
    [fleetId, stopIds],
  )
  return new Map(rows.map(({ id, serviceId }) => [id, serviceId]))
}

/** Of these vehicles those that are live and in the fleet. */
export async function findVehiclesOfFleet(
  tx: Transaction,
  fleetId: string,
  vehicleIds: readonly string[],
): Promise<Set<string>> {
  if (vehicleIds.length === 0) return new Set()
  const rows = await tx.sql<{ id: string }>(
    'select id from vehicles.vehicles where id = any($2::uuid[]) and fleet_id = $1 and archived_at is null',
    [fleetId, vehicleIds],
  )
  return new Set(rows.map(({ id }) => id))
}
