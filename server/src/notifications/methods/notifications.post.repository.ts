import type { NotificationMethod, NotificationStatus } from '@rumbo/contract/notifications.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface NewReach {
  notificationId: string
  method: NotificationMethod
  deliveryId: string | null
  status: NotificationStatus
  detail: string | null
}

/** Under the system role, as everything here. What waited, or failed for want of an address, is replaced. */
export async function writeReach(tx: Transaction, given: readonly NewReach[]): Promise<void> {
  if (given.length === 0) return
  await tx.sql(
    `insert into notifications.reach (notification_id, method, delivery_id, status, detail, at)
     select notification_id, method, delivery_id, status, detail, $6
       from unnest($1::uuid[], $2::text[], $3::uuid[], $4::text[], $5::text[])
         as g(notification_id, method, delivery_id, status, detail)
     on conflict (notification_id, method, delivery_id) do update
       set status = excluded.status, detail = excluded.detail, at = excluded.at`,
    [
      given.map(({ notificationId }) => notificationId),
      given.map(({ method }) => method),
      given.map(({ deliveryId }) => deliveryId),
      given.map(({ status }) => status),
      given.map(({ detail }) => detail),
      tx.now,
    ],
  )
}

/** Forgets what waited, because it is sent. */
export async function removeWaiting(
  tx: Transaction,
  given: readonly { notificationId: string; method: string }[],
): Promise<void> {
  await tx.sql(
    `with given as (select * from unnest($1::uuid[], $2::text[]) as g(notification_id, method)),
     gone as (
       delete from notifications.waiting w using given g
        where w.notification_id = g.notification_id and w.method = g.method)
     delete from notifications.reach r using given g
      where r.notification_id = g.notification_id and r.method = g.method and r.delivery_id is null`,
    [given.map(({ notificationId }) => notificationId), given.map(({ method }) => method)],
  )
}

export interface Waiting {
  notificationId: string
  /** The user or contact: all that is due of one is sent together. */
  recipientId: string
  method: NotificationMethod
  until: Date
  why: 'quiet' | 'digest'
}
export async function writeWaiting(tx: Transaction, given: readonly Waiting[]): Promise<void> {
  if (given.length === 0) return
  await tx.sql(
    `insert into notifications.waiting (notification_id, method, until, why, recipient_id)
     select * from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::text[], $5::uuid[])
     on conflict (notification_id, method) do update set until = excluded.until, why = excluded.why`,
    [
      given.map(({ notificationId }) => notificationId),
      given.map(({ method }) => method),
      given.map(({ until }) => until),
      given.map(({ why }) => why),
      given.map(({ recipientId }) => recipientId),
    ],
  )
}

/** How many SMS and mails of notifications went to these addresses since a moment. */
export const countPosted = (
  tx: Transaction,
  recipients: readonly string[],
  since: Date,
): Promise<{ recipient: string; channel: string; amount: number }[]> =>
  tx.sql(
    `select recipient, channel, count(*)::int as amount from platform.deliveries
     where kind = 'notification' and channel in ('email', 'sms') and recipient = any($1::text[]) and created_at > $2
     group by 1, 2`,
    [recipients, since],
  )
