import { can } from '@rumbo/contract/access'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { acceptInvitation } from '@rumbo/contract/identity.account.contract'
import type { Invitation, invite } from '@rumbo/contract/identity.invitations.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import type { Call, RequestFacts } from '../../platform/http/endpoints.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { userIsStale } from '../account/identity.account.actions.ts'
import { changeAccount } from '../account/identity.account.repository.ts'
import { lockSubject } from '../identity.guards.repository.ts'
import { hashToken, newRefreshToken } from '../identity.keys.ts'
import { findByEmail, insertUser } from '../identity.repository.ts'
import { invitationMs } from '../identity.rules.ts'
import { actorIn } from '../sessions/identity.authenticator.ts'
import { auditActor, type SignInDeps } from '../sessions/identity.sign-in.ts'
import { mayGrantLevel } from '../users/identity.users.rules.ts'
import {
  changeInvitation,
  type InvitationFilter,
  type InvitationRow,
  insertInvitation,
  listInvitationRows,
  lockInvitation,
  revokeInvitationsTo,
} from './identity.invitations.repository.ts'
import { invitationStatus } from './identity.invitations.rules.ts'

const placeOf = (row: InvitationRow) => ({ companyId: row.company_id, fleetId: row.fleet_id })

function invitationOf(row: InvitationRow, companyName: string, now: Date): Invitation {
  return {
    id: row.id,
    email: row.email,
    level: row.level,
    language: row.language,
    companyId: row.company_id,
    companyName,
    fleetId: row.fleet_id,
    role: row.role,
    status: invitationStatus(row, now),
    invitedBy: row.invited_by_name,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at.toISOString(),
  }
}

async function mailInvitation(
  deps: SignInDeps,
  tx: Transaction,
  row: InvitationRow,
  company: string,
  token: string,
): Promise<void> {
  const words = {
    person: row.invited_by_name,
    company: company.replace(/\s+/g, ' '),
    link: `${deps.publicUrl()}/auth/invitation/${token}`,
    days: invitationMs / dayMs,
  }
  await postMail(tx, {
    kind: 'invitation',
    recipient: row.email,
    language: row.language,
    expiresAt: row.expires_at,
    subject: translate(row.language, 'mails.invitationSubject', words),
    body: translate(row.language, 'mails.invitationBody', words),
  })
}

function auditInvitation(tx: Transaction, row: InvitationRow, action: string): void {
  tx.stale({ domain: 'users', companyId: row.company_id })
  tx.audit({
    action: `invitation.${action}`,
    entity: 'invitation',
    entityId: row.id,
    entityName: row.email,
    ...placeOf(row),
    changes: { email: [null, row.email] },
  })
}

/** A page of the invitations within the caller's manage scopes. */
export async function listInvitationsOf(deps: SignInDeps, filter: InvitationFilter, { tx }: Call) {
  const { rows, total } = await listInvitationRows(tx, filter)
  const names = new Map<string, string>()
  for (const { company_id } of rows)
    if (!names.has(company_id))
      names.set(company_id, (await deps.assignments.companyName(tx, company_id)) ?? '')
  const items = rows.map((row) => invitationOf(row, names.get(row.company_id) ?? '', tx.now))
  return { items, total, page: filter.page, size: filter.size }
}

/**
 * Invites an address into a company; replaces a pending invitation of the same address there.
 * @throws Problem `level_not_allowed`, `email_taken`, and those of the place
 */
export async function inviteByMail(
  deps: SignInDeps,
  body: ParsedOf<typeof invite>['body'],
  { tx, actor }: Call,
): Promise<Invitation> {
  const { companyId, fleetId, role } = body
  const place = await deps.assignments.requirePlace(tx, actor, body.level, { companyId, fleetId, role })
  if (!mayGrantLevel(actor.level, body.level)) throw problem('level_not_allowed')
  await lockSubject(tx, `invitation:${body.email.toLowerCase()}`)
  if (await findByEmail(tx, body.email)) throw problem('email_taken')
  const companyName = await deps.assignments.companyName(tx, companyId)
  if (companyName === null) throw problem('company_denied')
  await revokeInvitationsTo(tx, companyId, body.email)
  const token = newRefreshToken()
  const row = {
    id: uuid(),
    email: body.email,
    level: body.level,
    language: body.language,
    company_id: companyId,
    fleet_id: place.fleetId,
    role: place.role,
    invited_by: actor.userId,
    invited_by_name: actor.displayName,
    created_at: tx.now,
    expires_at: new Date(tx.now.getTime() + invitationMs),
  }
  await insertInvitation(tx, { ...row, token_hash: hashToken(token) })
  const invited = { ...row, accepted_at: null, revoked_at: null }
  await mailInvitation(deps, tx, invited, companyName, token)
  auditInvitation(tx, invited, 'sent')
  return invitationOf(invited, companyName, tx.now)
}

