import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { Account, changeOwnEmail, updateAccount } from '@rumbo/contract/identity.account.contract'
import type { avatarColors, avatarTypes } from '@rumbo/contract/identity.avatars'
import { translate } from '@rumbo/i18n'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import { differences } from '../../platform/audit.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import type { Call } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { consumeReset, lockSubject, setAttemptOutcome } from '../identity.guards.repository.ts'
import { displayNameOf } from '../identity.rules.ts'
import { forgetVerification } from '../registrations/identity.verification.repository.ts'
import { proveOwnPassword, type SignInDeps } from '../sessions/identity.sign-in.ts'
import { countRecoveryCodes } from '../twofactor/identity.twofactor.repository.ts'
import {
  type AccountChange,
  type AccountRow,
  changeAccount,
  findAccount,
  lockAccount,
} from './identity.account.repository.ts'

type Avatar = { type: (typeof avatarTypes)[number]; color: (typeof avatarColors)[number] }

/** The actor's own account. @throws Problem `session_expired` if it no longer exists */
export async function accountOf(deps: SignInDeps, tx: Transaction, userId: string): Promise<Account> {
  const row = await findAccount(tx, userId)
  if (!row) throw problem('session_expired')
  const { channels } = deps
  return {
    id: row.id,
    username: row.username,
    firstName: row.first_name,
    lastName: row.last_name,
    displayName: displayNameOf(row),
    email: row.email,
    phone: row.phone,
    level: row.level,
    language: row.language,
    avatar: { type: row.avatar_type, color: row.avatar_color } as Avatar,
    emailVerified: row.email_verified_at !== null,
    phoneVerified: row.phone_verified_at !== null,
    twoFactorEnabled: row.otp_required,
    recoveryCodesLeft: await countRecoveryCodes(tx, userId),
    passwordChangedAt: row.password_changed_at?.toISOString() ?? null,
    notificationEmail: row.notification_email,
    notificationPhone: row.notification_phone,
    channels: [
      { channel: 'email', isConfigured: channels.email },
      { channel: 'sms', isConfigured: channels.sms },
      { channel: 'push', isConfigured: channels.push === true },
      { channel: 'webhook', isConfigured: true },
    ],
    createdAt: row.created_at.toISOString(),
    lastLogin: row.last_login_at?.toISOString() ?? null,
    version: row.version,
  }
}

/** Invalidates cached answers about a user, including the user's own account on open pages. */
export function userIsStale(tx: Transaction, userId: string): void {
  for (const domain of ['identity', 'account', 'users']) tx.stale({ domain, id: userId })
}

export async function requireAccount(tx: Transaction, userId: string): Promise<AccountRow> {
  const row = await lockAccount(tx, userId)
  if (!row) throw problem('session_expired')
  return row
}

/**
 * Changes the actor's own account. Repeating a call with an outdated version succeeds if nothing would change, so that
 * retries are safe. A changed telephone number has to be verified again.
 * @throws Problem `stale_version`
 */
export async function changeOwnAccount(
  deps: SignInDeps,
  body: ParsedOf<typeof updateAccount>['body'],
  { tx, actor }: Call,
): Promise<Account> {
  const before = await requireAccount(tx, actor.userId)
  const wanted = {
    first_name: body.firstName,
    last_name: body.lastName,
    phone: body.phone,
    language: body.language,
    avatar_type: body.avatar.type,
    avatar_color: body.avatar.color,
    notification_email: body.notificationEmail,
    notification_phone: body.notificationPhone,
  } satisfies AccountChange
  const known = Object.fromEntries(
    Object.keys(wanted).map((key) => [key, before[key as keyof typeof wanted]]),
  )
  const changes = differences(known, wanted)
  if (Object.keys(changes).length === 0) return accountOf(deps, tx, actor.userId)
  if (before.version !== body.version)
    throw problem('stale_version', {
      current: await accountOf(deps, tx, actor.userId),
      changedBy: before.updated_by_name,
      changedAt: before.updated_at,
    })
  const isOtherPhone = wanted.phone !== before.phone
  const change: AccountChange = { ...wanted }
  if (isOtherPhone) change.phone_verified_at = null
  await changeAccount(tx, actor.userId, change)
  if (isOtherPhone) await forgetVerification(tx, actor.userId, 'phone')
  tx.forgetUsers([actor.userId])
  userIsStale(tx, actor.userId)
  tx.audit({ action: 'user.updated', entity: 'user', entityId: actor.userId, changes })
  return accountOf(deps, tx, actor.userId)
}

/**
 * Changes the actor's own e-mail after checking the password, and notifies the former address.
 * @throws Problem `current_password_incorrect`, `rate_limited`, `email_taken`
 */
export async function changeEmail(
  deps: SignInDeps,
  body: ParsedOf<typeof changeOwnEmail>['body'],
  actor: Actor,
): Promise<Account> {
  const proof = await proveOwnPassword(deps, actor, body.password)
  await deps.database.transaction(asSystem('change own e-mail'), (tx) =>
    setAttemptOutcome(tx, proof.attemptId, 'succeeded'),
  )
  return deps.database.transaction(asSystem('change own e-mail', actor), async (tx) => {
    // A pending reset code was sent to the former address.
    await lockSubject(tx, `user:${actor.userId}`)
    const before = await requireAccount(tx, actor.userId)
    if (before.password_hash !== proof.user.password_hash) throw problem('current_password_incorrect')
    if (before.email === body.email) return accountOf(deps, tx, actor.userId)
    const isSameBox = before.email.toLowerCase() === body.email.toLowerCase()
    const change: AccountChange = { email: body.email }
    if (!isSameBox) change.email_verified_at = null
    await changeAccount(tx, actor.userId, change)
    if (!isSameBox) {
      await forgetVerification(tx, actor.userId, 'email')
      await consumeReset(tx, `user:${actor.userId}`)
      await postMail(tx, {
        kind: 'security',
        recipient: before.email,
        language: before.language,
        subject: translate(before.language, 'mails.emailChangedSubject'),
        body: translate(before.language, 'mails.emailChangedBody', {
          name: displayNameOf(before),
          email: body.email,
        }),
      })
    }
    userIsStale(tx, actor.userId)
    tx.audit({
      action: 'user.email_changed',
      entity: 'user',
      entityId: actor.userId,
      changes: { email: [before.email, body.email] },
    })
    return accountOf(deps, tx, actor.userId)
  })
}
