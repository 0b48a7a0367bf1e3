import type { Contact, createSystemUser } from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { createUser, User } from '@rumbo/contract/identity.users.contract'
import { placeGuest, removeGuestVehicle } from '../organisation/index.ts'
import type { Actor } from '../platform/access/access.ts'
import { requireCallFeature } from '../platform/access/features.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, Problem, problem } from '../platform/problem.ts'
import { readContactOf, recordContactChange, requireEdit } from './directory.actions.ts'
import { archiveContact, contactOfUser, lockContact, saveLink } from './directory.repository.ts'

type AccountUnderChange = { user: { id: string; level: string }; companyIds: readonly string[] }

/** User management as the directory needs it; implemented in assembly. Runs under the system role. */
export interface Accounts {
  /** The user, locked, if the actor may change them. @throws Problem `user_not_found`, `own_account`, `forbidden` */
  take(tx: Transaction, actor: Actor, userId: string): Promise<AccountUnderChange>
  /** Audit entry and hints of a change to a user. */
  recordChange(
    tx: Transaction,
    userId: string,
    action: string,
    changes: Record<string, readonly [unknown, unknown]>,
  ): Promise<void>
  /** Adds a user with a first place. @returns the id */
  add(
    tx: Transaction,
    actor: Actor,
    person: Omit<ParsedOf<typeof createUser>['body'], 'password'> & { passwordHash: string },
  ): Promise<string>
  hashPassword(password: string): Promise<string>
  answerOf(tx: Transaction, actor: Actor, userId: string): Promise<User>
}

const nameOf = ({ firstName, lastName }: Contact) => `${firstName} ${lastName}`
const isInSight = (actor: Actor, companyId: string) =>
  actor.level === 'super_admin' || actor.directories.includes(companyId)

/** A contact that the actor may change, locked until the transaction ends. @throws Problem `contact_not_found` */
async function requireContactForChange(tx: Transaction, actor: Actor, id: string): Promise<Contact> {
  const held = await lockContact(tx, id)
  if (!held || !isInSight(actor, held.contact.companyId)) throw problem('contact_not_found')
  return held.contact
}

/**
 * Links a user to a contact of one of the user's companies, and unlinks their former contact. A super admin may link a
 * guest without a company, such as one who registered, to any contact: the guest joins the contact's company.
 */
export async function linkContactTo(
  tx: Transaction,
  accounts: Accounts,
  actor: Actor,
  userId: string,
  contactId: string,
): Promise<User> {
  const { user, companyIds } = await accounts.take(tx, actor, userId)
  const contact = await requireContactForChange(tx, actor, contactId)
  const isNewcomer = companyIds.length === 0 && user.level === 'guest' && actor.level === 'super_admin'
  if (!companyIds.includes(contact.companyId) && user.level !== 'super_admin' && !isNewcomer)
    throw problem('contact_not_found')
  if (contact.user && contact.user.id !== userId) throw problem('contact_linked')
  const former = await contactOfUser(tx, userId)
  if (isNewcomer) await placeGuest(tx, userId, contact.companyId)
  if (former?.id !== contact.id) {
    if (former) await unlink(tx, former)
    await saveLink(tx, contact.id, userId)
    tx.forgetUsers([userId])
    recordContactChange(tx, 'contact.linked', await readContactOf(tx, contact.id), contact)
    await accounts.recordChange(tx, userId, 'user.contact_linked', {
      contact: [former?.name ?? null, nameOf(contact)],
    })
  }
  return accounts.answerOf(tx, actor, userId)
}

async function unlink(tx: Transaction, { id }: { id: string }): Promise<void> {
  const before = await readContactOf(tx, id)
  await saveLink(tx, id, null)
  if (before.user) tx.forgetUsers([before.user.id])
  recordContactChange(tx, 'contact.unlinked', await readContactOf(tx, id), before)
}

