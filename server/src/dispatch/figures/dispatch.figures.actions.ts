import type { readDispatchFigures } from '@rumbo/contract/dispatch.figures.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { dayMs, hourMs } from '@rumbo/contract/time-units'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { JobTask } from '../../platform/jobs/jobs.ts'
import { findActiveFleets, findHours, insertHour, measure, purge } from './dispatch.figures.repository.ts'

const identity = asSystem('dispatch figures')
/** Decisions and offers can be read this long; hours of the past as well. */
const keptDays = 400
const purgedAtOnce = 5_000
const noMoves = { suggestions: 0, followed: 0 }

/** The last hour and the stored hours of fleets; nothing for fleets outside the caller's scopes. */
export async function figuresOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof readDispatchFigures>> {
  const span = { from: new Date(tx.now.getTime() - hourMs), to: tx.now }
  const hours = await findHours(tx, fleetIds)
  return {
    lastHour: await measure(tx, fleetIds, span),
    hours: hours.map(({ fleetId, hour, figures }) => ({
      fleetId,
      hour: hour.toISOString(),
      // Hours stored by earlier versions have none.
      figures: { ...noMoves, ...figures },
    })),
  }
}

/** Stores the figures of the last whole hour for each fleet that was active in it. */
export async function storeHour(database: Database, clock: Clock): Promise<void> {
  const to = new Date(Math.floor(clock.now().getTime() / hourMs) * hourMs)
  const span = { from: new Date(to.getTime() - hourMs), to }
  const fleets = await database.transaction(identity, (tx) => findActiveFleets(tx, span), { readOnly: true })
  for (const fleet of fleets)
    await database.transaction(identity, async (tx) =>
      insertHour(tx, { ...fleet, hour: span.from }, await measure(tx, [fleet.fleetId], span)),
    )
}

async function purgeOlder(database: Database, what: Parameters<typeof purge>[1], ageMs: number) {
  let removed = purgedAtOnce
  while (removed >= purgedAtOnce)
    removed = await database.transaction(identity, (tx) =>
      purge(tx, what, new Date(tx.now.getTime() - ageMs), purgedAtOnce),
    )
}

/** Removes decisions, offers, suggestions and hours that are kept no longer. */
export const purgeDispatch = (database: Database): Promise<void> =>
  purgeOlder(database, 'records', keptDays * dayMs)

/** Removes released reservations, which can be restored for some seconds. */
export const purgeReleased = (database: Database): Promise<void> => purgeOlder(database, 'released', hourMs)

/** Jobs of the figures of dispatch; idempotent. */
export const figureTasks = ({
  database,
  clock,
}: {
  database: Database
  clock: Clock
}): Record<string, JobTask> => ({
  'dispatch:store-hour': () => storeHour(database, clock),
  'dispatch:purge': () => purgeDispatch(database),
  'dispatch:purge-released': () => purgeReleased(database),
})
export const figureCrontab = [
  '3 * * * * dispatch:store-hour ?fill=2h',
  '27 9 * * * dispatch:purge ?fill=1d',
  '33 * * * * dispatch:purge-released',
].join('\n')
