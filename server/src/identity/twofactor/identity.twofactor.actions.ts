import { randomInt } from 'node:crypto'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  Account,
  beginTwoFactor,
  disableTwoFactor,
  enableTwoFactor,
  renewRecoveryCodes,
} from '@rumbo/contract/identity.account.contract'
import { generateSecret, generateURI } from 'otplib'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { RequestFacts } from '../../platform/http/endpoints.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { accountOf, requireAccount, userIsStale } from '../account/identity.account.actions.ts'
import { changeAccount, findAccount, keepPendingSecret } from '../account/identity.account.repository.ts'
import { settleAttempt } from '../identity.guards.repository.ts'
import { mailNotice } from '../identity.notices.ts'
import { pendingSecretMs, recoveryCodeCount, recoveryCodeOf } from '../identity.rules.ts'
import {
  type Door,
  isSecondFactor,
  noteTry,
  otpStepOf,
  proveOwnPassword,
} from '../sessions/identity.sign-in.ts'
import { dropTwoFactor, replaceRecoveryCodes } from './identity.twofactor.repository.ts'

/** No letter that is taken for another or for a digit: 50 bits in ten of them. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newRecoveryCode = () => {
  const code = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

async function giveRecoveryCodes(door: Door, tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes = codes.map((code) => door.keys.hashCode(`recovery:${userId}`, recoveryCodeOf(code)))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Makes a secret that counts for nothing until `confirmTwoFactor`. @throws Problem `two_factor_on` */
export async function startTwoFactor(
  door: Door,
  { password }: ParsedOf<typeof beginTwoFactor>['body'],
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const { user, attemptId } = await proveOwnPassword(door, actor, password)
  const secret = generateSecret()
  const isOn = await door.database.transaction(asSystem('second factor', actor), async (tx) => {
    await settleAttempt(tx, attemptId, 'succeeded')
    const account = await requireAccount(tx, user.id)
    if (account.otp_required) return true
    await keepPendingSecret(tx, user.id, door.keys.seal(secret))
    return false
  })
  if (isOn) throw problem('two_factor_on')
  return { secret, uri: generateURI({ issuer: 'Rumbo', label: user.username, secret }) }
}

/**
 * Switches the second factor on by a code of the begun secret. Wrong codes are limited as logins are.
 * @throws Problem `two_factor_on`, `two_factor_not_begun`, `otp_incorrect`, `rate_limited`
 */
export async function confirmTwoFactor(
  door: Door,
  { code }: ParsedOf<typeof enableTwoFactor>['body'],
  actor: Actor,
): Promise<{ recoveryCodes: string[] }> {
  const attemptId = uuid()
  const pending = await door.database.transaction(asSystem('second factor'), async (tx) => {
    const account = await findAccount(tx, actor.userId)
    if (account?.otp_required) throw problem('two_factor_on')
    const since = account?.otp_pending_since?.getTime() ?? 0
    if (!account?.otp_pending_secret || since + pendingSecretMs <= tx.now.getTime())
      throw problem('two_factor_not_begun')
    await noteTry(tx, `otp:${actor.userId}`, attemptId, actor)
    return account.otp_pending_secret
  })
  const step = await otpStepOf(door, pending, code, null)
  if (step === null) throw problem('otp_incorrect')
  return door.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (account.otp_required) throw problem('two_factor_on')
    if (account.otp_pending_secret !== pending) throw problem('two_factor_not_begun')
    await settleAttempt(tx, attemptId, 'succeeded')
    await changeAccount(tx, account.id, {
      otp_required: true,
      otp_secret: pending,
      otp_last_step: step,
      otp_pending_secret: null,
      otp_pending_since: null,
    })
    const recoveryCodes = await giveRecoveryCodes(door, tx, account.id)
    await mailNotice(tx, account, 'twoFactorOn')
    userIsStale(tx, account.id)
    tx.audit({ action: 'user.two_factor_enabled', entity: 'user', entityId: account.id })
    return { recoveryCodes }
  })
}

type OwnProof = ParsedOf<typeof disableTwoFactor>['body']

/** Proves password and second factor of somebody who has one; the state is looked at again under the lock. */
async function proveBoth(door: Door, body: OwnProof, actor: Actor, request: RequestFacts): Promise<void> {
  const { user, attemptId } = await proveOwnPassword(door, actor, body.password)
  const settle = (outcome: 'succeeded' | 'undecided') =>
    door.database.transaction(asSystem('second factor'), (tx) => settleAttempt(tx, attemptId, outcome))
  const isMissing = body.otp_code === undefined && body.recovery_code === undefined
  if (!user.otp_required || isMissing) {
    await settle('undecided')
    throw user.otp_required
      ? fieldProblem({ path: 'body.otp_code', code: 'required' })
      : problem('two_factor_off')
  }
  if (!(await isSecondFactor(door, user, body, request))) throw problem('otp_incorrect')
  await settle('succeeded')
}

/** @throws Problem `current_password_incorrect`, `validation_failed`, `otp_incorrect`, `two_factor_off`, `rate_limited` */
export async function endTwoFactor(
  door: Door,
  body: OwnProof,
  actor: Actor,
  request: RequestFacts,
): Promise<Account> {
  await proveBoth(door, body, actor, request)
  return door.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (!(await dropTwoFactor(tx, account.id))) throw problem('two_factor_off')
    await mailNotice(tx, account, 'twoFactorOff')
    userIsStale(tx, account.id)
    tx.audit({ action: 'user.two_factor_disabled', entity: 'user', entityId: account.id })
    return accountOf(door, tx, account.id)
  })
}

/** Ten new recovery codes in place of the former. @throws as `endTwoFactor` */
export async function newRecoveryCodes(
  door: Door,
  body: ParsedOf<typeof renewRecoveryCodes>['body'],
  actor: Actor,
  request: RequestFacts,
): Promise<{ recoveryCodes: string[] }> {
  await proveBoth(door, body, actor, request)
  return door.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (!account.otp_required) throw problem('two_factor_off')
    const recoveryCodes = await giveRecoveryCodes(door, tx, account.id)
    tx.stale({ domain: 'account', id: account.id })
    tx.audit({ action: 'user.recovery_codes_renewed', entity: 'user', entityId: account.id })
    return { recoveryCodes }
  })
}
