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
  /** What the runs before it know of orders that are left out. */
  leftOut: LeftOutReason[]
  searchedSeconds: number
  points: RunPoint[]
  /** The best so far; null where nothing was found yet. */
  content: PlanContent | null
  iterations: number
  isStopped: boolean
  resumed: number
}

interface ClaimOptions {
  leaseSeconds: number
  /** Runs that this worker still has, even where their claims expired. Default: none. */
  except?: readonly string[]
  /** A run whose travel times are asked for is left to wait so long, in milliseconds since it was begun. Default: 0. */
  longestTravelMs?: number
}

/**
 * Claims the run that waits longest, of the companies with the fewest at work; one whose worker is gone counts as
 * resumed.
 * @param claim an id that nothing else has
 */
export async function claimRun(
  tx: Transaction,
  claim: string,
  { leaseSeconds, except = [], longestTravelMs = 0 }: ClaimOptions,
): Promise<ClaimedRun | null> {
  const [row] = await tx.sql<ClaimedRun>(
    `update planning.runs r set claimed_by = $1, claimed_until = clock_timestamp() + make_interval(secs => $2),
       resumed = resumed + case when claimed_by is null then 0 else 1 end,
       status = case when status = 'waiting' then 'travel' else status end
     where id = (
       select w.id from planning.runs w
       where w.status in ('waiting', 'travel', 'searching')
         and (w.claimed_until is null or w.claimed_until < clock_timestamp()) and w.id <> all($3::uuid[])
         and (w.searching_since is not null or w.created_at <= $4 or not exists (
           select from planning.travel_requests q where q.plan_id = w.plan_id))
       order by (select count(*) from planning.runs o
         where o.company_id = w.company_id and o.status in ('travel', 'searching') and o.claimed_until >= clock_timestamp()),
         w.created_at, w.id
       limit 1 for update skip locked)
     returning r.id, r.claimed_by as claim, r.plan_id as "planId", r.company_id as "companyId", r.fleet_id as "fleetId", r.mode, r.seconds, r.settings,
       r.base, r.service_ids as "serviceIds", r.left_out as "leftOut", r.searched_seconds as "searchedSeconds", r.points, r.content, r.iterations,
       r.is_stopped as "isStopped", r.resumed`,
    [claim, leaseSeconds, except, new Date(tx.now.getTime() - longestTravelMs)],
  )
  return row ?? null
}

/** Which claim of which run. */
interface RunClaim {
  id: string
  claim: string
}

/** Renews the claim of a run. @returns whether it was stopped; null where the claim is not valid any more */
export async function renewRun(
  tx: Transaction,
  { id, claim, leaseSeconds }: RunClaim & { leaseSeconds: number },
): Promise<{ isStopped: boolean } | null> {
  const [row] = await tx.sql<{ isStopped: boolean }>(
    `update planning.runs set claimed_until = clock_timestamp() + make_interval(secs => $3)
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching') returning is_stopped as "isStopped"`,
    [id, claim, leaseSeconds],
  )
  return row ?? null
}

/** Notes for the runs of a plan that wait for its travel times which share of them is there, from 0 to 1. */
export const noteTravelOfRuns = (tx: Transaction, planId: string, share: number) =>
  tx.sql(
    `update planning.runs set status = 'travel', travel_share = greatest(travel_share, $2)
     where plan_id = $1 and status in ('waiting', 'travel') and claimed_by is null`,
    [planId, share],
  )

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

/** Notes what a search began with, unless another worker has the run by now. */
export const noteBegun = (
  tx: Transaction,
  { id, claim }: RunClaim,
  { figuresBefore, relaxed }: { figuresBefore: PlanFigures; relaxed: readonly string[] },
) =>
  tx.sql(
    `update planning.runs set figures_before = coalesce(figures_before, $3), relaxed = $4
     where id = $1 and claimed_by = $2 and status in ('travel', 'searching')`,
    [id, claim, JSON.stringify(figuresBefore), relaxed],
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
  { id, claim, leaseSeconds }: RunClaim & { leaseSeconds: number },
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

/** Ends a run that found nothing, with what went wrong. Does nothing where the claim is not valid any more. */
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
