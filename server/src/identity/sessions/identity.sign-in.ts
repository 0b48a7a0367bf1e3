import { verify as verifyOtp } from 'otplib'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { LoneCall, RequestFacts } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { type Assignments, sessionUserOf } from '../identity.access.ts'
import {
  type Attempt,
  failuresOf,
  insertAttempt,
  isKnownDevice,
  lockSubject,
  rememberDevice,
  setAttemptOutcome,
} from '../identity.guards.repository.ts'
import { hashName, hashToken, type Keys, newRefreshToken } from '../identity.keys.ts'
import { consumeOtpStep, findByName, findUser, recordLogin, type UserRow } from '../identity.repository.ts'
import {
  accessTokenSeconds,
  deviceSeconds,
  displayNameOf,
  lockedUntil,
  lockout,
  recoveryCodeOf,
  refusalOf,
  sessionIdleSeconds,
} from '../identity.rules.ts'
import type { Passwords } from '../passwords/identity.passwords.ts'
import { consumeRecoveryCode } from '../twofactor/identity.twofactor.repository.ts'
import { insertRefreshToken, insertSession } from './identity.sessions.repository.ts'

/** Dependencies of sign-in and of everything that handles passwords or codes. */
export interface SignInDeps {
  database: Database
  keys: Keys
  clock: Clock
  passwords: Passwords
  assignments: Assignments
  /** Set the Secure attribute on every cookie, also if this process sees plain HTTP behind a proxy. */
  hasSecureCookies: boolean
  /** Base URL of links in mails, without a trailing slash. */
  publicUrl: () => string
  /** Which channels have a server configured. */
  channels: { email: boolean; sms: boolean; push?: boolean }
}
type Reply = LoneCall['reply']

export const refreshCookie = 'rumbo_refresh'
const deviceCookie = 'rumbo_device'
const cookie = { httpOnly: true, sameSite: 'strict', path: '/v1/auth', secure: 'auto' } as const
const cookieOf = ({ hasSecureCookies }: SignInDeps) =>
  hasSecureCookies ? { ...cookie, secure: true } : cookie

/** The actor of audit entries for calls without a signed-in user. */
export const auditActor = (user: UserRow, request: RequestFacts) => ({
  actorId: user.id,
  actorName: displayNameOf(user),
  address: request.address,
  requestId: request.id,
})

export interface Credentials {
  username_or_email: string
  password: string
  otp_code?: string
  /** Used instead of a one-time code; each works once. */
  recovery_code?: string
}
export interface Proof {
  user: UserRow
  attemptId: string
  deviceId: string
}

/**
 * Authenticates by credentials. Checks lockout, password, account state and one-time code, in this order; unknown
 * names take the same time. The attempt is recorded as failed until `setAttemptOutcome` changes it.
 * @throws Problem `account_locked`, `invalid_credentials`, `account_deactivated`, `account_pending`, `otp_required`,
 *   `otp_invalid`, `busy`
 */
export async function proveIdentity(
  deps: SignInDeps,
  given: Credentials,
  request: RequestFacts,
): Promise<Proof> {
  const cookieDevice = deps.keys.readDevice(request.cookies[deviceCookie])
  const attemptId = uuid()
  const { user, isLocked } = await deps.database.transaction(asSystem('sign in'), async (tx) => {
    const found = await findByName(tx, given.username_or_email)
    const isKnown = cookieDevice !== null && (await isKnownDevice(tx, found?.id ?? attemptId, cookieDevice))
    // Attempts from a known device are counted separately, so that guesses from elsewhere cannot lock its user out.
    const device = isKnown ? `:${cookieDevice}` : ''
    const name = hashName(given.username_or_email)
    const attempt = {
      id: attemptId,
      subject: `${found ? `user:${found.id}` : `name:${name}`}${device}`,
      typedName: `${name}${device}`,
      userId: found?.id ?? null,
      address: request.address,
    }
    return { user: found, isLocked: await recordSignInAttempt(tx, attempt) }
  })
  const fits = await checkPassword(deps, user?.password_hash ?? null, given.password, attemptId)
  if (!fits || !user || isLocked) throw problem('invalid_credentials')
  const refusal = refusalOf(user.status)
  const isFactorMissing = given.otp_code === undefined && given.recovery_code === undefined
  if (refusal || (user.otp_required && isFactorMissing)) {
    await markUndecided(deps, attemptId)
    throw problem(refusal ?? 'otp_required')
  }
  if (user.otp_required && !(await isSecondFactor(deps, user, given, request))) throw problem('otp_invalid')
  return { user, attemptId, deviceId: cookieDevice ?? uuid() }
}

