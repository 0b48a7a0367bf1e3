import { v7 as uuid } from 'uuid'
import { repeatEvery } from '../../platform/repeat.ts'
import { conductRun } from './planning.runs.conduct.ts'
import { type HeldRun, type RunOptions, runIdentity, withDefaults, writeRun } from './planning.runs.held.ts'
import { claimRun, findStopped, releaseRun } from './planning.runs-claims.repository.ts'

const passMs = 500
const stopMs = 250
const defaultRunsAtOnce = 2

export interface RunWatchOptions extends RunOptions {
  /** Plans searched at a time. Default: 2. */
  runsAtOnce?: number
}

/** Searches the runs that wait. Safe in many processes: each run is claimed by one of them. */
export function createRunWatch({ runsAtOnce = defaultRunsAtOnce, ...options }: RunWatchOptions) {
  const deps = withDefaults(options)
  const { database, log, leaseSeconds, longestTravelMs } = deps
  const held = new Map<string, { now: HeldRun; working: Promise<void> }>()
  let isStopped = false

  async function begin(): Promise<void> {
    while (held.size < runsAtOnce && !isStopped) {
      const run = await writeRun(deps, (tx) =>
        claimRun(tx, uuid(), { leaseSeconds, except: [...held.keys()], longestTravelMs }),
      )
      if (!run) return
      const now: HeldRun = { run, stop: new AbortController(), cancel: new AbortController() }
      const working = conductRun(deps, now)
        .catch((error: unknown) => log.error({ err: error, runId: run.id }, 'a run could not be ended'))
        .finally(() => {
          held.delete(run.id)
        })
      held.set(run.id, { now, working })
    }
  }

  async function watchStops(): Promise<void> {
    if (held.size === 0) return
    const over = await database.transaction(runIdentity, (tx) => findStopped(tx, [...held.keys()]), {
      readOnly: true,
    })
    for (const { id, isOver } of over) {
      const now = held.get(id)?.now
      if (isOver) now?.cancel.abort(new Error('the run ended'))
      else now?.stop.abort()
    }
  }
  const startStops = () =>
    repeatEvery(stopMs, watchStops, { log, failed: 'could not look for stopped runs; retrying' })

  let endPasses = async () => {}
  return {
    /** Searches everything that waits. */
    async pass(): Promise<void> {
      const endStops = startStops()
      for (await begin(); held.size > 0; await begin())
        await Promise.race([...held.values()].map(({ working }) => working))
      await endStops()
    },
    start() {
      const endBegins = repeatEvery(passMs, begin, { log, failed: 'could not look for runs; retrying' })
      const endStops = startStops()
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
        await writeRun(deps, (tx) => releaseRun(tx, now.run.id, now.run.claim)).catch(() => undefined)
    },
  }
}
