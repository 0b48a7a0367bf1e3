import { LRUCache } from 'lru-cache'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { Authenticator } from '../../platform/http/server.ts'
import { problem } from '../../platform/problem.ts'
import type { Assignments } from '../identity.access.ts'
import { createKeys } from '../identity.keys.ts'
import { findSessionUser, findUser, type UserRow } from '../identity.repository.ts'
import { displayNameOf, sessionSeenMs } from '../identity.rules.ts'
import { recordSessionUse } from './identity.sessions.repository.ts'

const cacheMs = 30_000

/** The part of the bus that the authenticator needs: user changes, and reconnects, after which changes may be lost. */
export interface UserUpdates {
  listen(channel: string, handler: (payload: string) => void): unknown
  onReconnect(handler: () => void): unknown
}

export interface AuthenticatorOptions {
  database: Database
  secret: string
  clock: Clock
  bus: UserUpdates
  assignments: Assignments
}

/** The user as an actor outside any session; null if they may not sign in. */
export async function actorIn(
  tx: Transaction,
  assignments: Assignments,
  userId: string,
): Promise<Actor | null> {
  const user = await findUser(tx, userId)
  return user?.status === 'active' ? actorFor(tx, user, '', assignments) : null
}

async function actorFor(
  tx: Transaction,
  user: UserRow,
  sessionId: string,
  assignments: Assignments,
): Promise<Actor> {
  const { functionalRole: _, ...access } = await assignments.resolveAccess(tx, user)
  return {
    userId: user.id,
    sessionId,
    displayName: displayNameOf(user),
    level: user.level,
    ...access,
    mustChangePassword: user.force_password_change,
    address: '',
    requestId: '',
  }
}

/**
 * The user as an actor outside any session, for background work on their behalf.
 * @throws Problem `forbidden` if the user may no longer sign in
 */
export async function findActor(
  { database, assignments }: Pick<AuthenticatorOptions, 'database' | 'assignments'>,
  userId: string,
): Promise<Actor> {
  return database.transaction(
    asSystem('act for a person'),
    async (tx) => {
      const actor = await actorIn(tx, assignments, userId)
      if (!actor) throw problem('forbidden')
      return actor
    },
    { readOnly: true },
  )
}

/**
 * Resolves a bearer token to an actor with scopes. Caches actors for 30 s; `forgetUsers` of a transaction removes them
 * at once in every process.
 */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, clock, bus, assignments } = options
  const keys = createKeys(options.secret)
  const actors = new LRUCache<string, Actor>({
    max: 5_000,
    ttl: cacheMs,
    perf: { now: () => clock.now().getTime() },
    ttlResolution: 0,
  })
  // An actor read before an eviction must not be cached after it.
  let evictions = 0

  const forget = (forgotten: ReadonlySet<string>) => {
    evictions += 1
    for (const [sessionId, actor] of actors) if (forgotten.has(actor.userId)) actors.delete(sessionId)
  }
  database.onForgottenUsers(forget)
  bus.listen('rumbo_users', (payload) => forget(new Set(JSON.parse(payload) as string[])))
  bus.onReconnect(() => {
    evictions += 1
    actors.clear()
  })

  async function read(userId: string, sessionId: string): Promise<Actor> {
    return database.transaction(asSystem('authenticate'), async (tx) => {
      const found = await findSessionUser(tx, { userId, sessionId })
      if (!found || found.endedAt || found.user.status !== 'active') throw problem('session_expired')
      if (tx.now.getTime() - found.lastUsedAt.getTime() >= sessionSeenMs)
        await recordSessionUse(tx, sessionId)
      return actorFor(tx, found.user, sessionId, assignments)
    })
  }

  return {
    async actorOf(token) {
      const { userId, sessionId } = await keys.verifyAccess(token, clock.now())
      const known = actors.get(sessionId)
      if (known) return known
      const before = evictions
      const actor = await read(userId, sessionId)
      if (before === evictions) actors.set(sessionId, actor)
      return actor
    },
  }
}
