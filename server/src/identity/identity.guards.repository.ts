import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { lockout } from './identity.rules.ts'

const attempts = 'identity.login_attempts'

/** Serialises attempts at one subject until the transaction ends. */
export async function lockSubject(tx: Transaction, subject: string): Promise<void> {
  await tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 1))', [`identity ${subject}`])
}

/** Runs `work` in a savepoint that is released or rolled back; both take the same number of statements. */
export async function inSavepoint(
  tx: Transaction,
  isKept: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await tx.sql('savepoint perhaps')
  await work()
  await tx.sql(isKept ? 'release savepoint perhaps' : 'rollback to savepoint perhaps')
}

/**
 * Times of the latest failed attempts since the last success, as many as are needed for a lock.
 * @param by count by account (`subject`) or by the name that was entered (`typed_name`)
 */
export async function failuresOf(
  tx: Transaction,
  by: 'subject' | 'typed_name',
  value: string,
): Promise<Date[]> {
  const rows = await tx.rows(
    query
      .selectFrom(attempts)
      .select(['at', 'outcome'])
      .where(by, '=', value)
      .where('outcome', 'not in', by === 'subject' ? ['undecided', 'refused'] : ['undecided'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(lockout.failures),
  )
  const success = rows.findIndex((row) => row.outcome === 'succeeded')
  return rows.slice(0, success === -1 ? rows.length : success).map((row) => row.at)
}

export interface Attempt {
  id: string
  /** What the attempt counts against: an account, or a name that no account has. */
  subject: string
  /** Hash of the name that was entered; null where none is entered. */
  typedName: string | null
  userId: string | null
  address: string
}

/** `refused`: the account was locked, so the attempt counts against the entered name only. */
export async function insertAttempt(
  tx: Transaction,
  attempt: Attempt,
  outcome: 'failed' | 'refused',
): Promise<void> {
  await tx.run(
    query.insertInto(attempts).values({
      id: attempt.id,
      subject: attempt.subject,
      typed_name: attempt.typedName,
      user_id: attempt.userId,
      at: tx.now,
      outcome,
      address: attempt.address,
    }),
  )
}

/** `undecided`: the password was right, but a second step is missing. */
export async function setAttemptOutcome(
  tx: Transaction,
  id: string,
  outcome: 'succeeded' | 'undecided',
): Promise<void> {
  await tx.run(query.updateTable(attempts).set({ outcome }).where('id', '=', id))
}

export async function clearFailures(tx: Transaction, userId: string): Promise<void> {
  await tx.run(
    query.deleteFrom(attempts).where('user_id', '=', userId).where('outcome', 'in', ['failed', 'refused']),
  )
}

export async function isKnownDevice(tx: Transaction, userId: string, deviceId: string): Promise<boolean> {
  const row = await tx.first(
    query
      .selectFrom('identity.known_devices')
      .select('device_id')
      .where('user_id', '=', userId)
      .where('device_id', '=', deviceId),
  )
  return row !== undefined
}

export async function rememberDevice(tx: Transaction, userId: string, deviceId: string): Promise<void> {
  await tx.run(
    query
      .insertInto('identity.known_devices')
      .values({ user_id: userId, device_id: deviceId, first_used_at: tx.now, last_used_at: tx.now })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'device_id']).doUpdateSet({ last_used_at: tx.now }),
      ),
  )
}

export interface ResetRow {
  codeHash: string
  expiresAt: Date
  tries: number
  sendings: number
  windowStartedAt: Date
  /** The mail with the code; null where none was written. */
  deliveryId: string | null
}

export async function findReset(tx: Transaction, subject: string): Promise<ResetRow | undefined> {
  return tx.first(
    query
      .selectFrom('identity.reset_codes')
      .select([
        'code_hash as codeHash',
        'expires_at as expiresAt',
        'tries',
        'sendings',
        'window_started_at as windowStartedAt',
        'delivery_id as deliveryId',
      ])
      .where('subject', '=', subject),
  )
}

export async function saveReset(
  tx: Transaction,
  subject: string,
  userId: string | null,
  reset: ResetRow,
): Promise<void> {
  const values = {
    code_hash: reset.codeHash,
    expires_at: reset.expiresAt,
    tries: reset.tries,
    sendings: reset.sendings,
    window_started_at: reset.windowStartedAt,
    delivery_id: reset.deliveryId,
  }
  await tx.run(
    query
      .insertInto('identity.reset_codes')
      .values({ subject, user_id: userId, ...values })
      .onConflict((conflict) => conflict.column('subject').doUpdateSet(values)),
  )
}

/** Invalidates the code; its counters stay until their window ends. */
export async function consumeReset(tx: Transaction, subject: string): Promise<void> {
  await tx.run(
    query
      .updateTable('identity.reset_codes')
      .set({ code_hash: '', expires_at: tx.now })
      .where('subject', '=', subject),
  )
}

/** Deletes rows that no rule reads any more. */
export async function deleteOldGuards(tx: Transaction, before: Date): Promise<void> {
  await tx.run(query.deleteFrom(attempts).where('at', '<', before))
  await tx.run(query.deleteFrom('identity.reset_codes').where('expires_at', '<', before))
  await tx.run(query.deleteFrom('identity.verification_codes').where('expires_at', '<', before))
  await tx.run(
    query
      .deleteFrom('identity.known_devices')
      .where('last_used_at', '<', sql<Date>`${before}::timestamptz - interval '400 days'`),
  )
}
