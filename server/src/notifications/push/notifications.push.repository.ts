import type { Transaction } from '../../platform/database/transaction.ts'

export interface SubscriptionRow {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  p256dh: string
  auth: string
  label: string
  language: 'es' | 'en'
  createdAt: Date
  lastSuccessAt: Date | null
}
const columns = `push_subscriptions.id, push_subscriptions.user_id as "userId", session_id as "sessionId", endpoint, p256dh,
  auth, label, language, created_at as "createdAt", last_success_at as "lastSuccessAt"`
/** Of sessions that last; everything here runs under the system role. */
const lasting = `notifications.push_subscriptions join identity.sessions
  on sessions.id = session_id and sessions.user_id = push_subscriptions.user_id
  and sessions.ended_at is null and sessions.expires_at > $1::timestamptz`

export const findSubscriptions = (tx: Transaction, userId: string): Promise<SubscriptionRow[]> =>
  tx.sql<SubscriptionRow>(
    `select ${columns} from ${lasting} where push_subscriptions.user_id = $2
      order by created_at desc, push_subscriptions.id`,
    [tx.now, userId],
  )

export async function findSubscription(tx: Transaction, id: string): Promise<SubscriptionRow | undefined> {
  const [row] = await tx.sql<SubscriptionRow>(
    `select ${columns} from ${lasting} where push_subscriptions.id = $2`,
    [tx.now, id],
  )
  return row
}

/** Saves a browser's subscription, whosever it was before; removes the person's oldest ones beyond `most`. */
export async function saveSubscription(
  tx: Transaction,
  row: Omit<SubscriptionRow, 'createdAt' | 'lastSuccessAt'>,
  most: number,
): Promise<void> {
  await tx.sql('delete from notifications.push_subscriptions where endpoint = $1', [row.endpoint])
  await tx.sql(
    `insert into notifications.push_subscriptions
       (id, user_id, session_id, endpoint, p256dh, auth, label, language, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [row.id, row.userId, row.sessionId, row.endpoint, row.p256dh, row.auth, row.label, row.language, tx.now],
  )
  await tx.sql(
    `delete from notifications.push_subscriptions where id in (
       select id from notifications.push_subscriptions where user_id = $1
        order by created_at desc, id desc offset $2)`,
    [row.userId, most],
  )
}

interface Keys {
  endpoint: string
  p256dh: string
  auth: string
}
/** @returns whether there was a subscription with the former keys */
export async function replaceKeys(tx: Transaction, former: Keys, keys: Keys): Promise<boolean> {
  const changed = await tx.sql(
    `update notifications.push_subscriptions set endpoint = $4, p256dh = $5, auth = $6
      where endpoint = $1 and p256dh = $2 and auth = $3 returning id`,
    [former.endpoint, former.p256dh, former.auth, keys.endpoint, keys.p256dh, keys.auth],
  )
  return changed.length > 0
}

export const removeSubscription = (tx: Transaction, id: string, userId: string) =>
  tx.sql('delete from notifications.push_subscriptions where id = $1 and user_id = $2', [id, userId])

/** It gets nothing more: its push service or session ended it. */
export const removeEnded = (tx: Transaction, id: string) =>
  tx.sql<{ userId: string }>(
    'delete from notifications.push_subscriptions where id = $1 returning user_id as "userId"',
    [id],
  )

/** Those whose keys belong to a former pair of the installation. */
export const removeAll = (tx: Transaction) => tx.sql('delete from notifications.push_subscriptions')

export const noteSent = (tx: Transaction, id: string) =>
  tx.sql('update notifications.push_subscriptions set last_success_at = $2 where id = $1', [id, tx.now])

/** Marks a button as used. @returns whether it was not used before */
export async function useAction(
  tx: Transaction,
  use: { tokenId: string; action: string; userId: string },
): Promise<boolean> {
  await tx.sql(
    `delete from notifications.push_actions where used_at < $1::timestamptz - interval '30 days'`,
    [tx.now],
  )
  const used = await tx.sql(
    `insert into notifications.push_actions (token_id, action, user_id, used_at) values ($1, $2, $3, $4)
     on conflict do nothing returning token_id`,
    [use.tokenId, use.action, use.userId, tx.now],
  )
  return used.length > 0
}

/** Lets a button be used again, where nothing came of it. */
export const releaseAction = (tx: Transaction, tokenId: string, action: string) =>
  tx.sql('delete from notifications.push_actions where token_id = $1 and action = $2', [tokenId, action])
