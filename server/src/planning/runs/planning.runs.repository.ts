import type { PlanContent, PlanSettings } from '@rumbo/contract/planning.contract'
import type { PlanRun, RunStatus } from '@rumbo/contract/planning.runs.contract'
import { constraintOf } from '../../platform/database/constraint-of.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'

type RunWithoutRoutes = Omit<PlanRun, 'content' | 'points' | 'leftOut'>
type TimesAsDates<Run> = Omit<Run, 'createdAt' | 'searchingSince' | 'endedAt'> & {
  createdAt: Date
  searchingSince: Date | null
  endedAt: Date | null
}

const briefColumns = `r.id, r.plan_id as "planId", r.mode, r.seconds, r.status, r.plan_version as "planVersion",
  r.travel_share as "travelShare", r.created_by_name as "startedBy", r.created_at as "createdAt",
  r.searching_since as "searchingSince", r.ended_at as "endedAt", r.is_stopped as "isStopped", r.figures,
  r.figures_before as "figuresBefore", r.iterations, r.failure, r.relaxed as "relaxedVehicleIds", r.resumed`
const columns = `${briefColumns}, r.points, r.content, r.left_out as "leftOut"`

const withIsoTimes = <Run extends TimesAsDates<object>>(run: Run) => ({
  ...run,
  createdAt: run.createdAt.toISOString(),
  searchingSince: run.searchingSince?.toISOString() ?? null,
  endedAt: run.endedAt?.toISOString() ?? null,
})

/** A run within the caller's scopes. */
export async function findRun(tx: Transaction, id: string): Promise<PlanRun | null> {
  const [row] = await tx.sql<TimesAsDates<PlanRun>>(
    `select ${columns} from planning.runs r where r.id = $1`,
    [id],
  )
  return row ? withIsoTimes(row) : null
}

/** The latest runs of a plan, the newest first. */
export async function findRuns(tx: Transaction, planId: string, most: number): Promise<RunWithoutRoutes[]> {
  const rows = await tx.sql<TimesAsDates<RunWithoutRoutes>>(
    `select ${briefColumns} from planning.runs r where r.plan_id = $1 order by r.created_at desc, r.id desc limit $2`,
    [planId, most],
  )
  return rows.map(withIsoTimes)
}

type LockedRun = Pick<PlanRun, 'id' | 'planId' | 'status' | 'planVersion' | 'content'> & {
  base: PlanContent
  settings: PlanSettings
}

/** Locks a run until the transaction ends. @returns it with the routes and settings that it began with */
export async function lockRun(tx: Transaction, id: string): Promise<LockedRun | null> {
  const [row] = await tx.sql<LockedRun>(
    `select r.id, r.plan_id as "planId", r.status, r.plan_version as "planVersion", r.content, r.base, r.settings
     from planning.runs r where r.id = $1 for update`,
    [id],
  )
  return row ?? null
}

/**
 * Begins with what the run before it knows of orders that are left out.
 * @throws Problem `plan_run_active`
 */
export async function insertRun(
  tx: Transaction,
  run: Pick<PlanRun, 'id' | 'planId' | 'mode' | 'seconds' | 'planVersion'> & {
    companyId: string
    fleetId: string
    settings: PlanSettings
    base: PlanContent
    serviceIds: readonly string[] | null
    /** Instead of the caller's name. */
    startedBy?: string
  },
): Promise<void> {
  try {
    await tx.sql(
      `insert into planning.runs (id, plan_id, company_id, fleet_id, mode, seconds, status, plan_version, settings, base,
         service_ids, created_at, created_by, created_by_name, left_out)
       values ($1, $2, $3, $4, $5, $6, 'waiting', $7, $8, $9, $10, $11, $12, $13,
         coalesce((select left_out from planning.runs where plan_id = $2 order by created_at desc, id desc limit 1), '[]'))`,
      [
        run.id,
        run.planId,
        run.companyId,
        run.fleetId,
        run.mode,
        run.seconds,
        run.planVersion,
        JSON.stringify(run.settings),
        JSON.stringify(run.base),
        run.serviceIds,
        tx.now,
        tx.actor?.userId ?? null,
        run.startedBy ?? tx.actor?.displayName ?? '',
      ],
    )
  } catch (error) {
    const constraint = constraintOf(error)
    throw constraint === 'runs_active' ? problem('plan_run_active') : error
  }
}

/** Forgets the oldest runs of a plan that are over, beyond so many. */
export const forgetRuns = (tx: Transaction, planId: string, kept: number) =>
  tx.sql(
    `delete from planning.runs where id in (
       select id from planning.runs where plan_id = $1 and ended_at is not null
       order by created_at desc, id desc offset $2)`,
    [planId, kept],
  )

/** Asks the worker that has a run to end it. One without any routes yet is discarded. */
export const stopRun = (tx: Transaction, id: string) =>
  tx.sql(
    `update planning.runs set is_stopped = true,
       status = case when claimed_until > clock_timestamp() or content is not null then status else 'discarded' end,
       ended_at = case when claimed_until > clock_timestamp() or content is not null then null else $2::timestamptz end
     where id = $1 and status in ('waiting', 'travel', 'searching')`,
    [id, tx.now],
  )

/** Ends a locked run; a worker that has it notices. */
export const endRun = (tx: Transaction, id: string, status: Extract<RunStatus, 'accepted' | 'discarded'>) =>
  tx.sql('update planning.runs set status = $2, ended_at = coalesce(ended_at, $3) where id = $1', [
    id,
    status,
    tx.now,
  ])

/** Deletes at most so many runs that are over, of plans that ended before a time. @returns how many */
export async function forgetRunsOfPast(tx: Transaction, endedBefore: Date, most: number): Promise<number> {
  const rows = await tx.sql(
    `delete from planning.runs where id in (
       select r.id from planning.runs r join planning.plans p on p.id = r.plan_id
       where r.ended_at is not null and p.until_at < $1 limit $2)
     returning id`,
    [endedBefore, most],
  )
  return rows.length
}
