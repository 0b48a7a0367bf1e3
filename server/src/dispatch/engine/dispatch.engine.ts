import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import type { Clock } from '../../platform/clock.ts'
import { type EngineDeps, engineIdentity, runRound, StaleLease } from './dispatch.engine.actions.ts'
import { acquireLease, type Lease, releaseLeases } from './dispatch.leases.repository.ts'
import { findEngineFleets } from './dispatch.settings.repository.ts'

const passMs = 2_000
const batchMs = 15_000
/** With nobody left waiting by the last round, an idle vehicle this near is assigned at once, in seconds. */
const immediateWithin = 180

interface FleetRound {
  /** Of the last complete round. */
  at: number
  summaries: Map<string, string>
}

/**
 * Decides for the fleets whose leases this process gets. Safe in many processes.
 * @param options.refusesWrites whether the disk is full: nothing is decided then
 */
export function createDispatchEngine(
  options: EngineDeps & { clock: Clock; log: Logger; refusesWrites?: () => boolean },
) {
  const { database, clock, log, refusesWrites = () => false } = options
  const owner = uuid()
  const rounds = new Map<string, FleetRound>()

  async function decide(companyId: string, lease: Lease): Promise<void> {
    const { fleetId } = lease
    const now = clock.now().getTime()
    const last = rounds.get(fleetId)
    const isFull = last === undefined || now - last.at >= batchMs
    if (!isFull && last.summaries.size > 0) return
    const results = await runRound(
      options,
      { companyId, lease },
      isFull ? { known: last?.summaries } : { arrivalWithin: immediateWithin },
    )
    if (!isFull) return
    const open = results.filter(({ outcome }) => outcome === 'none' || outcome === 'suggested')
    rounds.set(fleetId, {
      at: now,
      summaries: new Map(open.map(({ serviceId, summary }) => [serviceId, summary])),
    })
  }

  /** One pass over all fleets. */
  async function pass(): Promise<void> {
    if (refusesWrites()) return
    const fleets = await database.transaction(engineIdentity, findEngineFleets, { readOnly: true })
    for (const { fleetId, companyId } of fleets) {
      const lease = await database.transaction(engineIdentity, (tx) => acquireLease(tx, fleetId, owner))
      if (lease === null) {
        rounds.delete(fleetId)
        continue
      }
      try {
        await decide(companyId, lease)
      } catch (error) {
        if (!(error instanceof StaleLease))
          log.warn({ err: error, fleetId }, 'a dispatch round failed; retrying')
      }
    }
  }

  let current: Promise<void> | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    pass,
    start() {
      timer = setInterval(() => {
        current ??= pass()
          .catch((error: Error) => log.warn({ err: error }, 'the dispatch engine could not run; retrying'))
          .finally(() => {
            current = null
          })
      }, passMs)
      timer.unref()
    },
    /** Ends a running pass and gives up all leases. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await current
      await database.transaction(engineIdentity, (tx) => releaseLeases(tx, owner)).catch(() => undefined)
    },
  }
}
