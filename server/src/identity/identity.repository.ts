import type { Level } from '@rumbo/contract/access'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { constraintOf } from '../platform/database/constraint-of.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import type { UserStatus } from './identity.rules.ts'

/** The user fields that sign-in needs, including the password hash; readable by the system role only. */
export interface UserRow {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  display_name: string | null
  password_hash: string
  level: Level
  status: UserStatus
  language: 'es' | 'en'
  avatar_type: string
  avatar_color: string
  force_password_change: boolean
  otp_required: boolean
  otp_secret: string | null
  otp_last_step: number | null
}
export const userColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'display_name',
  'password_hash',
  'level',
  'status',
  'language',
  'avatar_type',
  'avatar_color',
  'force_password_change',
  'otp_required',
  'otp_secret',
  'otp_last_step',
] as const

export interface NewUser {
  id: string
  username: string
  email: string
  firstName: string
  lastName: string
  displayName?: string | null
  phone?: string | null
  passwordHash: string
  level: Level
  status: UserStatus
  language?: 'es' | 'en'
  forcePasswordChange?: boolean
  notes?: string | null
  /** Encrypted with the installation's secret. */
  otpSecret?: string | null
  otpRequired?: boolean
}

const live = query.selectFrom('identity.users').where('archived_at', 'is', null)
const asUser = (row: unknown) => row as UserRow | undefined

/** Finds by username or e-mail, case-insensitively. */
export async function findByName(tx: Transaction, name: string): Promise<UserRow | undefined> {
  const key = name.toLowerCase()
  const column = key.includes('@') ? sql`lower(email)` : sql`lower(username)`
  return asUser(await tx.first(live.select(userColumns).where(column, '=', key)))
}

export async function findByEmail(tx: Transaction, email: string): Promise<UserRow | undefined> {
  return asUser(await tx.first(live.select(userColumns).where(sql`lower(email)`, '=', email.toLowerCase())))
}

export async function findUser(tx: Transaction, id: string): Promise<UserRow | undefined> {
  return asUser(await tx.first(live.select(userColumns).where('id', '=', id)))
}

/** A user with the state of one of their sessions; undefined where the session is not theirs. */
export async function findSessionUser(
  tx: Transaction,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ user: UserRow; lastUsedAt: Date; endedAt: Date | null } | undefined> {
  const row = await tx.first(
    query
      .selectFrom('identity.users as user')
      .innerJoin('identity.sessions as session', 'session.user_id', 'user.id')
      .select(userColumns.map((column) => `user.${column}` as const))
      .select(['session.last_used_at', 'session.ended_at'])
      .where('user.archived_at', 'is', null)
      .where('user.id', '=', userId)
      .where('session.id', '=', sessionId),
  )
  const user = asUser(row)
  return row && user && { user, lastUsedAt: row.last_used_at, endedAt: row.ended_at }
}

export async function findSuperAdmins(tx: Transaction): Promise<string[]> {
  const rows = await tx.rows(live.select('id').where('level', '=', 'super_admin'))
  return rows.map((row) => row.id)
}

/** @throws Problem `username_taken` or `email_taken` */
export async function insertUser(tx: Transaction, user: NewUser): Promise<UserRow> {
  try {
    const row = await tx.one(
      query
        .insertInto('identity.users')
        .values({
          id: user.id,
          username: user.username,
          email: user.email,
          first_name: user.firstName,
          last_name: user.lastName,
          display_name: user.displayName ?? null,
          phone: user.phone ?? null,
          password_hash: user.passwordHash,
          level: user.level,
          status: user.status,
          language: user.language ?? 'es',
          force_password_change: user.forcePasswordChange ?? false,
          notes: user.notes ?? null,
          otp_secret: user.otpSecret ?? null,
          otp_required: user.otpRequired ?? false,
          created_at: tx.now,
          updated_at: tx.now,
        })
        .returning(userColumns),
    )
    return row as UserRow
  } catch (error) {
    throw asNameConflict(error)
  }
}

/** Maps a unique violation of username or e-mail to its problem; returns any other error as it is. */
export function asNameConflict(error: unknown): unknown {
  const constraint = constraintOf(error)
  if (constraint === 'users_username') return problem('username_taken')
  if (constraint === 'users_email') return problem('email_taken')
  return error
}

/** Who changed a user: the actor, or the user itself when signing in or resetting a password. */
export const changedBy = (tx: Transaction, userId: string) => ({
  updated_by: tx.actor?.userId ?? userId,
  updated_by_name:
    tx.actor?.displayName ??
    sql<string>`coalesce(nullif(btrim(display_name), ''), btrim(first_name || ' ' || last_name))`,
})

export async function setPassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  forcePasswordChange: boolean,
): Promise<void> {
  await tx.run(
    query
      .updateTable('identity.users')
      .set({
        password_hash: passwordHash,
        force_password_change: forcePasswordChange,
        password_changed_at: tx.now,
        updated_at: tx.now,
        ...changedBy(tx, userId),
        version: sql`version + 1`,
      })
      .where('id', '=', userId),
  )
}

export async function recordLogin(tx: Transaction, userId: string): Promise<void> {
  await tx.run(query.updateTable('identity.users').set({ last_login_at: tx.now }).where('id', '=', userId))
}

/** False if this code or a later one was used before; of two concurrent calls only one gets true. */
export async function consumeOtpStep(tx: Transaction, userId: string, step: number): Promise<boolean> {
  const changed = await tx.run(
    query
      .updateTable('identity.users')
      .set({ otp_last_step: step })
      .where('id', '=', userId)
      .where(sql<boolean>`coalesce(otp_last_step, -1) < ${step}`),
  )
  return changed === 1
}
