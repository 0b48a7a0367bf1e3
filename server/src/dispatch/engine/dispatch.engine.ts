import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { createSemaphore } from '../../platform/semaphore.ts'
import { endOverReservations } from '../reservations/dispatch.reserved.actions.ts'
import { findReservedFleets } from '../reservations/dispatch.reserved.repository.ts'
import { type EngineDeps, runRound, StaleLease } from './dispatch.engine.actions.ts'
import { engineIdentity } from './dispatch.engine-identity.ts'
import type { KnownDecision } from './dispatch.known.rules.ts'
import { acquireLease, type Lease, releaseLeases } from './dispatch.leases.repository.ts'
import { createRemaining, type RemainingOf } from './dispatch.remaining.ts'
import { endReservationsOfManualFleets, isRoundDue } from './dispatch.reservations.repository.ts'
import { findEngineFleets } from './dispatch.settings.repository.ts'
import { createRoundThread, type RoundThread } from './thread/dispatch.round-thread.ts'

const passMs = 2_000
/** The next round begins this long after the last one, and later where that took long. */
export const roundSeconds = 5
const mostRoundSeconds = 15
/** A round may use this share of one thread. */
const roundShare = 1 / 4
const renewMs = 3_000
/** Fleets decided for at a time. What they compute is computed one after another. */
const concurrentFleets = 4
/** With nobody left waiting by the last round, an idle vehicle this near is assigned at once, in seconds. */
const immediateWithin = 180

interface FleetRound {
  /** Of the last complete round. */
  at: number
  /** Of the next one, if nothing is due before. */
  nextAt: number
  /** Services that it left without a vehicle. */
  open: number
  known: Map<string, KnownDecision>
  remainingOf: RemainingOf
}

/**
 * Decides for the fleets whose leases this process gets. Safe in many processes.
 * @param options.refusesWrites whether the disk is full: nothing is decided then
 */
export function createDispatchEngine(
  options: Omit<EngineDeps, 'thread'> & {
    clock: Clock
    log: Logger
    /** Default: one of its own, closed when it stops. */
    thread?: RoundThread
    refusesWrites?: () => boolean
  },
) {
  const { database, clock, log, thread = createRoundThread(), refusesWrites = () => false } = options
  const owner = uuid()
  const rounds = new Map<string, FleetRound>()
  /** Fleets that this process is deciding for, or will in their turn. */
  const running = new Map<string, Promise<void>>()
  const limit = createSemaphore(concurrentFleets)
  let isStopped = false

  async function decide(companyId: string, lease: Lease): Promise<void> {
    const { fleetId } = lease
    const now = clock.now().getTime()
    const last = rounds.get(fleetId)
    const isDue =
      last !== undefined &&
      (await database.transaction(engineIdentity, (tx) => isRoundDue(tx, fleetId, new Date(last.at)), {
        readOnly: true,
      }))
    const isFull = last === undefined || isDue || now >= last.nextAt
    if (!isFull && last.open > 0) return
    const { known, remainingOf } = last ?? {
      known: new Map<string, KnownDecision>(),
      remainingOf: createRemaining(options.roads),
    }
    const startedAt = performance.now()
    const results = await runRound(
      { ...options, thread },
      { companyId, lease },
      isFull ? { known, remainingOf } : { arrivalWithin: immediateWithin },
    )
    if (!isFull) return
    const present = new Set(results.map(({ serviceId }) => serviceId))
    for (const serviceId of known.keys()) if (!present.has(serviceId)) known.delete(serviceId)
    const open = results.filter(({ outcome }) => outcome !== 'assigned' && outcome !== 'offered')
    const paused = (performance.now() - startedAt) / roundShare
    const nextAt = now + Math.min(mostRoundSeconds * 1_000, Math.max(roundSeconds * 1_000, paused))
    rounds.set(fleetId, { at: now, nextAt, open: open.length, known, remainingOf })
  }

  /** A round of a large fleet may last longer than a lease. A lease that was lost meanwhile stays lost. */
  const renew = ({ fleetId }: Lease) =>
    setInterval(() => {
      database
        .transaction(engineIdentity, (tx) => acquireLease(tx, fleetId, owner))
        .catch((error: Error) => log.warn({ err: error, fleetId }, 'a lease could not be renewed'))
    }, renewMs)

  /** Decides for a fleet in its turn, and keeps its lease until then. */
  async function work(companyId: string, lease: Lease): Promise<void> {
    const { fleetId } = lease
    const renewing = renew(lease)
    try {
      await limit(async () => {
        if (!isStopped) await decide(companyId, lease)
      })
    } catch (error) {
      if (!(error instanceof StaleLease))
        log.warn({ err: error, fleetId }, 'a dispatch round failed; retrying')
    } finally {
      clearInterval(renewing)
      running.delete(fleetId)
    }
  }

  /** Begins to decide for the fleets whose leases this process gets; those that it still decides for go on. */
  async function begin(): Promise<Promise<void>[]> {
    if (refusesWrites()) return []
    const fleets = await database.transaction(engineIdentity, async (tx) => {
      await endReservationsOfManualFleets(tx)
      await endOverReservations(tx)
      const all = [...(await findEngineFleets(tx)), ...(await findReservedFleets(tx))]
      return [...new Map(all.map((fleet) => [fleet.fleetId, fleet])).values()]
    })
    const begun: Promise<void>[] = []
    for (const { fleetId, companyId } of fleets) {
      if (running.has(fleetId)) continue
      const lease = await database.transaction(engineIdentity, (tx) => acquireLease(tx, fleetId, owner))
      if (running.has(fleetId) || isStopped) continue
      if (lease === null) {
        rounds.delete(fleetId)
        continue
      }
      const working = work(companyId, lease)
      running.set(fleetId, working)
      begun.push(working)
    }
    return begun
  }

  let endPasses = async () => {}
  return {
    /** One pass over all fleets. */
    async pass(): Promise<void> {
      await Promise.all(await begin())
    },
    start() {
      // A fleet whose round lasts long does not delay taking over others.
      endPasses = repeatEvery(passMs, begin, { log, failed: 'the dispatch engine could not run; retrying' })
    },
    /** Ends the running rounds and gives up all leases. */
    async stop(): Promise<void> {
      isStopped = true
      await endPasses()
      await Promise.all(running.values())
      if (!options.thread) await thread.close()
      await database.transaction(engineIdentity, (tx) => releaseLeases(tx, owner)).catch(() => undefined)
    },
  }
}