/** Unlinks a user from the directory; a guest loses the watched vehicle too. */
export async function unlinkContactFrom(
  tx: Transaction,
  accounts: Accounts,
  actor: Actor,
  userId: string,
): Promise<User> {
  const { user } = await accounts.take(tx, actor, userId)
  const former = await contactOfUser(tx, userId)
  if (former) {
    await unlink(tx, former)
    if (user.level === 'guest') await removeGuestVehicle(tx, userId)
    await accounts.recordChange(tx, userId, 'user.contact_unlinked', { contact: [former.name, null] })
  }
  return accounts.answerOf(tx, actor, userId)
}

/** Unlinks a user who is archived. Under the system role. */
export async function releaseUser(tx: Transaction, userId: string): Promise<void> {
  const former = await contactOfUser(tx, userId)
  if (former) await unlink(tx, former)
}

/** Archives a contact; a linked user, whom the actor must be allowed to change, is unlinked. */
export async function removeContact(
  tx: Transaction,
  accounts: Accounts,
  actor: Actor,
  id: string,
): Promise<{ done: true }> {
  const contact = await requireContactForChange(tx, actor, id)
  requireEdit(actor, contact.companyId)
  requireCallFeature(actor, { companyId: contact.companyId })
  const { user } = contact
  if (user && user.id !== actor.userId) await requireLinkedContact(tx, accounts, actor, user.id)
  if (user?.level === 'guest') await removeGuestVehicle(tx, user.id)
  await archiveContact(tx, id)
  recordContactChange(tx, 'contact.archived', contact)
  if (user) tx.forgetUsers([user.id])
  if (user)
    await accounts.recordChange(tx, user.id, 'user.contact_unlinked', { contact: [nameOf(contact), null] })
  return { done: true }
}

/** The contact reveals that the user exists, so a user the actor cannot see is reported as `forbidden`, not as unknown. */
async function requireLinkedContact(
  tx: Transaction,
  accounts: Accounts,
  actor: Actor,
  userId: string,
): Promise<void> {
  try {
    await accounts.take(tx, actor, userId)
  } catch (error) {
    throw error instanceof Problem && error.code === 'user_not_found' ? problem('forbidden') : error
  }
}

/**
 * Creates a user from a contact with an e-mail, and links them.
 * @throws Problem `contact_email_missing`, `contact_linked`, `guest_no_fleets` and those of `addUser`
 */
export async function addSystemUser(
  tx: Transaction,
  accounts: Accounts,
  actor: Actor,
  contactId: string,
  { username, level, language, fleetId, role }: ParsedOf<typeof createSystemUser>['body'],
  passwordHash: string,
): Promise<Contact> {
  const contact = await requireContactForChange(tx, actor, contactId)
  if (contact.user) throw problem('contact_linked')
  if (contact.email === null) throw problem('contact_email_missing')
  const isPlaced = level !== 'guest' && level !== 'super_admin'
  if (!isPlaced && (fleetId !== null || role !== null)) {
    throw level === 'guest'
      ? problem('guest_no_fleets')
      : fieldProblem({ path: role === null ? 'body.fleetId' : 'body.role', code: 'not_allowed' })
  }
  if (isPlaced && role === null) throw fieldProblem({ path: 'body.role', code: 'required' })
  const { companyId } = contact
  const userId = await withOwnPaths(
    accounts.add(tx, actor, {
      username,
      passwordHash,
      level,
      language,
      firstName: contact.firstName,
      lastName: contact.lastName,
      email: contact.email,
      phone: contact.primaryPhone,
      notes: null,
      forcePasswordChange: true,
      companyId: level === 'guest' ? companyId : null,
      assignment: isPlaced && role ? { companyId, fleetId, role, isPrimary: true, isActive: true } : null,
    }),
  )
  await saveLink(tx, contact.id, userId)
  return recordContactChange(tx, 'contact.linked', await readContactOf(tx, contact.id), contact)
}

/** Maps the paths of refused fields to this call's field names. */
async function withOwnPaths<Result>(adding: Promise<Result>): Promise<Result> {
  try {
    return await adding
  } catch (error) {
    if (!(error instanceof Problem) || !error.details.errors) throw error
    throw fieldProblem(
      ...error.details.errors.map((one) => ({ ...one, path: one.path.replace('body.assignment.', 'body.') })),
    )
  }
}