/** A pending or expired invitation that the actor may manage. @throws Problem `invitation_invalid` */
async function requirePendingInvitation(tx: Transaction, id: string, actor: Actor): Promise<InvitationRow> {
  const row = await lockInvitation(tx, { id })
  if (
    !row ||
    row.accepted_at ||
    row.revoked_at ||
    !can(actor, 'users.edit', placeOf(row)) ||
    !mayGrantLevel(actor.level, row.level)
  )
    throw problem('invitation_invalid')
  return row
}

/** Sends the mail again with a new link and a new validity period; the former link becomes invalid. */
export async function resendInvitationMail(
  deps: SignInDeps,
  id: string,
  { tx, actor }: Call,
): Promise<Invitation> {
  const row = await requirePendingInvitation(tx, id, actor)
  const companyName = await deps.assignments.companyName(tx, row.company_id)
  if (companyName === null || (await findByEmail(tx, row.email))) throw problem('invitation_invalid')
  const token = newRefreshToken()
  const expires_at = new Date(tx.now.getTime() + invitationMs)
  // The sender becomes the inviter, because the first inviter may have left.
  const renewed = { expires_at, invited_by: actor.userId, invited_by_name: actor.displayName }
  await changeInvitation(tx, id, { token_hash: hashToken(token), ...renewed })
  const sent = { ...row, ...renewed }
  await mailInvitation(deps, tx, sent, companyName, token)
  auditInvitation(tx, sent, 'resent')
  return invitationOf(sent, companyName, tx.now)
}

export async function withdrawInvitation(id: string, { tx, actor }: Call): Promise<{ done: true }> {
  const row = await requirePendingInvitation(tx, id, actor)
  await changeInvitation(tx, id, { revoked_at: tx.now })
  auditInvitation(tx, row, 'revoked')
  return { done: true }
}

/** Whether the inviter could still grant this: an invitation grants no more than its inviter may at present. */
async function isStillGiven(deps: SignInDeps, tx: Transaction, row: InvitationRow): Promise<boolean> {
  const inviter = await actorIn(tx, deps.assignments, row.invited_by)
  if (!inviter || !mayGrantLevel(inviter.level, row.level)) return false
  try {
    await deps.assignments.requirePlace(tx, inviter, row.level, { ...placeOf(row), role: row.role })
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}

/**
 * The invitation of a link, with its company. Expired, withdrawn, used and unknown links are refused alike, and so are
 * those whose inviter may no longer grant them.
 */
async function requireOpen(
  deps: SignInDeps,
  tx: Transaction,
  token: string,
): Promise<{ row: InvitationRow; companyName: string }> {
  const row = await lockInvitation(tx, { tokenHash: hashToken(token) })
  if (!row || invitationStatus(row, tx.now) !== 'open') throw problem('invitation_invalid')
  const companyName = await deps.assignments.companyName(tx, row.company_id)
  if (companyName === null || !(await isStillGiven(deps, tx, row))) throw problem('invitation_invalid')
  return { row, companyName }
}

/** The invitation's details for the page of its link. @throws Problem `invitation_invalid` */
export function showInvitation(deps: SignInDeps, token: string) {
  return deps.database.transaction(asSystem('read invitation'), async (tx) => {
    const { row, companyName } = await requireOpen(deps, tx, token)
    return {
      email: row.email,
      companyName,
      invitedBy: row.invited_by_name,
      language: row.language,
      expiresAt: row.expires_at.toISOString(),
    }
  })
}

/**
 * Creates the invited user: active, with a verified e-mail and the invitation's place. The link becomes invalid.
 * @throws Problem `invitation_invalid`, `username_taken`, `email_taken`
 */
export async function registerInvited(
  deps: SignInDeps,
  { params, body }: ParsedOf<typeof acceptInvitation>,
  request: RequestFacts,
): Promise<{ id: string; username: string }> {
  // Checked before hashing, so that guessing links does not cost an expensive hash each.
  await showInvitation(deps, params.token)
  const passwordHash = await deps.passwords.hash(body.password)
  return deps.database.transaction(asSystem('accept invitation'), async (tx) => {
    const { row } = await requireOpen(deps, tx, params.token)
    const user = await insertUser(tx, {
      id: uuid(),
      username: body.username,
      email: row.email,
      firstName: body.first_name,
      lastName: body.last_name,
      phone: body.phone,
      passwordHash,
      level: row.level,
      status: 'active',
      language: row.language,
    })
    await changeAccount(tx, user.id, { email_verified_at: tx.now })
    await deps.assignments.assign(tx, user.id, {
      ...placeOf(row),
      role: row.role,
      isPrimary: true,
      assignedBy: row.invited_by,
    })
    await changeInvitation(tx, row.id, { accepted_at: tx.now })
    tx.stale({ domain: 'users', companyId: row.company_id })
    userIsStale(tx, user.id)
    tx.audit({
      action: 'invitation.accepted',
      entity: 'invitation',
      entityId: row.id,
      entityName: row.email,
      ...placeOf(row),
      ...auditActor(user, request),
    })
    tx.audit({
      action: 'user.created',
      entity: 'user',
      entityId: user.id,
      ...placeOf(row),
      ...auditActor(user, request),
      changes: { level: [null, row.level], email: [null, row.email] },
    })
    return { id: user.id, username: user.username }
  })
}
