import { availableParallelism } from 'node:os'
import { secondMs } from '@rumbo/contract/time-units'
import { repeatEvery } from '../../platform/repeat.ts'
import { hintPlan } from '../planning.changes.ts'
import type { StoredTravel } from '../travel/planning.travel.repository.ts'
import {
  claimOfRun,
  type HeldRun,
  letGoOfLost,
  placeOfRun,
  type RunDeps,
  writeRun,
} from './planning.runs.held.ts'
import { withPoint } from './planning.runs.points.ts'
import type { PreparedRun } from './planning.runs.preparation.ts'
import {
  type ClaimedRun,
  finishRun,
  noteBegun,
  noteProgress,
  type RunProgress,
} from './planning.runs-claims.repository.ts'
import type { RunFound, RunTask } from './thread/planning.run-messages.ts'
import { withKnownBefore } from './thread/planning.run-reasons.ts'
import { type RunUpdate, searchInThread } from './thread/planning.run-thread.ts'

/** What is left of a run that goes on, at least. */
const shortestSeconds = 1

/** Searches in a thread, stores the best so far each second, and makes what was found the proposal. */
export async function searchRun(deps: RunDeps, held: HeldRun, prepared: PreparedRun): Promise<void> {
  const { log } = deps
  const { run, stop, cancel } = held
  const startedAt = performance.now()
  let { points } = run
  let latest: RunFound | null = null
  let saving: Promise<void> = Promise.resolve()
  const progressOf = (found: RunFound): RunProgress => ({
    points,
    content: found.content,
    figures: found.figures,
    iterations: run.iterations + found.iterations,
    searchedSeconds: run.searchedSeconds + (performance.now() - startedAt) / secondMs,
  })
  const save = async () => {
    if (!latest) return
    const found: RunFound = latest
    const has = await writeRun(deps, async (tx) => {
      hintPlan(tx, placeOfRun(run))
      return noteProgress(tx, claimOfRun(run, deps), progressOf(found))
    })
    if (latest === found) latest = null
    if (!has) letGoOfLost(held)
  }
  const note = (found: RunFound) => {
    const isFirst = points.length === 0
    points = withPoint(points, { ...found.point, at: run.searchedSeconds + found.point.at })
    latest = found
    if (isFirst) saving = saving.then(save)
  }
  const onUpdate = (update: RunUpdate) => {
    if (update.kind === 'better') note(update)
    else
      saving = saving.then(() =>
        writeRun(deps, (tx) => noteBegun(tx, claimOfRun(run, deps), update)).then(() => undefined),
      )
    saving.catch((error: unknown) =>
      log.warn({ err: error, runId: run.id }, 'could not store a run; retrying'),
    )
  }
  const endSaving = repeatEvery(secondMs, save, {
    log,
    failed: 'could not store the best of a run; retrying',
  })
  try {
    const done = await searchInThread(taskOf(deps, run, prepared), {
      onUpdate,
      stop: stop.signal,
      cancel: cancel.signal,
      onThread: (thread) => deps.onThread?.(thread, run.id),
    })
    if (done.failure !== undefined)
      log.warn({ runId: run.id, failure: done.failure }, 'a thread of a run died; the others went on')
    note(done)
    await saving.catch(() => undefined)
    await endSaving()
    await save()
    await writeRun(deps, async (tx) => {
      hintPlan(tx, placeOfRun(run))
      await finishRun(tx, run.id, run.claim, withKnownBefore(done.leftOut, run, prepared.workspace))
    })
  } finally {
    await endSaving()
    // What was found before the thread died is not lost.
    if (!cancel.signal.aborted) await save()
  }
}

const taskOf = (
  { search }: RunDeps,
  run: ClaimedRun,
  { workspace, travel }: PreparedRun,
): Parameters<typeof searchInThread>[0] => ({
  mode: run.mode,
  settings: run.settings,
  base: run.base,
  best: run.content,
  serviceIds: run.serviceIds,
  workspace,
  travel: travel && travelOfTask(travel),
  seconds: Math.max(shortestSeconds, run.seconds - run.searchedSeconds),
  threads: search || availableParallelism() < 2 ? 1 : 2,
  seed: 1 + run.resumed,
  ...search,
})

/** Bytes that are passed on to the thread. */
function travelOfTask({ coordinates, seconds, metres, isEstimate }: StoredTravel): RunTask['travel'] {
  return {
    coordinates: Float64Array.from(coordinates),
    seconds: new Uint8Array(seconds.buffer as ArrayBuffer, seconds.byteOffset, seconds.length),
    metres: new Uint8Array(metres.buffer as ArrayBuffer, metres.byteOffset, metres.length),
    isEstimate,
  }
}
