import type { User } from '@rumbo/contract/identity.users.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import type { Assignments } from '../identity.access.ts'
import { displayNameOf } from '../identity.rules.ts'
import { findManagedUser, lockManagedUser, type ManagedUser } from './identity.users.repository.ts'
import { refusalToChange } from './identity.users.rules.ts'

/** What other domains contribute to a user; implemented in assembly. */
export interface People {
  /** The user as shown to staff. Call under the system role, for users the actor may change. */
  answerOf(tx: Transaction, actor: Actor, userId: string): Promise<User>
  /** Removes an archived user's link to a directory contact. */
  release(tx: Transaction, userId: string): Promise<void>
}

/** A user that is about to be changed, with the companies they belong to. */
export interface UserUnderChange {
  user: ManagedUser
  companyIds: readonly string[]
}

/**
 * Finds a user the actor may change, and locks them until the transaction ends.
 * @param options isReading: do not lock, for read-only transactions
 * @throws Problem `user_not_found` for people outside the actor's scopes, `own_account`, `forbidden`
 */
export async function requireUserForChange(
  tx: Transaction,
  assignments: Pick<Assignments, 'reachOf'>,
  actor: Actor,
  id: string,
  { isReading = false } = {},
): Promise<UserUnderChange> {
  const user = await (isReading ? findManagedUser(tx, id) : lockManagedUser(tx, id))
  if (!user) throw problem('user_not_found')
  const reach = await assignments.reachOf(tx, id)
  const refusal = refusalToChange(actor, { id, level: user.level, reach })
  if (refusal) throw problem(refusal)
  return { user, companyIds: [...new Set(reach.map((place) => place.companyId))] }
}

/** Writes the audit entry of a change to a user, and hints to the user, to staff of each company, tree and counts. */
export function recordUserChange(
  tx: Transaction,
  {
    user,
    companyIds,
  }: { user: Parameters<typeof displayNameOf>[0] & { id: string }; companyIds: readonly string[] },
  action: string,
  changes: Record<string, readonly [unknown, unknown]> = {},
): void {
  const { id } = user
  const companyId = companyIds[0] ?? null
  tx.audit({ action, entity: 'user', entityId: id, entityName: displayNameOf(user), companyId, changes })
  tx.stale({ domain: 'account', id })
  if (companyIds.length === 0) tx.stale({ domain: 'users', id })
  for (const companyId of companyIds) {
    for (const domain of ['users', 'organisation', 'tree']) tx.stale({ domain, id, companyId })
  }
}

/** Like `recordUserChange`, for a change that another domain made to something linked to the user. */
export async function recordLinkedUserChange(
  tx: Transaction,
  assignments: Pick<Assignments, 'reachOf'>,
  userId: string,
  action: string,
  changes: Record<string, readonly [unknown, unknown]>,
): Promise<void> {
  const user = await findManagedUser(tx, userId)
  if (!user) return
  const reach = await assignments.reachOf(tx, userId)
  const companyIds = [...new Set(reach.map((place) => place.companyId))]
  recordUserChange(tx, { user, companyIds }, action, changes)
}
