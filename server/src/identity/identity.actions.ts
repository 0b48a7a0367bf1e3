import { randomInt } from 'node:crypto'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { passwordSpecials, type register } from '@rumbo/contract/identity.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { v7 as uuid } from 'uuid'
import { asSystem } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { RequestFacts } from '../platform/http/endpoints.ts'
import { problem } from '../platform/problem.ts'
import { userRegistered } from './identity.facts.ts'
import { deleteOldGuards, lockSubject } from './identity.guards.repository.ts'
import { findSuperAdmins, insertUser } from './identity.repository.ts'
import { resetting } from './identity.rules.ts'
import { hashPassword } from './passwords/identity.passwords.ts'
import { deleteOldSessions } from './sessions/identity.sessions.repository.ts'
import { auditActor, guardMemoryMs, type SignInDeps } from './sessions/identity.sign-in.ts'

/** Creates a pending user without access; a super admin has to activate and assign it. */
export async function registerUser(
  deps: SignInDeps,
  isOpen: boolean,
  body: ParsedOf<typeof register>['body'],
  request: RequestFacts,
) {
  if (!isOpen) throw problem('registration_closed')
  const passwordHash = await deps.passwords.hash(body.password)
  return deps.database.transaction(asSystem('register'), async (tx) => {
    const user = await insertUser(tx, {
      id: uuid(),
      username: body.username,
      email: body.email,
      firstName: body.first_name,
      lastName: body.last_name,
      phone: body.phone,
      passwordHash,
      level: 'guest',
      status: 'pending',
      language: body.language,
    })
    tx.fact(userRegistered(user.id, user.email))
    tx.stale({ domain: 'identity', id: user.id })
    tx.audit({ action: 'user.registered', entity: 'user', entityId: user.id, ...auditActor(user, request) })
    return { id: user.id, email: user.email, status: 'pending' as const }
  })
}

/** A random password of 20 characters that follows the password rules. */
export function newPassword(): string {
  const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', passwordSpecials]
  const pick = (letters: string) => letters.charAt(randomInt(letters.length))
  return [...kinds, ...Array.from({ length: 16 }, (_, index) => kinds[index % 3] ?? '')].map(pick).join('')
}

/**
 * Creates the first super admin.
 * @param options password: default: generated and returned
 * @returns null if a super admin exists already
 */
export async function bootstrapAdmin(options: {
  database: Database
  email: string
  username: string
  password?: string
}): Promise<{ username: string; password?: string } | null> {
  const password = options.password ?? newPassword()
  const passwordHash = await hashPassword(password)
  return options.database.transaction(asSystem('first super admin'), async (tx) => {
    await lockSubject(tx, 'first super admin')
    if ((await findSuperAdmins(tx)).length > 0) return null
    const user = await insertUser(tx, {
      id: uuid(),
      username: options.username,
      email: options.email,
      firstName: 'Rumbo',
      lastName: 'Admin',
      passwordHash,
      level: 'super_admin',
      status: 'active',
    })
    tx.audit({
      action: 'user.created',
      entity: 'user',
      entityId: user.id,
      entityName: 'Rumbo Admin',
      actorName: 'Rumbo',
    })
    return { username: user.username, password: options.password === undefined ? password : undefined }
  })
}

/** Deletes attempts, codes and sessions that no rule reads any more; called by a daily job. */
export async function forgetOldSignIns(tx: Transaction): Promise<void> {
  const before = (ms: number) => new Date(tx.now.getTime() - ms)
  await deleteOldGuards(tx, before(Math.max(guardMemoryMs, resetting.windowMs)))
  await deleteOldSessions(tx, before(dayMs))
}
