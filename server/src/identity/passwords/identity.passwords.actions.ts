import { randomInt } from 'node:crypto'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  changePassword,
  changeUserPassword,
  confirmReset,
  initiateReset,
} from '@rumbo/contract/identity.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { asSystem, signedIn } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail } from '../../platform/deliveries/post.ts'
import { wasSentTo } from '../../platform/deliveries/receipts.ts'
import type { LoneCall, RequestFacts } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { userIsStale } from '../account/identity.account.actions.ts'
import { verifyEmail } from '../account/identity.account.repository.ts'
import { sessionUserOf } from '../identity.access.ts'
import {
  clearFailures,
  consumeReset,
  findReset,
  inSavepoint,
  lockSubject,
  saveReset,
  setAttemptOutcome,
} from '../identity.guards.repository.ts'
import { hashName, isSame } from '../identity.keys.ts'
import { mailNotice } from '../identity.notices.ts'
import { findByEmail, findUser, setPassword, type UserRow } from '../identity.repository.ts'
import { displayNameOf, isUsedUp, resetting, resetWindow, windowEnd } from '../identity.rules.ts'
import { endSessionsOf } from '../sessions/identity.sessions.repository.ts'
import {
  auditActor,
  clearRefreshCookie,
  proveOwnPassword,
  type SignInDeps,
} from '../sessions/identity.sign-in.ts'
import { recordUserChange, requireUserForChange } from '../users/identity.users.access.ts'

const done = { done: true } as const

/** Sets the password, ends every session and clears failed sign-ins. */
export async function replacePassword(
  tx: Transaction,
  userId: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await setPassword(tx, userId, passwordHash, mustChange)
  await endSessionsOf(tx, userId, 'password_changed')
  await clearFailures(tx, userId)
  tx.forgetUsers([userId])
  userIsStale(tx, userId)
}

/** Changes the caller's own password and ends every session, including this one. Attempts are limited like sign-ins. */
export async function changeOwnPassword(
  deps: SignInDeps,
  body: ParsedOf<typeof changePassword>['body'],
  call: LoneCall,
) {
  const actor = signedIn(call.actor)
  const { user, attemptId } = await proveOwnPassword(deps, actor, body.current_password)
  const isUnchanged = body.new_password === body.current_password
  const passwordHash = isUnchanged ? '' : await deps.passwords.hash(body.new_password)
  const answer = await deps.database.transaction(asSystem('change password'), async (tx) => {
    await setAttemptOutcome(tx, attemptId, 'succeeded')
    if (isUnchanged) return null
    await lockSubject(tx, `user:${user.id}`)
    // The password changed meanwhile, for example because an admin locked an intruder out.
    if ((await findUser(tx, user.id))?.password_hash !== user.password_hash)
      throw problem('current_password_incorrect')
    await replacePassword(tx, user.id, passwordHash, false)
    await mailNotice(tx, user, 'passwordChanged')
    tx.audit({
      action: 'user.password_changed',
      entity: 'user',
      entityId: user.id,
      ...auditActor(user, call.request),
    })
    const changed = { ...user, force_password_change: false }
    return { user: sessionUserOf(changed, await deps.assignments.resolveAccess(tx, changed)) }
  })
  if (!answer) throw problem('password_unchanged')
  clearRefreshCookie(call.reply)
  return answer
}

/**
 * Sets another user's password. For one's own, `changeOwnPassword` requires the current one.
 * @throws Problem `user_not_found` for people outside the actor's scopes, `own_account`, `forbidden`
 */
export async function changePasswordOf(
  deps: SignInDeps,
  { params, body }: ParsedOf<typeof changeUserPassword>,
  call: LoneCall,
) {
  const actor = signedIn(call.actor)
  const passwordHash = await deps.passwords.hash(body.new_password)
  await deps.database.transaction(asSystem('set password', actor), async (tx) => {
    const taken = await requireUserForChange(tx, deps.assignments, actor, params.id)
    const { user } = taken
    await replacePassword(tx, user.id, passwordHash, body.force_password_change)
    await mailNotice(tx, user, 'passwordSet')
    recordUserChange(tx, taken, 'user.password_set', {
      force_password_change: [user.force_password_change, body.force_password_change],
    })
  })
  return done
}

