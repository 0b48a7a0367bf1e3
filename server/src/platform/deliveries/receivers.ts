import { minuteMs, secondMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../database/transaction.ts'
import type { DeliveryChannel } from './sender.ts'

/** Failures in a row after which nothing is sent to a server, except one delivery at a time as a trial. */
const failuresToOpen = 5
/** How long until the first trial; twice as long after each that fails. */
const openMs = 10 * secondMs
const maxOpenMs = 5 * minuteMs

interface ReceiverRow {
  openUntil: Date
  trialUntil: Date | null
}

/**
 * Whether the server gets deliveries: as many as there are, one as a trial, or none. Locks its row, so that several
 * workers try one delivery at a time.
 */
export async function admissionOf(tx: Transaction, receiver: string): Promise<'open' | 'trial' | 'closed'> {
  const [row] = await tx.sql<ReceiverRow>(
    `select open_until as "openUntil", trial_until as "trialUntil" from platform.delivery_receivers
      where receiver = $1 and open_until is not null for update`,
    [receiver],
  )
  if (!row) return 'open'
  return isTrialDue(row, tx.now) ? 'trial' : 'closed'
}

/** Notes that a trial runs, at the latest until then. */
export async function beginTrial(tx: Transaction, receiver: string, until: Date): Promise<void> {
  await tx.sql('update platform.delivery_receivers set trial_until = $2 where receiver = $1', [
    receiver,
    until,
  ])
}

/** Lets another delivery be the trial, after one that showed nothing about the server. */
export async function withdrawTrial(tx: Transaction, receiver: string): Promise<void> {
  await tx.sql('update platform.delivery_receivers set trial_until = null where receiver = $1', [receiver])
}

/** The server answered: it gets all deliveries again. */
export async function receiverWorks(tx: Transaction, receiver: string): Promise<void> {
  await tx.sql('delete from platform.delivery_receivers where receiver = $1', [receiver])
}

/**
 * Servers of a channel with several: to those `closed` nothing is sent, to those of `trials` one delivery. Locks them,
 * so that several workers try one delivery at a time.
 */
export async function admissionsOf(
  tx: Transaction,
  channel: DeliveryChannel,
): Promise<{ closed: string[]; trials: string[] }> {
  const rows = await tx.sql<ReceiverRow & { receiver: string }>(
    `select receiver, open_until as "openUntil", trial_until as "trialUntil" from platform.delivery_receivers
      where channel = $1 and open_until is not null order by receiver for update`,
    [channel],
  )
  const namesWhere = (isIncluded: (row: ReceiverRow) => boolean) =>
    rows.filter(isIncluded).map(({ receiver }) => receiver)
  return {
    closed: namesWhere((row) => !isTrialDue(row, tx.now)),
    trials: namesWhere((row) => isTrialDue(row, tx.now)),
  }
}

const isTrialDue = ({ openUntil, trialUntil }: ReceiverRow, now: Date) =>
  openUntil <= now && (trialUntil === null || trialUntil <= now)

/** Forgets servers that a channel with several sends nothing to. */
export async function forgetIdleReceivers(tx: Transaction, channel: DeliveryChannel): Promise<void> {
  await tx.sql(
    `delete from platform.delivery_receivers as known where channel = $1 and not exists (
       select from platform.deliveries
        where status = 'pending' and channel = $1 and receiver = known.receiver)`,
    [channel],
  )
}

/** Forgets servers that the channel no longer has. @param receiver its server; null if it has none */
export async function forgetFormerReceivers(
  tx: Transaction,
  channel: DeliveryChannel,
  receiver: string | null,
): Promise<void> {
  await tx.sql(
    'delete from platform.delivery_receivers where channel = $1 and receiver is distinct from $2',
    [channel, receiver],
  )
}

/** Counts a failure; of what had been sent before the server was found to fail, only a trial counts. */
export async function receiverFailed(
  tx: Transaction,
  failure: { receiver: string; channel: DeliveryChannel; error: string; isTrial: boolean },
): Promise<void> {
  await tx.sql(
    `insert into platform.delivery_receivers as known (receiver, channel, failures, failing_since, last_error)
     values ($1, $2, 1, $3::timestamptz, $4)
     on conflict (receiver) do update set
       failures = known.failures + 1,
       last_error = excluded.last_error,
       trial_until = null,
       open_until = case when known.failures + 1 >= $5::int then $3::timestamptz
         + make_interval(secs => least($6::float8 * power(2, least(known.failures + 1 - $5::int, 16)), $7::float8)) end
     where known.open_until is null or $8::boolean`,
    [
      failure.receiver,
      failure.channel,
      tx.now,
      failure.error,
      failuresToOpen,
      openMs / secondMs,
      maxOpenMs / secondMs,
      failure.isTrial,
    ],
  )
}
