import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { asNameConflict, changedBy, type UserRow, userColumns } from '../identity.repository.ts'

/** The user fields that only the account's owner sees, plus those that sign-in needs. */
export interface AccountRow extends UserRow {
  phone: string | null
  email_verified_at: Date | null
  phone_verified_at: Date | null
  notification_email: string | null
  notification_phone: string | null
  password_changed_at: Date | null
  otp_pending_secret: string | null
  otp_pending_since: Date | null
  last_login_at: Date | null
  version: number
  created_at: Date
  updated_at: Date
  updated_by_name: string | null
}
const accountColumns = [
  ...userColumns,
  'phone',
  'email_verified_at',
  'phone_verified_at',
  'notification_email',
  'notification_phone',
  'password_changed_at',
  'otp_pending_secret',
  'otp_pending_since',
  'last_login_at',
  'version',
  'created_at',
  'updated_at',
  'updated_by_name',
] as const

const users = 'identity.users'
const accountById = (id: string) =>
  query.selectFrom(users).select(accountColumns).where('id', '=', id).where('archived_at', 'is', null)

export async function findAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  return (await tx.first(accountById(id))) as AccountRow | undefined
}

/** Like `findAccount`, with the row locked until the transaction ends. */
export async function lockAccount(tx: Transaction, id: string): Promise<AccountRow | undefined> {
  return (await tx.first(accountById(id).forUpdate())) as AccountRow | undefined
}

export type AccountChange = Partial<
  Pick<
    AccountRow,
    | 'first_name'
    | 'last_name'
    | 'email'
    | 'phone'
    | 'language'
    | 'avatar_type'
    | 'avatar_color'
    | 'notification_email'
    | 'notification_phone'
    | 'email_verified_at'
    | 'phone_verified_at'
    | 'otp_required'
    | 'otp_secret'
    | 'otp_last_step'
    | 'otp_pending_secret'
    | 'otp_pending_since'
  >
>

/**
 * Changes the account and increments its version.
 * @throws Problem `email_taken`
 */
export async function changeAccount(tx: Transaction, id: string, change: AccountChange): Promise<void> {
  try {
    await tx.run(
      query
        .updateTable(users)
        .set({
          ...change,
          updated_at: tx.now,
          ...changedBy(tx, id),
          version: sql`version + 1`,
        })
        .where('id', '=', id),
    )
  } catch (error) {
    throw asNameConflict(error)
  }
}

/** Marks the address as the person's. @returns false where it is marked already */
export async function verifyEmail(tx: Transaction, id: string): Promise<boolean> {
  const rows = await tx.rows(
    query
      .updateTable(users)
      .set({
        email_verified_at: tx.now,
        updated_at: tx.now,
        ...changedBy(tx, id),
        version: sql`version + 1`,
      })
      .where('id', '=', id)
      .where('email_verified_at', 'is', null)
      .returning('id'),
  )
  return rows.length > 0
}

/** Stores a secret that is not active yet; the account's version stays the same. */
export async function savePendingSecret(tx: Transaction, id: string, sealed: string): Promise<void> {
  await tx.run(
    query
      .updateTable(users)
      .set({ otp_pending_secret: sealed, otp_pending_since: tx.now })
      .where('id', '=', id),
  )
}
