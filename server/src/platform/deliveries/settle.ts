import type { Transaction } from '../database/transaction.ts'
import type { Claimed } from './claim.ts'
import { findOptedOut } from './opt-outs.ts'
import { codeKinds, secretKinds } from './post.ts'
import type { DeliveryChannel } from './sender.ts'

export type Outcome =
  | { status: 'sent'; providerId?: string }
  | { status: 'failed' | 'expired'; error: string }
  | { status: 'pending'; error: string; nextAttemptAt: Date }

/**
 * Records the outcome of an attempt, unless its lease was lost to another worker. What contains a code or a link loses
 * its text at its end, unless it failed.
 * @returns whether it was recorded
 */
export async function settle(
  tx: Transaction,
  delivery: Pick<Claimed, 'id' | 'attempts'>,
  outcome: Outcome,
  milliseconds: number,
): Promise<boolean> {
  const error = outcome.status === 'sent' ? null : outcome.error
  const [settled] = await tx.sql(
    `update platform.deliveries
        set status = $3, error = $4, next_attempt_at = $5::timestamptz,
            sent_at = case when $3 = 'sent' then $6::timestamptz end, provider_id = $8,
            body = case when $3 in ('sent', 'expired') and kind = any ($7) then '' else body end
      where id = $1 and attempts = $2 and status = 'pending'
      returning id`,
    [
      delivery.id,
      delivery.attempts,
      outcome.status,
      error,
      outcome.status === 'pending' ? outcome.nextAttemptAt : null,
      tx.now,
      secretKinds,
      outcome.status === 'sent' ? (outcome.providerId ?? null) : null,
    ],
  )
  if (!settled) return false
  // A number may exist already where a process of the version before set `attempts` to 0 to send a delivery again.
  if (error !== null)
    await tx.sql(
      `insert into platform.delivery_attempts (delivery_id, number, ended_at, milliseconds, error)
       values ($1, $2, $3, $4, $5)
       on conflict do nothing`,
      [delivery.id, delivery.attempts, tx.now, milliseconds, error],
    )
  tx.stale({ domain: 'deliveries', id: delivery.id })
  return true
}

/** What people asked for, what concerns the safety of their account, and the confirmation that they get nothing more. */
const allowedKinds: readonly string[] = [...codeKinds, 'security', 'opt_out']
/**
 * Ends those of the claimed SMS and mails whose recipients want nothing more, or whose address does not exist; see
 * `allowedKinds` for the exceptions.
 * @returns the others
 */
export async function dropOptedOut(
  tx: Transaction,
  channel: DeliveryChannel,
  claimed: readonly Claimed[],
): Promise<Claimed[]> {
  if ((channel !== 'sms' && channel !== 'email') || claimed.length === 0) return [...claimed]
  const optedOut = await findOptedOut(
    tx,
    channel,
    claimed.map(({ recipient }) => recipient),
  )
  const isUnwanted = ({ recipient, kind }: Claimed) => optedOut.has(recipient) && !allowedKinds.includes(kind)
  const unwanted = claimed.filter(isUnwanted).map(({ id }) => id)
  if (unwanted.length > 0) {
    await tx.sql(
      `update platform.deliveries set status = 'dropped', next_attempt_at = null, error = $2 where id = any ($1::uuid[])`,
      [unwanted, 'opted_out'],
    )
    tx.stale({ domain: 'deliveries' })
  }
  return claimed.filter((delivery) => !isUnwanted(delivery))
}

/** Ends deliveries that were claimed and that nobody wants any more, each with its reason. */
export async function dropUnwanted(
  tx: Transaction,
  claimed: readonly Claimed[],
  unwanted: ReadonlyMap<string, string>,
): Promise<Claimed[]> {
  if (unwanted.size === 0) return [...claimed]
  await tx.sql(
    `update platform.deliveries d set status = 'dropped', next_attempt_at = null, error = g.reason
       from unnest($1::uuid[], $2::text[]) as g(id, reason) where d.id = g.id and d.status = 'pending'`,
    [[...unwanted.keys()], [...unwanted.values()]],
  )
  tx.stale({ domain: 'deliveries' })
  return claimed.filter(({ id }) => !unwanted.has(id))
}

const isDue = `channel = $1 and (next_attempt_at is null or next_attempt_at <= $2::timestamptz)`

/** Ends what waits or is kept once its time is over, except what is in flight. @returns the number */
export async function expireDue(tx: Transaction, channel: DeliveryChannel): Promise<number> {
  const expired = await tx.sql(
    `update platform.deliveries set status = 'expired', next_attempt_at = null,
        body = case when kind = any ($3) then '' else body end
      where status in ('pending', 'kept') and ${isDue} and expires_at <= $2::timestamptz returning id`,
    [channel, tx.now, secretKinds],
  )
  if (expired.length > 0) tx.stale({ domain: 'deliveries' })
  return expired.length
}

/** Keeps what waits for reading in Rumbo. @returns the number */
export async function keepDue(tx: Transaction, channel: DeliveryChannel): Promise<number> {
  const kept = await tx.sql(
    `update platform.deliveries set status = 'kept', next_attempt_at = null where status = 'pending' and ${isDue} returning id`,
    [channel, tx.now],
  )
  if (kept.length > 0) tx.stale({ domain: 'deliveries' })
  return kept.length
}