/** @throws Problem `code` with the seconds left, if the failures cause a lock */
function refuseLocked(failures: readonly Date[], now: Date, code: 'account_locked' | 'rate_limited'): void {
  const until = lockedUntil(failures, now)
  if (until) throw problem(code, { retryAfterSeconds: Math.ceil((until.getTime() - now.getTime()) / 1000) })
}

/**
 * Records a sign-in attempt as failed. Only a lock of the entered name is reported; if attempts under the account's
 * other name locked it, this attempt must be refused like a wrong password.
 * @returns whether the account is locked
 * @throws Problem `account_locked` for a locked name
 */
async function recordSignInAttempt(
  tx: Transaction,
  attempt: Attempt & { typedName: string },
): Promise<boolean> {
  await lockSubject(tx, `typed:${attempt.typedName}`)
  refuseLocked(await failuresOf(tx, 'typed_name', attempt.typedName), tx.now, 'account_locked')
  await lockSubject(tx, attempt.subject)
  const isLocked = lockedUntil(await failuresOf(tx, 'subject', attempt.subject), tx.now) !== null
  await insertAttempt(tx, attempt, isLocked ? 'refused' : 'failed')
  return isLocked
}

/**
 * Records a signed-in user's attempt at one of their own secrets as failed, unless too many failed before.
 * @throws Problem `rate_limited` with the seconds left
 */
export async function recordAttempt(
  tx: Transaction,
  subject: string,
  attemptId: string,
  actor: Actor,
): Promise<void> {
  await lockSubject(tx, subject)
  refuseLocked(await failuresOf(tx, 'subject', subject), tx.now, 'rate_limited')
  const { userId, address } = actor
  await insertAttempt(tx, { id: attemptId, subject, typedName: null, userId, address }, 'failed')
}

const markUndecided = (deps: SignInDeps, attemptId: string) =>
  deps.database.transaction(asSystem('sign in'), (tx) => setAttemptOutcome(tx, attemptId, 'undecided'))

/** Whether the password is right. If it could not be checked, the recorded attempt does not count. */
async function checkPassword(
  deps: SignInDeps,
  stored: string | null,
  password: string,
  attemptId: string,
): Promise<boolean> {
  try {
    return await deps.passwords.isRight(stored, password)
  } catch (error) {
    await markUndecided(deps, attemptId)
    throw error
  }
}

export type SecondFactor = Pick<Credentials, 'otp_code' | 'recovery_code'>

/** Whether the one-time code, or else the recovery code, is right. Consumes the code. */
export async function isSecondFactor(
  deps: SignInDeps,
  user: UserRow,
  given: SecondFactor,
  request: RequestFacts,
): Promise<boolean> {
  if (given.otp_code !== undefined) {
    const step =
      user.otp_secret && (await otpStepOf(deps, user.otp_secret, given.otp_code, user.otp_last_step))
    if (!step) return false
    return deps.database.transaction(asSystem('sign in'), (tx) => consumeOtpStep(tx, user.id, step))
  }
  const code = recoveryCodeOf(given.recovery_code ?? '')
  return deps.database.transaction(asSystem('sign in'), async (tx) => {
    const hashes = deps.keys.hashesOf(`recovery:${user.id}`, code)
    if (!(await consumeRecoveryCode(tx, user.id, hashes))) return false
    tx.audit({
      action: 'user.recovery_code_used',
      entity: 'user',
      entityId: user.id,
      ...auditActor(user, request),
    })
    tx.stale({ domain: 'account', id: user.id })
    return true
  })
}

