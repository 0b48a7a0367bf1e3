import { levels } from '@rumbo/contract/access'
import { asSystem } from '../../platform/access/access.ts'
import type { Changes } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { userIsStale } from '../account/identity.account.actions.ts'
import { newPassword } from '../identity.actions.ts'
import { clearFailures, lockSubject } from '../identity.guards.repository.ts'
import { mailNotice } from '../identity.notices.ts'
import { findByName, type UserRow } from '../identity.repository.ts'
import { displayNameOf } from '../identity.rules.ts'
import { replacePassword } from '../passwords/identity.passwords.actions.ts'
import { hashPassword } from '../passwords/identity.passwords.ts'
import { deleteTwoFactor } from '../twofactor/identity.twofactor.repository.ts'
import { findLockedUsers } from '../users/identity.users.repository.ts'
import { activateUser, listSuperAdmins, type SuperAdmin } from './identity.rescue.repository.ts'

// Called from the command line, with access to the database, for administrators who cannot sign in.

/** The actor's name in the audit, such as `npm run admin (ana)`. */
interface Operator {
  database: Database
  operator: string
}

export type ListedSuperAdmin = SuperAdmin & { isLocked: boolean }

/** Super admins ordered by username, without archived ones. */
export async function readSuperAdmins(database: Database): Promise<ListedSuperAdmin[]> {
  return database.transaction(
    asSystem('list super admins'),
    async (tx) => {
      const locked = new Set(await findLockedUsers(tx))
      return (await listSuperAdmins(tx)).map((user) => ({ ...user, isLocked: locked.has(user.id) }))
    },
    { readOnly: true },
  )
}

/** @throws Error with a message for the operator: unknown name, or not an administrator */
async function requireAdministrator(tx: Transaction, name: string): Promise<UserRow> {
  const user = await findByName(tx, name)
  if (!user) throw new Error(`There is no user with the username or e-mail ${name}.`)
  if (levels.indexOf(user.level) < levels.indexOf('admin'))
    throw new Error(
      `${user.username} is not an administrator (level ${user.level}): an administrator can reset the account in the browser.`,
    )
  await lockSubject(tx, `user:${user.id}`)
  return user
}

const audited = (user: UserRow, operator: string) => ({
  entity: 'user',
  entityId: user.id,
  entityName: displayNameOf(user),
  actorName: operator,
})

export interface ResetAdministrator {
  username: string
  /** Generated and not stored; it has to be changed at the next sign-in. */
  password: string
  hadTwoFactor: boolean
  wasActivated: boolean
}

/**
 * Resets an administrator: generates a password, removes the second factor, clears failed sign-ins, activates the
 * account and ends all of its sessions. The person gets the usual security notices.
 * @param name username or e-mail
 * @throws Error with a message for the operator
 */
export async function resetAdministrator(
  { database, operator }: Operator,
  name: string,
): Promise<ResetAdministrator> {
  const password = newPassword()
  const passwordHash = await hashPassword(password)
  return database.transaction(asSystem('reset administrator'), async (tx) => {
    const user = await requireAdministrator(tx, name)
    await replacePassword(tx, user.id, passwordHash, true)
    await mailNotice(tx, user, 'passwordSet')
    const wasActivated = user.status !== 'active'
    if (wasActivated) await activateUser(tx, user.id)
    const changes: Changes = { force_password_change: [user.force_password_change, true] }
    if (wasActivated) changes.status = [user.status, 'active']
    tx.audit({ ...audited(user, operator), action: 'user.password_set', changes })
    const hadTwoFactor = await deleteTwoFactor(tx, user.id)
    if (hadTwoFactor) {
      await mailNotice(tx, user, 'twoFactorReset')
      tx.audit({
        ...audited(user, operator),
        action: 'user.two_factor_reset',
        changes: { two_factor: [true, false] },
      })
    }
    return { username: user.username, password, hadTwoFactor, wasActivated }
  })
}

/**
 * Clears the failed sign-ins of an administrator.
 * @param name username or e-mail
 * @returns whether the account was locked
 * @throws Error with a message for the operator
 */
export async function clearLockout(
  { database, operator }: Operator,
  name: string,
): Promise<{ username: string; wasLocked: boolean }> {
  return database.transaction(asSystem('clear lockout'), async (tx) => {
    const user = await requireAdministrator(tx, name)
    const wasLocked = (await findLockedUsers(tx)).includes(user.id)
    await clearFailures(tx, user.id)
    userIsStale(tx, user.id)
    tx.audit({ ...audited(user, operator), action: 'user.lockout_cleared' })
    return { username: user.username, wasLocked }
  })
}
