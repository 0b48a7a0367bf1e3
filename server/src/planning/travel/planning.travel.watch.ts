import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { repeatEvery } from '../../platform/repeat.ts'
import { hintPlan } from '../planning.changes.ts'
import { findPlan } from '../planning.repository.ts'
import { noteTravelOfRuns } from '../runs/planning.runs-claims.repository.ts'
import { readWorkspace } from '../workspace/planning.workspace.actions.ts'
import { completeTravel, type TravelDeps, travelIdentity } from './planning.travel.actions.ts'
import {
  type ClaimedTravel,
  claimTravel,
  endRequest,
  noteShare,
  postponeRequest,
  releaseRequest,
} from './planning.travel.repository.ts'

const passMs = 500
const leaseSeconds = 15
/** Plans whose travel one process computes at a time. */
const plansAtOnce = 2
/** A request that failed waits this long. */
const pauseSeconds = 30
/** One that failed so often, or whose workers died, is given up until it is asked for again. */
const mostAttempts = 5

interface TravelWatchDeps extends TravelDeps {
  log: Pick<Logger, 'warn'>
}

/** Computes the travel times that were asked for, in every worker. */
export function createTravelWatch({ log, ...deps }: TravelWatchDeps) {
  const { database } = deps
  const running = new Set<Promise<void>>()
  const ending = new AbortController()

  async function compute(claimed: ClaimedTravel): Promise<void> {
    if (claimed.attempts > mostAttempts) throw new Error('the workers that computed it died')
    const found = await database.transaction(travelIdentity, async (tx) => {
      const plan = await findPlan(tx, claimed.id)
      return plan && { plan, workspace: await readWorkspace(tx, plan) }
    })
    if (found) {
      let share = 0
      let noted = 0
      const lost = new AbortController()
      const note = () =>
        database.transaction(travelIdentity, async (tx) => {
          if (!(await noteShare(tx, claimed, share, leaseSeconds))) {
            lost.abort(new Error('another worker has the request'))
            return
          }
          await noteTravelOfRuns(tx, claimed.id, share)
          if (share === noted) return
          noted = share
          hintPlan(tx, claimed)
        })
      const endNoting = repeatEvery(secondMs, note, {
        log,
        failed: 'could not note how far travel times are',
      })
      try {
        await completeTravel(deps, found.plan, found.workspace, {
          signal: AbortSignal.any([ending.signal, lost.signal]),
          onShare: (now) => {
            share = now
          },
        })
      } finally {
        await endNoting()
      }
    }
    await database.transaction(travelIdentity, async (tx) => {
      await endRequest(tx, claimed)
      hintPlan(tx, claimed)
    })
  }

  async function work(claimed: ClaimedTravel): Promise<void> {
    try {
      await compute(claimed)
    } catch (error) {
      const isOver = claimed.attempts >= mostAttempts
      if (!ending.signal.aborted)
        log.warn(
          { err: error, planId: claimed.id },
          `could not compute travel times; ${isOver ? 'giving up' : 'retrying'}`,
        )
      await database.transaction(travelIdentity, async (tx) => {
        if (ending.signal.aborted) await releaseRequest(tx, claimed)
        else if (isOver) await endRequest(tx, claimed)
        else await postponeRequest(tx, claimed, pauseSeconds)
      })
    }
  }

  async function begin(): Promise<void> {
    while (running.size < plansAtOnce && !ending.signal.aborted) {
      const claimed = await database.transaction(travelIdentity, (tx) =>
        claimTravel(tx, uuid(), leaseSeconds),
      )
      if (!claimed) return
      const working = work(claimed).finally(() => running.delete(working))
      running.add(working)
    }
  }

  let endPasses = async () => {}
  return {
    /** Computes everything that waits. */
    async pass(): Promise<void> {
      for (await begin(); running.size > 0; await begin()) await Promise.race(running)
    },
    start() {
      endPasses = repeatEvery(passMs, begin, {
        log,
        failed: 'could not look for travel times to compute; retrying',
      })
    },
    /** Gives up what is being computed; another worker begins it again. */
    async stop(): Promise<void> {
      ending.abort(new Error('the worker stops'))
      await endPasses()
      await Promise.all(running)
    },
  }
}