/**
 * The time step of a one-time code, with a tolerance of one period of 30 s. Null for a wrong or used code.
 * @param sealed the encrypted secret
 * @param lastStep codes of this step and earlier ones are refused
 */
export async function otpStepOf(
  deps: SignInDeps,
  sealed: string,
  code: string,
  lastStep: number | null,
): Promise<number | null> {
  const result = await verifyOtp({
    secret: deps.keys.unseal(sealed),
    token: code,
    epoch: Math.floor(deps.clock.now().getTime() / 1000),
    epochTolerance: 30,
    afterTimeStep: lastStep ?? undefined,
  })
  return result.valid && 'timeStep' in result ? result.timeStep : null
}

/**
 * Checks the signed-in user's password. Attempts are limited like sign-ins; the attempt is recorded as failed until
 * `setAttemptOutcome` changes it.
 * @throws Problem `rate_limited`, `current_password_incorrect`, `busy`
 */
export async function proveOwnPassword(
  deps: SignInDeps,
  actor: Actor,
  password: string,
): Promise<{ user: UserRow; attemptId: string }> {
  const attemptId = uuid()
  const user = await deps.database.transaction(asSystem('prove own password'), async (tx) => {
    await recordAttempt(tx, `change:${actor.userId}`, attemptId, actor)
    return findUser(tx, actor.userId)
  })
  const fits = await checkPassword(deps, user?.password_hash ?? null, password, attemptId)
  if (!user || !fits) throw problem('current_password_incorrect')
  return { user, attemptId }
}

/** The user of the proof. @throws Problem `invalid_credentials` if password or state changed since then */
export async function requireStillProven(tx: Transaction, proof: Proof): Promise<UserRow> {
  const user = await findUser(tx, proof.user.id)
  if (user?.password_hash !== proof.user.password_hash || refusalOf(user.status) !== null)
    throw problem('invalid_credentials')
  return user
}

export interface OpenedSession {
  sessionId: string
  refreshToken: string
}

/** Starts a session after a proof: refresh token family, known device, last login, audit entry. */
export async function openSession(
  tx: Transaction,
  user: UserRow,
  deviceId: string,
  request: RequestFacts,
): Promise<OpenedSession> {
  const sessionId = uuid()
  const refreshToken = newRefreshToken()
  await insertSession(tx, {
    id: sessionId,
    userId: user.id,
    deviceId,
    expiresAt: sessionEnd(tx.now),
    address: request.address,
    userAgent: request.userAgent,
  })
  await insertRefreshToken(tx, { hash: hashToken(refreshToken), sessionId, generation: 1 })
  await rememberDevice(tx, user.id, deviceId)
  await recordLogin(tx, user.id)
  tx.audit({
    action: 'session.started',
    entity: 'session',
    entityId: sessionId,
    ...auditActor(user, request),
  })
  return { sessionId, refreshToken }
}

export const sessionEnd = (now: Date) => new Date(now.getTime() + sessionIdleSeconds * 1000)

/** The response of login and refresh: user, access token and its lifetime in seconds. */
export async function authAnswerOf(deps: SignInDeps, tx: Transaction, user: UserRow, sessionId: string) {
  const access = await deps.assignments.resolveAccess(tx, user)
  return {
    user: sessionUserOf(user, access),
    access_token: await deps.keys.signAccess(user.id, sessionId, tx.now),
    expires_in: accessTokenSeconds,
  }
}

export function setRefreshCookie(reply: Reply, deps: SignInDeps, token: string): void {
  reply.setCookie(refreshCookie, token, { ...cookieOf(deps), maxAge: sessionIdleSeconds })
}

export function setDeviceCookie(reply: Reply, deps: SignInDeps, deviceId: string): void {
  reply.setCookie(deviceCookie, deps.keys.signDevice(deviceId), { ...cookieOf(deps), maxAge: deviceSeconds })
}

export const clearRefreshCookie = (reply: Reply) => reply.clearCookie(refreshCookie, cookie)

/** How long failed attempts are kept. */
export const guardMemoryMs = lockout.withinMs + lockout.lockedMs
