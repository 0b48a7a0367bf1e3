import { silentAfterMs } from '@rumbo/contract/telemetry.freshness'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { type CauseChange, changeCauses, lockVehicles } from '../../vehicles/index.ts'
import { takeStopsOfSilent } from '../conditions/telemetry.conditions.repository.ts'
import type { CommitConditions } from '../intake/telemetry.commit.ts'
import { findIdle } from './telemetry.silence.repository.ts'

const maxAtOnce = 1_000
const checkIntervalMs = 10_000

async function markSome(
  tx: Transaction,
  cutoff: Date,
  commitConditions: CommitConditions | undefined,
): Promise<number> {
  const quiet = await findIdle(tx, cutoff, maxAtOnce)
  if (quiet.length === 0) return 0
  // A report may be in progress: its transaction locks the vehicle too, so look again under the lock.
  const locked = await lockVehicles(tx, quiet)
  const still = await findIdle(
    tx,
    cutoff,
    maxAtOnce,
    locked.map((vehicle) => vehicle.id),
  )
  const silent = still.map(
    (vehicleId): CauseChange => ({ vehicleId, cause: 'silent', sourceId: null, holds: true }),
  )
  const stops = commitConditions ? await takeStopsOfSilent(tx, still) : []
  const crashes = stops.length > 0 ? await commitConditions?.(tx, stops) : []
  await changeCauses(tx, [...silent, ...(crashes ?? [])])
  return quiet.length
}

/**
 * Marks vehicles without a report for ten minutes as silent; their next report ends it. One that fell silent after a hard
 * stop has crashed. Safe in many processes.
 * @param commitConditions default: no crash is found; the next report of a vehicle judges its stop
 */
export async function markSilentVehicles(
  database: Database,
  now: Date,
  commitConditions?: CommitConditions,
): Promise<void> {
  const cutoff = new Date(now.getTime() - silentAfterMs)
  let found: number
  do {
    found = await database.transaction(asSystem('silence'), (tx) => markSome(tx, cutoff, commitConditions))
  } while (found === maxAtOnce)
}

/**
 * Marks silent vehicles every ten seconds; returns a function that ends it and waits for a running check. A process that
 * has just started finds no crashes: after an outage of the gateways all vehicles are silent, whatever happened to them.
 */
export function watchSilence(options: {
  database: Database
  clock: Clock
  log: Logger
  commitConditions?: CommitConditions
}): () => Promise<void> {
  const { database, clock, log, commitConditions } = options
  const startedAt = clock.now().getTime()
  const check = () => {
    const now = clock.now()
    const hasReceived = now.getTime() - startedAt > silentAfterMs
    return markSilentVehicles(database, now, hasReceived ? commitConditions : undefined)
  }
  return repeatEvery(checkIntervalMs, check, { log, failed: 'could not check for silent vehicles; retrying' })
}
