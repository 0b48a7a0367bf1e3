import { secondMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../database/transaction.ts'
import { admissionOf, admissionsOf, beginTrial } from './receivers.ts'
import type { DeliveryChannel, OutgoingDelivery } from './sender.ts'

/** How long a claimed delivery belongs to its worker; longer than one may take. */
const leaseMs = 30 * secondMs

export interface Claimed extends OutgoingDelivery {
  /** All attempts, including this one; only who knows the last number holds the lease. */
  attempts: number
  /** Of them, those since a person had it sent again. */
  attempt: number
  /** The server it is sent to. */
  receiver: string
  /** Whether it tries a server that failed. */
  isTrial: boolean
}

type ClaimedRow = Omit<Claimed, 'isTrial'>
const claimedColumns = `delivery.id, recipient, language, subject, body, kind, priority, topic, attempts,
       target_id as "targetId", unsubscribe_url as "unsubscribeUrl", reply_token as "replyToken", files,
       created_at as "createdAt", expires_at as "expiresAt",
       greatest(attempts - retried_after, 1) as attempt`

/**
 * Claims up to `limit` deliveries that are due, by priority and age. One waits while an earlier one of its order key
 * waits, and all wait while their server is known to fail. One claimed by a worker that died is due when its lease ends.
 */
export async function claimDue(
  tx: Transaction,
  { channel, receiver, limit }: { channel: DeliveryChannel; receiver: string; limit: number },
): Promise<Claimed[]> {
  const admission = await admissionOf(tx, receiver)
  if (admission === 'closed') return []
  const isTrial = admission === 'trial'
  const leasedUntil = new Date(tx.now.getTime() + leaseMs)
  const claimed = await tx.sql<ClaimedRow>(
    `with due as (
       select id from platform.deliveries as waiting
        where status = 'pending' and channel = $1 and (next_attempt_at is null or next_attempt_at <= $2::timestamptz)
          and (order_key is null or not exists (
            select from platform.deliveries as earlier
             where earlier.status = 'pending' and earlier.order_key = waiting.order_key and earlier.id < waiting.id))
        order by priority, id
        limit $4
        for update skip locked)
     update platform.deliveries as delivery set attempts = attempts + 1, next_attempt_at = $3::timestamptz
       from due where delivery.id = due.id
     returning ${claimedColumns}, $5 as receiver`,
    [channel, tx.now, leasedUntil, isTrial ? 1 : limit, receiver],
  )
  // An attempt is at least the first: processes of the version before set `attempts` to 0 to send a delivery again.
  if (isTrial && claimed.length > 0) await beginTrial(tx, receiver, leasedUntil)
  return inOrder(claimed).map((delivery) => ({ ...delivery, isTrial }))
}

/**
 * Claims like `claimDue` for a channel with several servers: of each server at most `perReceiver` with those in flight,
 * so that one that hangs or has many deliveries leaves room for the others.
 * @param busy how many are in flight in this process, by server
 */
export async function claimOfSeveral(
  tx: Transaction,
  options: {
    channel: DeliveryChannel
    limit: number
    perReceiver: number
    busy: ReadonlyMap<string, number>
  },
): Promise<Claimed[]> {
  const { channel, limit, perReceiver, busy } = options
  const { closed, trials } = await admissionsOf(tx, channel)
  const leasedUntil = new Date(tx.now.getTime() + leaseMs)
  const claimed = await tx.sql<ClaimedRow>(
    // The names of servers are read one by one from the index, however many deliveries each has.
    `with recursive receivers as (
       (select receiver from platform.deliveries
         where status = 'pending' and channel = $1 and receiver is not null order by receiver limit 1)
       union all
       select (select following.receiver from platform.deliveries as following
                where following.status = 'pending' and following.channel = $1
                  and following.receiver > receivers.receiver
                order by following.receiver limit 1)
         from receivers where receivers.receiver is not null),
     rooms as (
       select receiver, case when receiver = any ($6::text[]) then 1 else $5::int end
           - coalesce((select busy.number from unnest($8::text[], $9::int[]) as busy (name, number)
                        where busy.name = receiver), 0) as room
         from receivers where receiver is not null and receiver <> all ($7::text[])),
     candidates as (
       select waiting.id from rooms cross join lateral (
         select id, priority from platform.deliveries
          where status = 'pending' and channel = $1 and receiver = rooms.receiver
            and (next_attempt_at is null or next_attempt_at <= $2::timestamptz)
          order by priority, id limit greatest(rooms.room, 0)) as waiting
       order by waiting.priority, waiting.id limit $4),
     due as (
       select id from platform.deliveries
        where id in (select id from candidates) and status = 'pending'
          and (next_attempt_at is null or next_attempt_at <= $2::timestamptz)
        for update skip locked)
     update platform.deliveries as delivery set attempts = attempts + 1, next_attempt_at = $3::timestamptz
       from due where delivery.id = due.id
     returning ${claimedColumns}, receiver`,
    [channel, tx.now, leasedUntil, limit, perReceiver, trials, closed, [...busy.keys()], [...busy.values()]],
  )
  const isTrial = ({ receiver }: ClaimedRow) => trials.includes(receiver)
  for (const delivery of claimed.filter(isTrial)) await beginTrial(tx, delivery.receiver, leasedUntil)
  return inOrder(claimed).map((delivery) => ({ ...delivery, isTrial: isTrial(delivery) }))
}

const inOrder = (claimed: readonly ClaimedRow[]) =>
  claimed.toSorted((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
