import type { Level } from '@rumbo/contract/access'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { asNameConflict } from '../identity.repository.ts'
import { lockedUntil, lockout, type UserStatus } from '../identity.rules.ts'

const users = 'identity.users'

/** The user fields that user management reads and changes; no secrets. */
export interface ManagedUser {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  display_name: string | null
  phone: string | null
  level: Level
  status: UserStatus
  language: 'es' | 'en'
  notes: string | null
  force_password_change: boolean
  otp_required: boolean
  email_verified_at: Date | null
  phone_verified_at: Date | null
  version: number
  updated_at: Date
  updated_by_name: string | null
}
const managedColumns = [
  'id',
  'username',
  'email',
  'first_name',
  'last_name',
  'display_name',
  'phone',
  'level',
  'status',
  'language',
  'notes',
  'force_password_change',
  'otp_required',
  'email_verified_at',
  'phone_verified_at',
  'version',
  'updated_at',
  'updated_by_name',
] as const
const managed = (id: string) =>
  query.selectFrom(users).select(managedColumns).where('id', '=', id).where('archived_at', 'is', null)

export async function findManagedUser(tx: Transaction, id: string): Promise<ManagedUser | undefined> {
  return (await tx.first(managed(id))) as ManagedUser | undefined
}

/** Like `findManagedUser`, with the row locked until the transaction ends. */
export async function lockManagedUser(tx: Transaction, id: string): Promise<ManagedUser | undefined> {
  return (await tx.first(managed(id).forUpdate())) as ManagedUser | undefined
}

export type UserChange = Partial<
  Pick<
    ManagedUser,
    | 'username'
    | 'email'
    | 'first_name'
    | 'last_name'
    | 'phone'
    | 'level'
    | 'status'
    | 'language'
    | 'notes'
    | 'force_password_change'
    | 'email_verified_at'
    | 'phone_verified_at'
  >
> & { archived_at?: Date }

/**
 * Writes the fields and the actor, and increments the version.
 * @throws Problem `username_taken`, `email_taken`
 */
export async function changeManagedUser(tx: Transaction, id: string, change: UserChange): Promise<void> {
  try {
    await tx.run(
      query
        .updateTable(users)
        .set({
          ...change,
          version: sql`version + 1`,
          updated_at: tx.now,
          updated_by: tx.actor?.userId ?? null,
          updated_by_name: tx.actor?.displayName ?? null,
        })
        .where('id', '=', id),
    )
  } catch (error) {
    throw asNameConflict(error)
  }
}

/** Whether there is another active super admin. Call under the lock of `lockSubject`. */
export async function hasOtherSuperAdmin(tx: Transaction, id: string): Promise<boolean> {
  const other = await tx.first(
    query
      .selectFrom(users)
      .select('id')
      .where('level', '=', 'super_admin')
      .where('status', '=', 'active')
      .where('archived_at', 'is', null)
      .where('id', '<>', id)
      .limit(1),
  )
  return other !== undefined
}

/** Users who are locked out at present because of failed sign-ins. */
export async function findLockedUsers(tx: Transaction): Promise<string[]> {
  const since = new Date(tx.now.getTime() - lockout.withinMs - lockout.lockedMs)
  const tries = await tx.sql<{ user_id: string; at: Date; outcome: string }>(
    `select user_id, at, outcome from identity.login_attempts
     where at > $1 and outcome in ('failed', 'succeeded') and subject = 'user:' || user_id
     order by user_id, at desc, id desc`,
    [since],
  )
  const failures = new Map<string, Date[]>()
  const settled = new Set<string>()
  for (const { user_id: id, at, outcome } of tries) {
    if (outcome === 'succeeded') settled.add(id)
    if (!settled.has(id)) failures.set(id, [...(failures.get(id) ?? []), at])
  }
  return [...failures].flatMap(([id, times]) => (lockedUntil(times, tx.now) ? [id] : []))
}
