import { availableParallelism } from 'node:os'
import type { Worker } from 'node:worker_threads'
import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { hintPlan } from '../planning.changes.ts'
import { findPlan } from '../planning.repository.ts'
import { completeTravel, type TravelDeps } from '../travel/planning.travel.actions.ts'
import { findShare, findTravel, type StoredTravel } from '../travel/planning.travel.repository.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { withPoint } from './planning.runs.points.ts'
import { findRun } from './planning.runs.repository.ts'
import {
  abandonRun,
  type ClaimedRun,
  claimRun,
  failRun,
  findStopped,
  finishRun,
  noteBegun,
  noteProgress,
  noteSearching,
  type RunProgress,
  releaseRun,
  renewRun,
} from './planning.runs-claims.repository.ts'
import type { RunFound, RunTask } from './thread/planning.run-messages.ts'
import { undeterminedOf, withKnownBefore } from './thread/planning.run-reasons.ts'
import { RunFailure, type RunUpdate, searchInThread } from './thread/planning.run-thread.ts'

const passMs = 500
const stopMs = 250
/** A run whose thread or worker died more often than this ends with the best so far. */
const mostResumes = 3
/** Of travel times that take longer, what is stored is used, and the formula for the rest. */
const defaultLongestTravelMs = 900_000
/** What is left of a run that goes on, at least. */
const shortestSeconds = 1
const defaultLeaseSeconds = 10
const defaultRunsAtOnce = 2

const identity = asSystem('runs of plans')

export interface RunWatchOptions extends TravelDeps {
  log: Pick<Logger, 'warn' | 'error'>
  /** Default: 10. */
  leaseSeconds?: number
  /** Plans searched at a time. Default: 2. */
  runsAtOnce?: number
  /** A run waits for travel times no longer than so many milliseconds, and holds no place meanwhile. Default: 900,000. */
  longestTravelMs?: number
  /** For results that are the same each time: of one thread, instead of seconds. */
  search?: { seed: number; iterations: number }
  /** For tests: is given the thread of each run. */
  onThread?: (thread: Worker, runId: string) => void
}

/** A run that this worker has. */
interface Held {
  run: ClaimedRun
  /** Aborted once the run must end with the best so far. */
  stop: AbortController
  /** Aborted once this worker must let go of the run. */
  cancel: AbortController
}

