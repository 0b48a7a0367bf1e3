import type { PlanContent, PlanFigures, PlanSettings } from '@rumbo/contract/planning.contract'
import type { LeftOutReason, PlanRun, RunMode, RunPoint } from '@rumbo/contract/planning.runs.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/*
 * Under the system role: the runs that workers have. A claim is renewed while its worker lives. Its times are the
 * database's, so that workers with different clocks agree.
 */

export interface ClaimedRun {
  id: string
  /** Of this claim alone: one worker may claim a run again. */
  claim: string
  planId: string
  companyId: string
  fleetId: string
  mode: RunMode
  seconds: number
  settings: PlanSettings
  base: PlanContent
  serviceIds: string[] | null
  searchedSeconds: number
  points: RunPoint[]
  /** The best so far; null where nothing was found yet. */
  content: PlanContent | null
  iterations: number
  isStopped: boolean
  resumed: number
}

/**
 * Claims the run that waits longest, of the companies with the fewest at work; one whose worker is gone counts as
 * resumed.
 * @param claim an id that nothing else has
 * @param except runs that this worker still has, even where their claims expired
 */
export async function claimRun(
  tx: Transaction,
  claim: string,
  leaseSeconds: number,
  except: readonly string[] = [],
): Promise<ClaimedRun | null> {
  const [row] = await tx.sql<ClaimedRun>(
    `update planning.runs r set claimed_by = $1, claimed_until = clock_timestamp() + make_interval(secs => $2),
       resumed = resumed + case when claimed_by is null then 0 else 1 end,
       status = case when status = 'waiting' then 'travel' else status end
     where id = (
       select w.id from planning.runs w
       where w.status in ('waiting', 'travel', 'searching')
         and (w.claimed_until is null or w.claimed_until < clock_timestamp()) and w.id <> all($3::uuid[])
       order by (select count(*) from planning.runs o
         where o.company_id = w.company_id and o.status in ('travel', 'searching') and o.claimed_until >= clock_timestamp()),
         w.created_at, w.id
       limit 1 for update skip locked)
     returning r.id, r.claimed_by as claim, r.plan_id as "planId", r.company_id as "companyId", r.fleet_id as "fleetId", r.mode, r.seconds, r.settings,
       r.base, r.service_ids as "serviceIds", r.searched_seconds as "searchedSeconds", r.points, r.content, r.iterations,
       r.is_stopped as "isStopped", r.resumed`,
    [claim, leaseSeconds, except],
  )
  return row ?? null
}

/** Renews the claim of a run. @returns whether it was stopped; null where the claim is not valid any more */
export async function renewRun(
  tx: Transaction,
  {
    id,
    claim,
    leaseSeconds,
    travelShare,
  }: { id: string; claim: string; leaseSeconds: number; travelShare: number },
): Promise<{ isStopped: boolean } | null> {
  const [row] = await tx.sql<{ isStopped: boolean }>(
    `update planning.runs set claimed_until = clock_timestamp() + make_interval(secs => $3), travel_share = greatest(travel_share, $4)
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching') returning is_stopped as "isStopped"`,
    [id, claim, leaseSeconds, travelShare],
  )
  return row ?? null
}

/** Of these runs those that were stopped or ended meanwhile. */
export const findStopped = (tx: Transaction, ids: readonly string[]) =>
  tx.sql<{ id: string; isOver: boolean }>(
    `select id, status not in ('travel', 'searching') as "isOver" from planning.runs
     where id = any($1::uuid[]) and (is_stopped or status not in ('travel', 'searching'))`,
    [ids],
  )

/** Notes that the search begins. @returns whether the claim is still valid */
export async function noteSearching(tx: Transaction, id: string, claim: string): Promise<boolean> {
  const rows = await tx.sql(
    `update planning.runs set status = 'searching', travel_share = 1, searching_since = coalesce(searching_since, $3)
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching') returning id`,
    [id, claim, tx.now],
  )
  return rows.length > 0
}

export const noteBegun = (
  tx: Transaction,
  id: string,
  { figuresBefore, relaxed }: { figuresBefore: PlanFigures; relaxed: readonly string[] },
) =>
  tx.sql(
    'update planning.runs set figures_before = coalesce(figures_before, $2), relaxed = $3 where id = $1',
    [id, JSON.stringify(figuresBefore), relaxed],
  )

/** What a search found until now. */
export interface RunProgress {
  searchedSeconds: number
  points: readonly RunPoint[]
  /** `planContent` as JSON. */
  content: string
  figures: PlanFigures
  iterations: number
}

/** Stores the best so far. @returns whether the claim is still valid */
export async function noteProgress(
  tx: Transaction,
  { id, claim, leaseSeconds }: { id: string; claim: string; leaseSeconds: number },
  { searchedSeconds, points, content, figures, iterations }: RunProgress,
): Promise<boolean> {
  const rows = await tx.sql(
    `update planning.runs set claimed_until = clock_timestamp() + make_interval(secs => $3), searched_seconds = $4,
       points = $5, content = $6, figures = $7, iterations = $8
     where id = $1 and claimed_by = $2 and status = 'searching' returning id`,
    [
      id,
      claim,
      leaseSeconds,
      searchedSeconds,
      JSON.stringify(points),
      content,
      JSON.stringify(figures),
      iterations,
    ],
  )
  return rows.length > 0
}

/** Makes what was found the proposal. @returns false where nothing was, or the claim is not valid any more */
export async function finishRun(
  tx: Transaction,
  id: string,
  claim: string,
  leftOut: readonly LeftOutReason[],
): Promise<boolean> {
  const rows = await tx.sql(
    `update planning.runs set status = 'finished', ended_at = $3, left_out = $4, claimed_until = null
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching') and content is not null returning id`,
    [id, claim, tx.now, JSON.stringify(leftOut)],
  )
  return rows.length > 0
}

export const failRun = (
  tx: Transaction,
  id: string,
  claim: string,
  failure: NonNullable<PlanRun['failure']>,
) =>
  tx.sql(
    `update planning.runs set status = 'failed', ended_at = $3, failure = $4, claimed_until = null
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching')`,
    [id, claim, tx.now, JSON.stringify(failure)],
  )

/** Ends a run that was stopped before anything was found. */
export const abandonRun = (tx: Transaction, id: string, claim: string) =>
  tx.sql(
    `update planning.runs set status = 'discarded', ended_at = $3, claimed_until = null
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching')`,
    [id, claim, tx.now],
  )

/** Gives a run up, so that a worker goes on from the best so far. */
export const releaseRun = (tx: Transaction, id: string, claim: string) =>
  tx.sql(
    `update planning.runs set claimed_until = clock_timestamp() - interval '1 second' where id = $1 and claimed_by = $2
     and status in ('travel', 'searching')`,
    [id, claim],
  )
