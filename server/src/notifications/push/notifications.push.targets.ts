import { asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { PushTargets } from '../../platform/deliveries/push.ts'
import { eventOf, payloadOf } from './notifications.push.messages.ts'
import { findSubscription, noteSent, removeAll, removeEnded } from './notifications.push.repository.ts'
import { createPushTokens } from './notifications.push.tokens.ts'

/** The subscriptions, for the sender of push messages. */
export function pushTargets({
  database,
  secret,
  publicUrl,
  mayAcknowledge,
}: {
  database: Pick<Database, 'transaction'>
  secret: string
  publicUrl: string | null
  /** Whether a person may acknowledge an event now. */
  mayAcknowledge: (this: void, userId: string, eventId: string) => Promise<boolean>
}): PushTargets {
  const tokens = createPushTokens(secret)
  const inTransaction = <Result>(work: (tx: Transaction) => Promise<Result>) =>
    database.transaction(asSystem('send a push notification'), work)
  const remove = (id: string) =>
    inTransaction(async (tx) => {
      for (const { userId } of await removeEnded(tx, id)) tx.stale({ domain: 'push', id: userId })
    })
  return {
    find: async (id, delivery) => {
      const row = await inTransaction((tx) => findSubscription(tx, id))
      // Its session ended, or the person removed it.
      if (!row) await remove(id)
      if (!row) return null
      const eventId = eventOf(delivery)
      const isAllowed = eventId !== null && (await mayAcknowledge(row.userId, eventId))
      return {
        endpoint: row.endpoint,
        p256dh: row.p256dh,
        auth: row.auth,
        payload: payloadOf(delivery, row, { tokens, publicUrl, mayAcknowledge: isAllowed }),
      }
    },
    works: async (id) => void (await inTransaction((tx) => noteSent(tx, id))),
    gone: remove,
  }
}

/** For the change of the installation's secret: without its keys no subscription works. */
export const pushSubscriptionsOfSecret = {
  reseal: async () => 0,
  async remove(tx: Transaction): Promise<number> {
    await removeAll(tx)
    return 0
  },
}
