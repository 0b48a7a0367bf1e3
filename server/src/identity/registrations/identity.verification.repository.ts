import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { ResetRow } from '../identity.guards.repository.ts'

export type VerificationChannel = 'email' | 'phone'
/** `recipient`: the address the code was sent to, the only one it verifies. */
export type VerificationRow = Omit<ResetRow, 'deliveryId'> & { recipient: string }

const codes = 'identity.verification_codes'

export async function findVerification(
  tx: Transaction,
  userId: string,
  channel: VerificationChannel,
): Promise<VerificationRow | undefined> {
  return tx.first(
    query
      .selectFrom(codes)
      .select([
        'recipient',
        'code_hash as codeHash',
        'expires_at as expiresAt',
        'tries',
        'sendings',
        'window_started_at as windowStartedAt',
      ])
      .where('user_id', '=', userId)
      .where('channel', '=', channel),
  )
}

export async function saveVerification(
  tx: Transaction,
  userId: string,
  channel: VerificationChannel,
  row: VerificationRow,
): Promise<void> {
  const values = {
    recipient: row.recipient,
    code_hash: row.codeHash,
    expires_at: row.expiresAt,
    tries: row.tries,
    sendings: row.sendings,
    window_started_at: row.windowStartedAt,
  }
  await tx.run(
    query
      .insertInto(codes)
      .values({ user_id: userId, channel, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'channel']).doUpdateSet(values)),
  )
}

/** Invalidates the code; its counters stay until their window ends. */
export async function forgetVerification(
  tx: Transaction,
  userId: string,
  channel: VerificationChannel,
): Promise<void> {
  await tx.run(
    query
      .updateTable(codes)
      .set({ code_hash: '', expires_at: tx.now })
      .where('user_id', '=', userId)
      .where('channel', '=', channel),
  )
}
