import type { Level } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { createUser, updateUser } from '@rumbo/contract/identity.users.contract'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import type { Actor } from '../../platform/access/access.ts'
import { type Changes, differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import type { Assignments, WantedPlace } from '../identity.access.ts'
import { clearFailures, consumeReset, lockSubject } from '../identity.guards.repository.ts'
import { insertUser } from '../identity.repository.ts'
import { displayNameOf, refuseUsername } from '../identity.rules.ts'
import { endOpenSessions } from '../sessions/identity.sessions.repository.ts'
import {
  type People,
  recordUserChange,
  requireUserForChange,
  type UserUnderChange,
} from './identity.users.access.ts'
import { changeManagedUser, hasOtherSuperAdmin, type UserChange } from './identity.users.repository.ts'
import { mayGrantLevel } from './identity.users.rules.ts'

/** Dependencies of user management. */
export interface UserParts {
  assignments: Assignments
  /** Base URL of links in mails, without a trailing slash. */
  publicUrl: () => string
}
export type NewPerson = Omit<ParsedOf<typeof createUser>['body'], 'password'> & { passwordHash: string }

/** A new user's place: a company for guests, none for super admins, a first assignment for everyone else. */
function placeOfNew(actor: Actor, body: NewPerson): (WantedPlace & { path: string }) | null {
  const { level, companyId, assignment } = body
  if (level === 'guest') {
    if (assignment) throw problem('guest_no_fleets')
    if (companyId === null) throw fieldProblem({ path: 'body.companyId', code: 'required' })
    return { companyId, fleetId: null, role: null, path: 'body' }
  }
  if (companyId !== null && companyId !== assignment?.companyId)
    throw fieldProblem({ path: 'body.companyId', code: 'not_allowed' })
  if (level === 'super_admin' && assignment)
    throw fieldProblem({ path: 'body.assignment', code: 'not_allowed' })
  if (!assignment && actor.level !== 'super_admin')
    throw fieldProblem({ path: 'body.assignment', code: 'required' })
  return assignment && { ...assignment, path: 'body.assignment' }
}

/**
 * Adds an active user with a first place, and notifies them by mail. Runs under the system role.
 * @returns the id
 * @throws Problem `level_not_allowed`, `guest_no_fleets`, `company_denied`, `fleet_denied`, `forbidden`, `username_taken`, `email_taken`, `validation_failed`
 */
export async function addUser(
  tx: Transaction,
  { assignments, publicUrl }: UserParts,
  actor: Actor,
  body: NewPerson,
): Promise<string> {
  if (!mayGrantLevel(actor.level, body.level)) throw problem('level_not_allowed')
  const wanted = placeOfNew(actor, body)
  const place = wanted && (await assignments.requirePlace(tx, actor, body.level, wanted, wanted.path))
  const user = await insertUser(tx, {
    id: uuid(),
    username: body.username,
    email: body.email,
    firstName: body.firstName,
    lastName: body.lastName,
    phone: body.phone,
    passwordHash: body.passwordHash,
    level: body.level,
    status: 'active',
    language: body.language,
    forcePasswordChange: body.forcePasswordChange,
    notes: body.notes,
  })
  if (place) {
    const { isPrimary, isActive } = { isPrimary: true, isActive: true, ...body.assignment }
    await assignments.assign(tx, user.id, { ...place, isPrimary, isActive })
  }
  await postMail(tx, {
    recipient: user.email,
    language: user.language,
    subject: translate(user.language, 'mails.createdSubject'),
    body: translate(user.language, 'mails.createdBody', {
      name: displayNameOf(user),
      person: actor.displayName,
      username: user.username,
      link: `${publicUrl()}/auth/login`,
    }),
  })
  const changes: Changes = {
    username: [null, user.username],
    email: [null, user.email],
    level: [null, user.level],
  }
  if (place?.role) changes.role = [null, place.role]
  recordUserChange(tx, { user, companyIds: place ? [place.companyId] : [] }, 'user.created', changes)
  return user.id
}

/** Changes a user's profile; a changed address has to be verified again. @throws Problem `stale_version` */
export async function rewriteUser(
  tx: Transaction,
  { assignments, people }: UserParts & { people: People },
  actor: Actor,
  id: string,
  { version, ...body }: ParsedOf<typeof updateUser>['body'],
): Promise<void> {
  await lockSubject(tx, `user:${id}`)
  const taken = await requireUserForChange(tx, assignments, actor, id)
  const { user } = taken
  if (version !== user.version) {
    throw problem('stale_version', {
      current: await people.answerOf(tx, actor, id),
      changedBy: user.updated_by_name,
      changedAt: user.updated_at,
    })
  }
  const refusal = body.username === user.username ? null : refuseUsername(body.username)
  if (refusal !== null) throw fieldProblem({ path: 'body.username', code: refusal })
  const fields = {
    username: body.username,
    first_name: body.firstName,
    last_name: body.lastName,
    email: body.email,
    phone: body.phone,
    language: body.language,
    notes: body.notes,
  }
  // A pending reset code was sent to the former address.
  if (body.email.toLowerCase() !== user.email.toLowerCase()) await consumeReset(tx, `user:${id}`)
  const change: UserChange = { ...fields }
  if (body.email !== user.email) change.email_verified_at = null
  if (body.phone !== user.phone) change.phone_verified_at = null
  await changeManagedUser(tx, id, change)
  const { username, first_name, last_name, email, phone, language, notes } = user
  const before = { username, first_name, last_name, email, phone, language, notes }
  // The session's response contains the name, so open pages have to read it again.
  tx.forgetUsers([id])
  recordUserChange(tx, taken, 'user.changed', differences(before, fields))
}

/** Refuses to remove the last active super admin, also if two remove each other concurrently. */
async function requireOtherSuperAdmin(tx: Transaction, { user }: UserUnderChange): Promise<void> {
  if (user.level !== 'super_admin') return
  await lockSubject(tx, 'super admins')
  if (!(await hasOtherSuperAdmin(tx, user.id))) throw problem('last_super_admin')
}

async function change(
  tx: Transaction,
  taken: UserUnderChange,
  action: string,
  fields: UserChange & { status?: string; level?: Level },
): Promise<void> {
  await changeManagedUser(tx, taken.user.id, fields)
  tx.forgetUsers([taken.user.id])
  const { archived_at: _at, ...shown } = fields
  const before = Object.fromEntries(
    Object.keys(shown).map((key) => [key, taken.user[key as keyof typeof shown]]),
  )
  recordUserChange(tx, taken, action, differences(before, shown))
}

/** Activates a user: clears failed sign-ins, and notifies them by mail if they could not sign in before. */
export async function activate(
  tx: Transaction,
  { assignments, publicUrl }: UserParts,
  actor: Actor,
  id: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  const { user } = taken
  await clearFailures(tx, id)
  await change(tx, taken, 'user.activated', { status: 'active' })
  if (user.status === 'active') return
  await postMail(tx, {
    recipient: user.email,
    language: user.language,
    subject: translate(user.language, 'mails.activatedSubject'),
    body: translate(user.language, 'mails.activatedBody', {
      name: displayNameOf(user),
      username: user.username,
      link: `${publicUrl()}/auth/login`,
    }),
  })
}

/** Deactivates a user and ends every session. @throws Problem `last_super_admin` */
export async function deactivate(
  tx: Transaction,
  { assignments }: Pick<UserParts, 'assignments'>,
  actor: Actor,
  id: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  await requireOtherSuperAdmin(tx, taken)
  await endOpenSessions(tx, id, 'deactivated')
  await change(tx, taken, 'user.deactivated', { status: 'inactive' })
}

/** Archives a user: ends sessions, assignments and links, and frees username and e-mail. @throws Problem `last_super_admin` */
export async function archive(
  tx: Transaction,
  { assignments, people }: Pick<UserParts, 'assignments'> & { people: People },
  actor: Actor,
  id: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  await requireOtherSuperAdmin(tx, taken)
  await endOpenSessions(tx, id, 'deleted')
  await clearFailures(tx, id)
  await people.release(tx, id)
  await assignments.endAllOf(tx, id)
  await change(tx, taken, 'user.archived', { archived_at: tx.now })
}

/** Changes the level, and adapts the user's places to it. @throws Problem `level_not_allowed`, `last_super_admin` */
export async function changeLevel(
  tx: Transaction,
  { assignments }: Pick<UserParts, 'assignments'>,
  actor: Actor,
  id: string,
  level: Level,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  if (!mayGrantLevel(actor.level, level)) throw problem('level_not_allowed')
  if (level === taken.user.level) return
  await requireOtherSuperAdmin(tx, taken)
  await assignments.followLevel(tx, id, level)
  await change(tx, taken, 'user.level_changed', { level })
}

/** Sets or clears the requirement to change the password before any other call, also in open sessions. */
export async function forcePasswordChange(
  tx: Transaction,
  { assignments }: Pick<UserParts, 'assignments'>,
  actor: Actor,
  id: string,
  isForced: boolean,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  await change(tx, taken, 'user.password_change_forced', { force_password_change: isForced })
}
