import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { changedBy } from '../identity.repository.ts'

const codes = 'identity.recovery_codes'

/** Replaces all recovery codes of the user; an empty list deletes them. */
export async function replaceRecoveryCodes(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.run(query.deleteFrom(codes).where('user_id', '=', userId))
  if (hashes.length > 0)
    await tx.run(
      query
        .insertInto(codes)
        .values(hashes.map((code_hash) => ({ user_id: userId, code_hash, created_at: tx.now }))),
    )
}

/**
 * False for an unknown or used code; of two concurrent calls only one gets true.
 * @param hashes the hashes the code may be stored as
 */
export async function consumeRecoveryCode(
  tx: Transaction,
  userId: string,
  hashes: readonly string[],
): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable(codes)
      .set({ used_at: tx.now })
      .where('user_id', '=', userId)
      .where('code_hash', 'in', hashes)
      .where('used_at', 'is', null),
  )
  return changed === 1
}

export async function countRecoveryCodes(tx: Transaction, userId: string): Promise<number> {
  const { left } = await tx.one(
    query
      .selectFrom(codes)
      .select(sql<number>`count(*)`.as('left'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null),
  )
  return left
}

/** Deletes the second factor: active and pending secret, and recovery codes. False if there was none. */
export async function deleteTwoFactor(tx: Transaction, userId: string): Promise<boolean> {
  await replaceRecoveryCodes(tx, userId, [])
  const changed = await tx.run(
    query
      .updateTable('identity.users')
      .set({
        otp_required: false,
        otp_secret: null,
        otp_last_step: null,
        otp_pending_secret: null,
        otp_pending_since: null,
        updated_at: tx.now,
        ...changedBy(tx, userId),
        version: sql`version + 1`,
      })
      .where('id', '=', userId)
      .where('otp_required', '=', true),
  )
  return changed === 1
}
