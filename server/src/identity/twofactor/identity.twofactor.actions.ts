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
import { changeAccount, findAccount, savePendingSecret } from '../account/identity.account.repository.ts'
import { setAttemptOutcome } from '../identity.guards.repository.ts'
import { mailNotice } from '../identity.notices.ts'
import { pendingSecretMs, recoveryCodeCount, recoveryCodeOf } from '../identity.rules.ts'
import {
  isSecondFactor,
  otpStepOf,
  proveOwnPassword,
  recordAttempt,
  type SignInDeps,
} from '../sessions/identity.sign-in.ts'
import { deleteTwoFactor, replaceRecoveryCodes } from './identity.twofactor.repository.ts'

/** Without ambiguous characters; ten of them have 50 bits. */
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const newRecoveryCode = () => {
  const code = Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join('')
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

async function issueRecoveryCodes(deps: SignInDeps, tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
  const hashes = codes.map((code) => deps.keys.hashCode(`recovery:${userId}`, recoveryCodeOf(code)))
  await replaceRecoveryCodes(tx, userId, hashes)
  return codes
}

/** Creates a secret that is inactive until `confirmTwoFactor`. @throws Problem `two_factor_on` */
export async function startTwoFactor(
  deps: SignInDeps,
  { password }: ParsedOf<typeof beginTwoFactor>['body'],
  actor: Actor,
): Promise<{ secret: string; uri: string }> {
  const { user, attemptId } = await proveOwnPassword(deps, actor, password)
  const secret = generateSecret()
  const isOn = await deps.database.transaction(asSystem('second factor', actor), async (tx) => {
    await setAttemptOutcome(tx, attemptId, 'succeeded')
    const account = await requireAccount(tx, user.id)
    if (account.otp_required) return true
    await savePendingSecret(tx, user.id, deps.keys.seal(secret))
    return false
  })
  if (isOn) throw problem('two_factor_on')
  return { secret, uri: generateURI({ issuer: 'Rumbo', label: user.username, secret }) }
}

/**
 * Activates the second factor after checking a code of the pending secret. Attempts are limited like sign-ins.
 * @throws Problem `two_factor_on`, `two_factor_not_begun`, `otp_incorrect`, `rate_limited`
 */
export async function confirmTwoFactor(
  deps: SignInDeps,
  { code }: ParsedOf<typeof enableTwoFactor>['body'],
  actor: Actor,
): Promise<{ recoveryCodes: string[] }> {
  const attemptId = uuid()
  const pending = await deps.database.transaction(asSystem('second factor'), async (tx) => {
    const account = await findAccount(tx, actor.userId)
    if (account?.otp_required) throw problem('two_factor_on')
    const since = account?.otp_pending_since?.getTime() ?? 0
    if (!account?.otp_pending_secret || since + pendingSecretMs <= tx.now.getTime())
      throw problem('two_factor_not_begun')
    await recordAttempt(tx, `otp:${actor.userId}`, attemptId, actor)
    return account.otp_pending_secret
  })
  const step = await otpStepOf(deps, pending, code, null)
  if (step === null) throw problem('otp_incorrect')
  return deps.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (account.otp_required) throw problem('two_factor_on')
    if (account.otp_pending_secret !== pending) throw problem('two_factor_not_begun')
    await setAttemptOutcome(tx, attemptId, 'succeeded')
    await changeAccount(tx, account.id, {
      otp_required: true,
      otp_secret: pending,
      otp_last_step: step,
      otp_pending_secret: null,
      otp_pending_since: null,
    })
    const recoveryCodes = await issueRecoveryCodes(deps, tx, account.id)
    await mailNotice(tx, account, 'twoFactorOn')
    userIsStale(tx, account.id)
    tx.audit({ action: 'user.two_factor_enabled', entity: 'user', entityId: account.id })
    return { recoveryCodes }
  })
}

type OwnProof = ParsedOf<typeof disableTwoFactor>['body']

/** Checks password and second factor; reads the state again under the lock. */
async function proveBoth(
  deps: SignInDeps,
  body: OwnProof,
  actor: Actor,
  request: RequestFacts,
): Promise<void> {
  const { user, attemptId } = await proveOwnPassword(deps, actor, body.password)
  const settle = (outcome: 'succeeded' | 'undecided') =>
    deps.database.transaction(asSystem('second factor'), (tx) => setAttemptOutcome(tx, attemptId, outcome))
  const isMissing = body.otp_code === undefined && body.recovery_code === undefined
  if (!user.otp_required || isMissing) {
    await settle('undecided')
    throw user.otp_required
      ? fieldProblem({ path: 'body.otp_code', code: 'required' })
      : problem('two_factor_off')
  }
  if (!(await isSecondFactor(deps, user, body, request))) throw problem('otp_incorrect')
  await settle('succeeded')
}

/** @throws Problem `current_password_incorrect`, `validation_failed`, `otp_incorrect`, `two_factor_off`, `rate_limited` */
export async function endTwoFactor(
  deps: SignInDeps,
  body: OwnProof,
  actor: Actor,
  request: RequestFacts,
): Promise<Account> {
  await proveBoth(deps, body, actor, request)
  return deps.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (!(await deleteTwoFactor(tx, account.id))) throw problem('two_factor_off')
    await mailNotice(tx, account, 'twoFactorOff')
    userIsStale(tx, account.id)
    tx.audit({ action: 'user.two_factor_disabled', entity: 'user', entityId: account.id })
    return accountOf(deps, tx, account.id)
  })
}

/** Replaces the recovery codes by ten new ones. @throws as `endTwoFactor` */
export async function newRecoveryCodes(
  deps: SignInDeps,
  body: ParsedOf<typeof renewRecoveryCodes>['body'],
  actor: Actor,
  request: RequestFacts,
): Promise<{ recoveryCodes: string[] }> {
  await proveBoth(deps, body, actor, request)
  return deps.database.transaction(asSystem('second factor', actor), async (tx) => {
    const account = await requireAccount(tx, actor.userId)
    if (!account.otp_required) throw problem('two_factor_off')
    const recoveryCodes = await issueRecoveryCodes(deps, tx, account.id)
    tx.stale({ domain: 'account', id: account.id })
    tx.audit({ action: 'user.recovery_codes_renewed', entity: 'user', entityId: account.id })
    return { recoveryCodes }
  })
}
