import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem, rateLimitedUntil } from '../../platform/problem.ts'
import type { Assignments } from '../identity.access.ts'
import { mailNotice } from '../identity.notices.ts'
import { refusalOf } from '../identity.rules.ts'
import { postResetCode } from '../passwords/identity.passwords.actions.ts'
import { endOpenSessions, findOpenSessions } from '../sessions/identity.sessions.repository.ts'
import type { SignInDeps } from '../sessions/identity.sign-in.ts'
import { deleteTwoFactor } from '../twofactor/identity.twofactor.repository.ts'
import { recordUserChange, requireUserForChange } from './identity.users.access.ts'

interface Parts {
  assignments: Assignments
}

/**
 * Mails the user a reset code, as if they had requested one.
 * @throws Problem `account_deactivated`, `account_pending` for users who may not sign in, `rate_limited`
 */
export async function sendReset(deps: SignInDeps, actor: Actor, id: string): Promise<void> {
  await deps.database.transaction(asSystem('send reset', actor), async (tx) => {
    const taken = await requireUserForChange(tx, deps.assignments, actor, id)
    const refusal = refusalOf(taken.user.status)
    if (refusal) throw problem(refusal)
    const notBefore = await postResetCode(tx, deps, taken.user.email)
    if (notBefore) throw rateLimitedUntil(notBefore, tx.now)
    recordUserChange(tx, taken, 'user.reset_sent')
  })
}

/** Removes a user's second factor and ends every session; does nothing if there is none. */
export async function resetTwoFactor(
  tx: Transaction,
  { assignments }: Parts,
  actor: Actor,
  id: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  if (!(await deleteTwoFactor(tx, id))) return
  await endOpenSessions(tx, id, 'two_factor_reset')
  tx.forgetUsers([id])
  await mailNotice(tx, taken.user, 'twoFactorReset')
  recordUserChange(tx, taken, 'user.two_factor_reset', { two_factor: [true, false] })
}

export async function sessionsOf(
  tx: Transaction,
  { assignments }: Parts,
  actor: Actor,
  id: string,
): Promise<{ items: SignIn[] }> {
  await requireUserForChange(tx, assignments, actor, id, { isReading: true })
  return { items: await findOpenSessions(tx, id, null) }
}

/** Ends one or all sessions of a user; their open pages are refused at once. @throws Problem `session_not_found` */
export async function endSessions(
  tx: Transaction,
  { assignments }: Parts,
  actor: Actor,
  id: string,
  sessionId?: string,
): Promise<void> {
  const taken = await requireUserForChange(tx, assignments, actor, id)
  const which = sessionId === undefined ? {} : { only: sessionId }
  const ended = await endOpenSessions(tx, id, 'ended_by_admin', which)
  if (ended === 0 && sessionId !== undefined) throw problem('session_not_found')
  tx.forgetUsers([id])
  if (ended > 0) recordUserChange(tx, taken, 'user.sessions_ended', { sessions: [ended, 0] })
}