/** Searches the runs that wait. Safe in many processes: each run is claimed by one of them. */
export function createRunWatch(options: RunWatchOptions) {
  const {
    database,
    log,
    leaseSeconds = defaultLeaseSeconds,
    runsAtOnce = defaultRunsAtOnce,
    longestTravelMs = defaultLongestTravelMs,
  } = options
  const held = new Map<string, { now: Held; working: Promise<void> }>()
  let isStopped = false
  const write = <Result>(work: (tx: Transaction) => Promise<Result>) => database.transaction(identity, work)
  const placeOf = ({ planId, companyId, fleetId }: ClaimedRun) => ({ id: planId, companyId, fleetId })
  const claimOf = ({ id, claim }: ClaimedRun) => ({ id, claim, leaseSeconds })

  /** Renews the claim each second; a run that this worker lost is let go. */
  async function renew(now: Held): Promise<void> {
    const { run, cancel, stop } = now
    const renewed = await write((tx) => renewRun(tx, claimOf(run)))
    if (!renewed) cancel.abort(new Error('another worker has the run, or it ended'))
    else if (renewed.isStopped) stop.abort()
  }

  /** The plan as it was when the run began, on the day as it is now; null where it is gone. */
  async function workspaceOf(tx: Transaction, { planId, settings, base }: ClaimedRun) {
    const plan = await findPlan(tx, planId)
    return plan && readWorkspace(tx, { ...plan, settings, content: base })
  }

  /** @returns what is to be searched; null where the plan is gone */
  async function prepare({ run, cancel, stop }: Held) {
    const signal = AbortSignal.any([cancel.signal, stop.signal])
    const workspace = await write((tx) => workspaceOf(tx, run))
    return workspace && { workspace, travel: await travelOfRun(run, workspace, signal) }
  }

  /** Travel with what is still missing of it, or, where that takes too long or fails, what is stored; null for nothing. */
  async function travelOfRun(
    run: ClaimedRun,
    workspace: PlanWorkspace,
    signal: AbortSignal,
  ): Promise<StoredTravel | null> {
    try {
      // Travel that is still asked for takes too long: the run has waited for it.
      const isAsked = await write(async (tx) => (await findShare(tx, run.planId)) !== null)
      if (!isAsked) {
        const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestTravelMs)])
        return await completeTravel(options, placeOf(run), workspace, { signal: inTime })
      }
    } catch (error) {
      if (signal.aborted) throw error
      log.warn(
        { err: error, runId: run.id },
        'could not compute travel times; searching with those that are stored',
      )
    }
    return write((tx) => findTravel(tx, run.planId))
  }

  async function search(now: Held, { workspace, travel }: NonNullable<Awaited<ReturnType<typeof prepare>>>) {
    const { run, stop, cancel } = now
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
      const has = await write(async (tx) => {
        hintPlan(tx, placeOf(run))
        return noteProgress(tx, claimOf(run), progressOf(found))
      })
      if (latest === found) latest = null
      if (!has) cancel.abort(new Error('another worker has the run, or it ended'))
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
        saving = saving.then(() => write((tx) => noteBegun(tx, claimOf(run), update)).then(() => undefined))
      saving.catch((error: unknown) =>
        log.warn({ err: error, runId: run.id }, 'could not store a run; retrying'),
      )
    }
    const endSaving = repeatEvery(secondMs, save, {
      log,
      failed: 'could not store the best of a run; retrying',
    })
    try {
      const done = await searchInThread(taskOf(run, { workspace, travel }), {
        onUpdate,
        stop: stop.signal,
        cancel: cancel.signal,
        onThread: (thread) => options.onThread?.(thread, run.id),
      })
      if (done.failure !== undefined)
        log.warn({ runId: run.id, failure: done.failure }, 'a thread of a run died; the others went on')
      note(done)
      await saving.catch(() => undefined)
      await endSaving()
      await save()
      await write(async (tx) => {
        hintPlan(tx, placeOf(run))
        await finishRun(tx, run.id, run.claim, withKnownBefore(done.leftOut, run, workspace))
      })
    } finally {
      await endSaving()
      // What was found before the thread died is not lost.
      if (!cancel.signal.aborted) await save()
    }
  }

  const taskOf = (
    run: ClaimedRun,
    { workspace, travel }: NonNullable<Awaited<ReturnType<typeof prepare>>>,
  ): Parameters<typeof searchInThread>[0] => ({
    mode: run.mode,
    settings: run.settings,
    base: run.base,
    best: run.content,
    serviceIds: run.serviceIds,
    workspace,
    travel: travel && travelOfTask(travel),
    seconds: Math.max(shortestSeconds, run.seconds - run.searchedSeconds),
    threads: options.search || availableParallelism() < 2 ? 1 : 2,
    seed: 1 + run.resumed,
    ...options.search,
  })

  /** Finishes a run without its thread, which alone would know why orders are left out. @returns as `finishRun` */
  async function finishWithout(tx: Transaction, run: ClaimedRun): Promise<boolean> {
    const content = (await findRun(tx, run.id))?.content
    const workspace = content && (await workspaceOf(tx, run))
    const leftOut = workspace
      ? withKnownBefore(undeterminedOf(workspace, content, run.serviceIds), run, workspace)
      : []
    return finishRun(tx, run.id, run.claim, leftOut)
  }

  /** What a run that cannot go on ends as. */
  async function settle({ run }: Held, error: unknown): Promise<void> {
    const errorId = uuid()
    const isMore = run.resumed < mostResumes && !(error instanceof RunFailure)
    if (isMore) {
      log.warn({ err: error, runId: run.id }, 'a run was interrupted; going on from the best so far')
      await write((tx) => releaseRun(tx, run.id, run.claim))
      return
    }
    log.error({ err: error, errorId, runId: run.id, planId: run.planId }, 'a run failed')
    const code = error instanceof RunFailure ? error.code : 'internal'
    await write(async (tx) => {
      hintPlan(tx, placeOf(run))
      if (!(await finishWithout(tx, run))) await failRun(tx, run.id, run.claim, { code, errorId })
    })
  }

  /** Ends a run that was stopped: with the best so far, or without anything. */
  const endStopped = ({ run }: Held) =>
    write(async (tx) => {
      hintPlan(tx, placeOf(run))
      if (!(await finishWithout(tx, run))) await abandonRun(tx, run.id, run.claim)
    })

  async function conduct(now: Held): Promise<void> {
    const { run, stop, cancel } = now
    const endRenewing = repeatEvery(secondMs, () => renew(now), {
      log,
      failed: 'could not renew a run; retrying',
    })
    try {
      if (run.isStopped) return await endStopped(now)
      if (run.resumed > mostResumes)
        throw new RunFailure({ kind: 'failed', code: 'internal', message: 'interrupted too often' })
      const prepared = await prepare(now)
      if (!prepared) return
      if (stop.signal.aborted) return await endStopped(now)
      if (await write((tx) => noteSearching(tx, run.id, run.claim))) await search(now, prepared)
    } catch (error) {
      if (cancel.signal.aborted) return
      if (stop.signal.aborted) await endStopped(now)
      else await settle(now, error)
    } finally {
      await endRenewing()
    }
  }

  async function begin(): Promise<void> {
    while (held.size < runsAtOnce && !isStopped) {
      const run = await write((tx) =>
        claimRun(tx, uuid(), { leaseSeconds, except: [...held.keys()], longestTravelMs }),
      )
      if (!run) return
      const now: Held = { run, stop: new AbortController(), cancel: new AbortController() }
      const working = conduct(now)
        .catch((error: unknown) => log.error({ err: error, runId: run.id }, 'a run could not be ended'))
        .finally(() => {
          held.delete(run.id)
        })
      held.set(run.id, { now, working })
    }
  }

  async function watchStops(): Promise<void> {
    if (held.size === 0) return
    const over = await database.transaction(identity, (tx) => findStopped(tx, [...held.keys()]), {
      readOnly: true,
    })
    for (const { id, isOver } of over) {
      const now = held.get(id)?.now
      if (isOver) now?.cancel.abort(new Error('the run ended'))
      else now?.stop.abort()
    }
  }

  let endPasses = async () => {}
  return {
    /** Searches everything that waits. */
    async pass(): Promise<void> {
      const endStops = repeatEvery(stopMs, watchStops, {
        log,
        failed: 'could not look for stopped runs; retrying',
      })
      for (await begin(); held.size > 0; await begin())
        await Promise.race([...held.values()].map(({ working }) => working))
      await endStops()
    },
    start() {
      const endBegins = repeatEvery(passMs, begin, { log, failed: 'could not look for runs; retrying' })
      const endStops = repeatEvery(stopMs, watchStops, {
        log,
        failed: 'could not look for stopped runs; retrying',
      })
      endPasses = async () => {
        await Promise.all([endBegins(), endStops()])
      }
    },
    /** Lets go of all runs; another worker goes on from the best so far. */
    async stop(): Promise<void> {
      isStopped = true
      await endPasses()
      const all = [...held.values()]
      for (const { now } of all) now.cancel.abort(new Error('the worker stops'))
      await Promise.all(all.map(({ working }) => working))
      for (const { now } of all)
        await write((tx) => releaseRun(tx, now.run.id, now.run.claim)).catch(() => undefined)
    },
  }
}

/** Bytes that are passed on to the thread. */
function travelOfTask({ coordinates, seconds, metres, isEstimate }: StoredTravel): RunTask['travel'] {
  return {
    coordinates: Float64Array.from(coordinates),
    seconds: new Uint8Array(seconds.buffer as ArrayBuffer, seconds.byteOffset, seconds.length),
    metres: new Uint8Array(metres.buffer as ArrayBuffer, metres.byteOffset, metres.length),
    isEstimate,
  }
}
