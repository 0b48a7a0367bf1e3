import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { AuthAnswer, forcedPasswordChange, login } from '@rumbo/contract/identity.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { LoneCall, RequestFacts } from '../../platform/http/endpoints.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { userIsStale } from '../account/identity.account.actions.ts'
import { lockSubject, setAttemptOutcome } from '../identity.guards.repository.ts'
import { hashToken, newRefreshToken } from '../identity.keys.ts'
import { mailNotice } from '../identity.notices.ts'
import { findUser, setPassword } from '../identity.repository.ts'
import { decideRefresh } from '../identity.rules.ts'
import {
  advanceSession,
  endSession,
  endSessionsOf,
  findSession,
  insertRefreshToken,
  lockSessionOf,
  type SessionRow,
} from './identity.sessions.repository.ts'
import {
  auditActor,
  authAnswerOf,
  clearRefreshCookie,
  openSession,
  proveIdentity,
  refreshCookie,
  requireStillProven,
  type SignInDeps,
  sessionEnd,
  setDeviceCookie,
  setRefreshCookie,
} from './identity.sign-in.ts'

/** Signs in. A user who has to change the password first gets `password_change_required` and no session. */
export async function logIn(
  deps: SignInDeps,
  body: ParsedOf<typeof login>['body'],
  { request, reply }: LoneCall,
): Promise<AuthAnswer> {
  const proof = await proveIdentity(deps, body, request)
  const opened = await deps.database.transaction(asSystem('sign in'), async (tx) => {
    const user = await requireStillProven(tx, proof)
    await setAttemptOutcome(tx, proof.attemptId, 'succeeded')
    if (user.force_password_change) return null
    const session = await openSession(tx, user, proof.deviceId, request)
    return { session, answer: await authAnswerOf(deps, tx, user, session.sessionId) }
  })
  if (!opened) throw problem('password_change_required')
  setRefreshCookie(reply, deps, opened.session.refreshToken)
  setDeviceCookie(reply, deps, proof.deviceId)
  return opened.answer
}

/**
 * Changes a password that has to be changed, after the same checks as a sign-in; ends every session. The user signs in
 * with the new password.
 * @throws Problem those of `proveIdentity`, `password_change_not_pending`, `password_unchanged`
 */
export async function changeForcedPassword(
  deps: SignInDeps,
  body: ParsedOf<typeof forcedPasswordChange>['body'],
  { request, reply }: LoneCall,
): Promise<Partial<AuthAnswer>> {
  const { current_password, new_password, ...rest } = body
  const proof = await proveIdentity(deps, { ...rest, password: current_password }, request)
  const passwordHash = new_password === current_password ? null : await deps.passwords.hash(new_password)
  const refusal = await deps.database.transaction(asSystem('sign in'), async (tx) => {
    // The second of two concurrent changes must see the first.
    await lockSubject(tx, `user:${proof.user.id}`)
    const user = await requireStillProven(tx, proof)
    await setAttemptOutcome(tx, proof.attemptId, 'succeeded')
    // Returned, not thrown, so that the attempt's outcome is committed.
    if (!user.force_password_change) return 'password_change_not_pending'
    if (passwordHash === null) return 'password_unchanged'
    await setPassword(tx, user.id, passwordHash, false)
    await endSessionsOf(tx, user.id, 'password_changed')
    tx.forgetUsers([user.id])
    await mailNotice(tx, user, 'passwordChanged')
    userIsStale(tx, user.id)
    tx.audit({
      action: 'user.password_changed',
      entity: 'user',
      entityId: user.id,
      ...auditActor(user, request),
    })
    return null
  })
  if (refusal !== null) throw problem(refusal)
  setDeviceCookie(reply, deps, proof.deviceId)
  return {}
}

type Refreshed = { answer: AuthAnswer; refreshToken: string } | 'refresh_invalid' | 'refresh_reused'

/** Renews the access token and rotates the refresh token; reuse of an old token ends the whole family. */
export async function refreshSession(deps: SignInDeps, { request, reply }: LoneCall): Promise<AuthAnswer> {
  const token = request.cookies[refreshCookie]
  if (!token) throw problem('refresh_invalid')
  // Problems are returned, not thrown, so that the end of a family is committed.
  const refreshed = await deps.database.transaction(asSystem('refresh'), (tx) =>
    rotate(deps, tx, token, request),
  )
  if (typeof refreshed === 'string') throw problem(refreshed)
  setRefreshCookie(reply, deps, refreshed.refreshToken)
  return refreshed.answer
}

async function rotate(
  deps: SignInDeps,
  tx: Transaction,
  token: string,
  request: RequestFacts,
): Promise<Refreshed> {
  const found = await lockSessionOf(tx, hashToken(token))
  if (!found || found.session.ended_at || found.session.expires_at <= tx.now) return 'refresh_invalid'
  const { session } = found
  const user = await findUser(tx, session.user_id)
  if (user?.status !== 'active') return 'refresh_invalid'
  const verdict = decideRefresh(
    found,
    { generation: session.generation, rotatedAt: session.rotated_at },
    tx.now,
  )
  if (verdict === 'reused') {
    await endSession(tx, session.id, 'reuse')
    tx.forgetUsers([user.id])
    tx.audit({
      action: 'session.reuse_detected',
      entity: 'session',
      entityId: session.id,
      ...auditActor(user, request),
    })
    return 'refresh_reused'
  }
  const generation = verdict === 'rotate' ? session.generation + 1 : session.generation
  const rotatedAt = verdict === 'rotate' ? tx.now : session.rotated_at
  const refreshToken = newRefreshToken()
  await insertRefreshToken(tx, { hash: hashToken(refreshToken), sessionId: session.id, generation })
  await advanceSession(tx, session.id, {
    generation,
    rotatedAt,
    expiresAt: sessionEnd(tx.now),
    address: request.address,
  })
  return { answer: await authAnswerOf(deps, tx, user, session.id), refreshToken }
}

/** Ends the sessions of the refresh cookie and of the bearer token, if there are any. */
export async function logOut(deps: SignInDeps, { request, reply }: LoneCall): Promise<{ done: true }> {
  const token = request.cookies[refreshCookie]
  const bearerSession = await sessionOfBearer(deps, request.bearer)
  if (token || bearerSession) {
    await deps.database.transaction(asSystem('sign out'), async (tx) => {
      if (token) await endOwn(tx, (await lockSessionOf(tx, hashToken(token)))?.session, request)
      if (bearerSession) await endOwn(tx, await findSession(tx, bearerSession), request)
    })
  }
  clearRefreshCookie(reply)
  return { done: true }
}

/** The session of a bearer token; null if the token is no longer valid. */
async function sessionOfBearer({ keys, clock }: SignInDeps, bearer: string | null): Promise<string | null> {
  if (bearer === null) return null
  return keys.verifyAccess(bearer, clock.now()).then(
    ({ sessionId }) => sessionId,
    (error: unknown) => {
      if (error instanceof Problem) return null
      throw error
    },
  )
}

async function endOwn(
  tx: Transaction,
  session: Pick<SessionRow, 'id' | 'user_id' | 'ended_at'> | undefined,
  request: RequestFacts,
): Promise<void> {
  if (!session || session.ended_at) return
  const user = await findUser(tx, session.user_id)
  await endSession(tx, session.id, 'logout')
  tx.forgetUsers([session.user_id])
  if (user)
    tx.audit({
      action: 'session.ended',
      entity: 'session',
      entityId: session.id,
      ...auditActor(user, request),
    })
}