const subjectOf = (user: UserRow | undefined, email: string) =>
  user ? `user:${user.id}` : `name:${hashName(email)}`

/** Only users who may sign in can reset their password; others are treated as unknown. */
async function findResettable(tx: Transaction, email: string): Promise<UserRow | undefined> {
  const user = await findByEmail(tx, email)
  return user?.status === 'active' ? user : undefined
}

/** Sends a code to a known address. For an unknown address it does the same work without sending. */
export async function sendResetCode(deps: SignInDeps, { email }: ParsedOf<typeof initiateReset>['body']) {
  await deps.database.transaction(asSystem('reset password'), (tx) => postResetCode(tx, deps, email))
  return done
}

/**
 * Mails a reset code if the address is known. A new code replaces the former one, but the counters of attempts and
 * sends continue; at the limit no code is mailed, because it could not be used.
 * @returns null, or the time from which codes are mailed again
 */
export async function postResetCode(tx: Transaction, deps: SignInDeps, email: string): Promise<Date | null> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const user = await findResettable(tx, email)
  const subject = subjectOf(user, email)
  await lockSubject(tx, subject)
  const window = resetWindow(await findReset(tx, subject), tx.now)
  if (isUsedUp(window)) return windowEnd(window)
  const language = user?.language ?? 'es'
  // For an unknown address a mail is written and rolled back, so that both cases take the same time.
  let deliveryId: string | null = null
  await inSavepoint(tx, user !== undefined, async () => {
    deliveryId = await postMail(tx, {
      kind: 'reset',
      recipient: user?.email ?? email,
      language,
      expiresAt: new Date(tx.now.getTime() + resetting.codeLivesMs),
      subject: translate(language, 'mails.resetSubject'),
      body: translate(language, 'mails.resetBody', {
        name: user ? displayNameOf(user) : email,
        code,
        link: `${deps.publicUrl()}/auth/verify-reset-code`,
        minutes: resetting.codeLivesMs / minuteMs,
      }),
    })
  })
  await saveReset(tx, subject, user?.id ?? null, {
    ...window,
    sendings: window.sendings + 1,
    codeHash: deps.keys.hashCode(subject, code),
    expiresAt: new Date(tx.now.getTime() + resetting.codeLivesMs),
    deliveryId: user ? deliveryId : null,
  })
  return null
}

/**
 * Who has a code that was mailed reads the mailbox. One that a super admin may have read and passed on, because it was
 * not sent, proves nothing; nor does one that went to a former address.
 */
async function verifyAddress(tx: Transaction, user: UserRow, deliveryId: string | null): Promise<boolean> {
  if (deliveryId === null || !(await wasSentTo(tx, deliveryId, user.email))) return false
  return verifyEmail(tx, user.id)
}

/** Sets a new password after checking the code, ends every session and clears failed sign-ins. */
export async function resetPassword(
  deps: SignInDeps,
  body: ParsedOf<typeof confirmReset>['body'],
  request: RequestFacts,
) {
  // Hashed before the transaction, which would hold its locks meanwhile; right and wrong codes take the same time.
  const passwordHash = await deps.passwords.hash(body.new_password)
  const isReset = await deps.database.transaction(asSystem('reset password'), async (tx) => {
    const user = await findResettable(tx, body.email)
    const subject = subjectOf(user, body.email)
    await lockSubject(tx, subject)
    const row = await findReset(tx, subject)
    if (!row || row.expiresAt <= tx.now || row.tries >= resetting.tries) return false
    if (!user || !isSame(row.codeHash, deps.keys.hashCode(subject, body.token))) {
      await saveReset(tx, subject, user?.id ?? null, { ...row, tries: row.tries + 1 })
      return false
    }
    await consumeReset(tx, subject)
    await replacePassword(tx, user.id, passwordHash, false)
    await mailNotice(tx, user, 'passwordChanged')
    tx.audit({
      action: 'user.password_reset',
      entity: 'user',
      entityId: user.id,
      ...auditActor(user, request),
    })
    if (await verifyAddress(tx, user, row.deliveryId))
      tx.audit({
        action: 'user.email_verified',
        entity: 'user',
        entityId: user.id,
        changes: { email: [user.email, user.email] },
        ...auditActor(user, request),
      })
    return true
  })
  if (!isReset) throw problem('reset_code_invalid')
  return done
}
