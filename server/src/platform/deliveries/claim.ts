import { secondMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../database/transaction.ts'
import { admissionOf, beginTrial } from './receivers.ts'
import type { DeliveryChannel, OutgoingDelivery } from './sender.ts'

/** How long a claimed delivery belongs to its worker; longer than one may take. */
const leaseMs = 30 * secondMs

export interface Claimed extends OutgoingDelivery {
  /** All attempts, including this one; only who knows the last number holds the lease. */
  attempts: number
  /** Of them, those since a person had it sent again. */
  attempt: number
  expiresAt: Date | null
  /** Whether it tries a server that failed. */
  isTrial: boolean
}

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
  const claimed = await tx.sql<Omit<Claimed, 'isTrial'> & { priority: number }>(
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
     returning delivery.id, recipient, language, subject, body, priority, attempts,
       greatest(attempts - retried_after, 1) as attempt, expires_at as "expiresAt"`,
    [channel, tx.now, leasedUntil, isTrial ? 1 : limit],
  )
  // An attempt is at least the first: processes of the version before set `attempts` to 0 to send a delivery again.
  if (isTrial && claimed.length > 0) await beginTrial(tx, receiver, leasedUntil)
  const ordered = claimed.sort((a, b) => a.priority - b.priority || (a.id < b.id ? -1 : 1))
  return ordered.map(({ priority: _, ...delivery }) => ({ ...delivery, isTrial }))
}
