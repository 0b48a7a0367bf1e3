import { secondMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { hintPlan } from '../planning.changes.ts'
import {
  claimOfRun,
  type HeldRun,
  letGoOfLost,
  placeOfRun,
  type RunDeps,
  writeRun,
} from './planning.runs.held.ts'
import { prepareRun, workspaceOfRun } from './planning.runs.preparation.ts'
import { findRun } from './planning.runs.repository.ts'
import { searchRun } from './planning.runs.search.ts'
import {
  abandonRun,
  type ClaimedRun,
  failRun,
  finishRun,
  noteSearching,
  releaseRun,
  renewRun,
} from './planning.runs-claims.repository.ts'
import { undeterminedOf, withKnownBefore } from './thread/planning.run-reasons.ts'
import { RunFailure } from './thread/planning.run-thread.ts'

/** A run whose thread or worker died more often than this ends with the best so far. */
const mostResumes = 3

/** Carries out a run that this worker has: prepares it, searches, and ends it. Keeps its claim meanwhile. */
export async function conductRun(deps: RunDeps, held: HeldRun): Promise<void> {
  const { run, stop, cancel } = held
  const endRenewing = repeatEvery(secondMs, () => renew(deps, held), {
    log: deps.log,
    failed: 'could not renew a run; retrying',
  })
  try {
    if (run.isStopped) return await endStopped(deps, held)
    if (run.resumed > mostResumes)
      throw new RunFailure({ kind: 'failed', code: 'internal', message: 'interrupted too often' })
    const prepared = await prepareRun(deps, held)
    if (!prepared) return
    if (stop.signal.aborted) return await endStopped(deps, held)
    if (await writeRun(deps, (tx) => noteSearching(tx, run.id, run.claim)))
      await searchRun(deps, held, prepared)
  } catch (error) {
    if (cancel.signal.aborted) return
    if (stop.signal.aborted) await endStopped(deps, held)
    else await settle(deps, held, error)
  } finally {
    await endRenewing()
  }
}

/** Renews the claim of a run; one that this worker lost is let go. */
async function renew(deps: RunDeps, held: HeldRun): Promise<void> {
  const renewed = await writeRun(deps, (tx) => renewRun(tx, claimOfRun(held.run, deps)))
  if (!renewed) letGoOfLost(held)
  else if (renewed.isStopped) held.stop.abort()
}

/** What a run that cannot go on ends as. */
async function settle(deps: RunDeps, { run }: HeldRun, error: unknown): Promise<void> {
  const { log } = deps
  const errorId = uuid()
  const isMore = run.resumed < mostResumes && !(error instanceof RunFailure)
  if (isMore) {
    log.warn({ err: error, runId: run.id }, 'a run was interrupted; going on from the best so far')
    await writeRun(deps, (tx) => releaseRun(tx, run.id, run.claim))
    return
  }
  log.error({ err: error, errorId, runId: run.id, planId: run.planId }, 'a run failed')
  const code = error instanceof RunFailure ? error.code : 'internal'
  await writeRun(deps, async (tx) => {
    hintPlan(tx, placeOfRun(run))
    if (!(await finishWithout(tx, run))) await failRun(tx, run.id, run.claim, { code, errorId })
  })
}

/** Ends a run that was stopped: with the best so far, or without anything. */
const endStopped = (deps: RunDeps, { run }: HeldRun) =>
  writeRun(deps, async (tx) => {
    hintPlan(tx, placeOfRun(run))
    if (!(await finishWithout(tx, run))) await abandonRun(tx, run.id, run.claim)
  })

/** Finishes a run without its thread, which alone would know why orders are left out. @returns as `finishRun` */
async function finishWithout(tx: Transaction, run: ClaimedRun): Promise<boolean> {
  const content = (await findRun(tx, run.id))?.content
  const workspace = content && (await workspaceOfRun(tx, run))
  const leftOut = workspace
    ? withKnownBefore(undeterminedOf(workspace, content, run.serviceIds), run, workspace)
    : []
  return finishRun(tx, run.id, run.claim, leftOut)
}
