import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findPlan } from '../planning.repository.ts'
import { completeTravel } from '../travel/planning.travel.actions.ts'
import { findShare, findTravel, type StoredTravel } from '../travel/planning.travel.repository.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { type HeldRun, placeOfRun, type RunDeps, writeRun } from './planning.runs.held.ts'
import type { ClaimedRun } from './planning.runs-claims.repository.ts'

/** What a run searches with; null for travel where none is known. */
export interface PreparedRun {
  workspace: PlanWorkspace
  travel: StoredTravel | null
}

/** The plan as it was when the run began, on the day as it is now; null where it is gone. */
export async function workspaceOfRun(tx: Transaction, { planId, settings, base }: ClaimedRun) {
  const plan = await findPlan(tx, planId)
  return plan && readWorkspace(tx, { ...plan, settings, content: base })
}

/** @returns what is to be searched; null where the plan is gone */
export async function prepareRun(deps: RunDeps, { run, cancel, stop }: HeldRun): Promise<PreparedRun | null> {
  const signal = AbortSignal.any([cancel.signal, stop.signal])
  const workspace = await writeRun(deps, (tx) => workspaceOfRun(tx, run))
  return workspace && { workspace, travel: await travelOfRun(deps, run, workspace, signal) }
}

/** Travel with what is still missing of it, or, where that takes too long or fails, what is stored; null for nothing. */
async function travelOfRun(
  deps: RunDeps,
  run: ClaimedRun,
  workspace: PlanWorkspace,
  signal: AbortSignal,
): Promise<StoredTravel | null> {
  try {
    // Travel that is still asked for takes too long: the run has waited for it.
    const isAsked = await writeRun(deps, async (tx) => (await findShare(tx, run.planId)) !== null)
    if (!isAsked) {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(deps.longestTravelMs)])
      return await completeTravel(deps, placeOfRun(run), workspace, { signal: inTime })
    }
  } catch (error) {
    if (signal.aborted) throw error
    deps.log.warn(
      { err: error, runId: run.id },
      'could not compute travel times; searching with those that are stored',
    )
  }
  return writeRun(deps, (tx) => findTravel(tx, run.planId))
}
