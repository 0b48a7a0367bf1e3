import { randomInt } from 'node:crypto'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  Account,
  confirmVerification,
  sendVerification,
} from '@rumbo/contract/identity.account.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import { postMail, postText } from '../../platform/deliveries/post.ts'
import type { Call } from '../../platform/http/endpoints.ts'
import { problem, rateLimitedUntil } from '../../platform/problem.ts'
import { accountOf, requireAccount, userIsStale } from '../account/identity.account.actions.ts'
import { changeAccount } from '../account/identity.account.repository.ts'
import { isSame } from '../identity.keys.ts'
import { displayNameOf, isUsedUp, resetting, resetWindow, windowEnd } from '../identity.rules.ts'
import type { SignInDeps } from '../sessions/identity.sign-in.ts'
import {
  findVerification,
  forgetVerification,
  saveVerification,
  type VerificationChannel,
} from './identity.verification.repository.ts'

const verifiedAt = { email: 'email_verified_at', phone: 'phone_verified_at' } as const
const subjectOf = (userId: string, channel: VerificationChannel, recipient: string) =>
  `verify:${userId}:${channel}:${recipient.toLowerCase()}`

/**
 * Sends a code to the actor's own e-mail or telephone, unless it is verified already. A new code replaces the former
 * one; the counters of attempts and sends continue.
 * @throws Problem `phone_missing`, `rate_limited` after five sends or wrong attempts within the hour
 */
export async function sendVerificationCode(
  deps: SignInDeps,
  { channel }: ParsedOf<typeof sendVerification>['body'],
  { tx, actor }: Call,
): Promise<{ done: true }> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const account = await requireAccount(tx, actor.userId)
  const recipient = account[channel]
  if (recipient === null) throw problem('phone_missing')
  if (account[verifiedAt[channel]] !== null) return { done: true }
  const window = resetWindow(await findVerification(tx, account.id, channel), tx.now)
  if (isUsedUp(window)) throw rateLimitedUntil(windowEnd(window), tx.now)
  const expiresAt = new Date(tx.now.getTime() + resetting.codeLivesMs)
  await saveVerification(tx, account.id, channel, {
    ...window,
    recipient,
    sendings: window.sendings + 1,
    codeHash: deps.keys.hashCode(subjectOf(account.id, channel, recipient), code),
    expiresAt,
  })
  const { language } = account
  const words = { name: displayNameOf(account), code, minutes: resetting.codeLivesMs / minuteMs }
  const message = { kind: 'verification', recipient, language, expiresAt } as const
  if (channel === 'phone')
    await postText(tx, { ...message, body: translate(language, 'mails.verificationText', words) })
  else
    await postMail(tx, {
      ...message,
      subject: translate(language, 'mails.verificationSubject'),
      body: translate(language, 'mails.verificationBody', words),
    })
  return { done: true }
}

/** Verifies the address by its code. @throws Problem `verification_invalid` for a code that is wrong, expired, used or blocked by too many attempts */
export async function confirmVerificationCode(
  deps: SignInDeps,
  { channel, code }: ParsedOf<typeof confirmVerification>['body'],
  actor: Actor,
): Promise<Account> {
  // Returned, not thrown, so that the failed attempt is committed.
  const account = await deps.database.transaction(asSystem('verify an address', actor), async (tx) => {
    const before = await requireAccount(tx, actor.userId)
    const row = await findVerification(tx, actor.userId, channel)
    const recipient = before[channel]
    if (!row || row.recipient !== recipient || row.expiresAt <= tx.now || row.tries >= resetting.tries)
      return null
    if (!isSame(row.codeHash, deps.keys.hashCode(subjectOf(actor.userId, channel, recipient), code))) {
      await saveVerification(tx, actor.userId, channel, { ...row, tries: row.tries + 1 })
      return null
    }
    await forgetVerification(tx, actor.userId, channel)
    await changeAccount(tx, actor.userId, { [verifiedAt[channel]]: tx.now })
    userIsStale(tx, actor.userId)
    tx.audit({
      action: `user.${channel}_verified`,
      entity: 'user',
      entityId: actor.userId,
      changes: { [channel]: [recipient, recipient] },
    })
    return accountOf(deps, tx, actor.userId)
  })
  if (!account) throw problem('verification_invalid')
  return account
}
