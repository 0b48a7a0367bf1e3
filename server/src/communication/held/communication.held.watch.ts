import { secondMs } from '@rumbo/contract/time-units'
import type { Logger } from 'pino'
import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { repeatEvery } from '../../platform/repeat.ts'
import { sendDueBroadcasts } from '../broadcasts/communication.broadcasts.actions.ts'
import { recordShown } from '../communication.facts.ts'
import { followClosing, notePositions } from '../emergency/communication.emergency.follow.actions.ts'
import { lockReleasable, releaseHeld } from './communication.held.repository.ts'

/** Held messages looked at in one transaction. */
const heldAtOnce = 500

/** Shows held messages to drivers who have stopped, went silent or ended their shift. @returns how many */
async function releaseDue(tx: Transaction): Promise<number> {
  const due = await lockReleasable(tx, heldAtOnce)
  if (due.length === 0) return 0
  for (const { userId } of await releaseHeld(tx, due))
    if (userId !== null) tx.stale({ domain: 'driverThreads', userId })
  for (const { threadId: id, companyId, fleetId, messageId, recipientId: driverId } of due) {
    tx.stale({ domain: 'communication', id, companyId, fleetId })
    recordShown(tx, { companyId, fleetId }, [{ messageId, driverId }])
  }
  return due.length
}

interface WatchOptions {
  database: Pick<Database, 'transaction'>
}

/** Releases what is held, sends scheduled broadcasts that are due and follows emergencies. */
export async function workOffMessages({ database }: WatchOptions): Promise<void> {
  while (await database.transaction(asSystem('release held messages'), releaseDue));
  while (await database.transaction(asSystem('send due broadcasts'), sendDueBroadcasts));
  while (await database.transaction(asSystem('follow closed emergencies'), followClosing));
  await database.transaction(asSystem('note positions of emergencies'), (tx) => notePositions(tx, null))
}

/** Does so every two seconds, in every worker. @returns a function that ends it */
export const watchMessages = ({ log, ...options }: WatchOptions & { log: Logger }): (() => Promise<void>) =>
  repeatEvery(2 * secondMs, () => workOffMessages(options), {
    log,
    failed: 'could not release held messages or send broadcasts; retrying',
  })
