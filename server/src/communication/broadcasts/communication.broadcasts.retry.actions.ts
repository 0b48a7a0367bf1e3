import {
  broadcastRetriesAtOnce,
  type retryBroadcast,
} from '@rumbo/contract/communication.broadcasts.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { findParties } from '../communication.people.repository.ts'
import {
  type Channels,
  methodsOf,
  sendAgainToOneOfMany,
} from '../messages/communication.recipients.actions.ts'
import { maySend, publish, readableBroadcast, record } from './communication.broadcasts.actions.ts'
import { findBroadcast, lockBroadcast } from './communication.broadcasts.repository.ts'
import { findUnsent } from './communication.broadcasts.unread.repository.ts'

/**
 * Sends a broadcast by another method to those who have not read it.
 * @throws Problem `broadcast_not_found`, `forbidden`, `broadcast_too_large`, `channel_not_configured`
 */
export async function retryBroadcastOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { method, channels }: { method: 'sms' | 'email'; channels: Channels },
): Promise<OutputOf<typeof retryBroadcast>> {
  const { companyId, fleetId, priority } = await readableBroadcast(tx, actor, id)
  requireCan(actor, 'communication.write', { companyId, fleetId })
  if (!channels[method]) throw problem('channel_not_configured')
  // Locked by a statement of its own: the one who waited for it sees whom the other has sent to.
  await lockBroadcast(tx, id)
  const unsent = await findUnsent(tx, id, method)
  if (!maySend(actor, unsent.length)) throw problem('broadcast_too_large')
  const found = await findParties(
    tx,
    companyId,
    unsent.map(({ recipientId }) => recipientId),
  )
  const parties = new Map(found.map((party) => [party.id, party]))
  const reachable = unsent.filter(({ recipientId }) => {
    const party = parties.get(recipientId)
    return party !== undefined && methodsOf(party).includes(method)
  })
  const now = reachable.slice(0, broadcastRetriesAtOnce)
  let sent = 0
  for (const { messageId, threadId, recipientId, text } of now) {
    const party = parties.get(recipientId)
    const message = {
      messageId,
      text,
      refs: [],
      priority,
      from: actor.displayName,
      files: [],
      linkAddress: null,
    }
    if (party && (await sendAgainToOneOfMany(tx, { id: threadId, companyId }, message, { party, method })))
      sent += 1
  }
  tx.stale({ domain: 'communication', companyId, fleetId })
  const row = await findBroadcast(tx, id)
  if (row) {
    publish(tx, row)
    record(tx, row, 'broadcast.sent_again', sent)
  }
  return {
    sent,
    unreachable: unsent.length - reachable.length + now.length - sent,
    left: reachable.length - now.length,
  }
}
