import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import type { Call } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { endOpenSessions, findOpenSessions } from './identity.sessions.repository.ts'

export async function readOwnSessions({ tx, actor }: Call): Promise<{ items: SignIn[] }> {
  return { items: await findOpenSessions(tx, actor.userId, actor.sessionId) }
}

/** Ends one of the actor's sessions; its open pages are refused at once. @throws Problem `session_not_found` */
export async function endOneSession(sessionId: string, { tx, actor }: Call): Promise<{ done: true }> {
  const ended = await endOpenSessions(tx, actor.userId, 'ended_by_user', { only: sessionId })
  if (ended === 0) throw problem('session_not_found')
  tx.forgetUsers([actor.userId])
  tx.stale({ domain: 'account', id: actor.userId })
  tx.audit({ action: 'session.ended', entity: 'session', entityId: sessionId })
  return { done: true }
}

/** Ends all of the actor's sessions except the present one. */
export async function endMyOtherSessions({ tx, actor }: Call): Promise<{ done: true }> {
  const ended = await endOpenSessions(tx, actor.userId, 'ended_by_user', { except: actor.sessionId })
  if (ended > 0) {
    tx.forgetUsers([actor.userId])
    tx.stale({ domain: 'account', id: actor.userId })
    tx.audit({
      action: 'session.others_ended',
      entity: 'user',
      entityId: actor.userId,
      changes: { sessions: [ended, 0] },
    })
  }
  return { done: true }
}
