import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { createKeys } from './identity.keys.ts'
import { findUser, insertUser, type NewUser, type UserRow } from './identity.repository.ts'
import { hashPassword } from './passwords/identity.passwords.ts'
import { openSession } from './sessions/identity.sign-in.ts'

/** The default password of built users. */
export const builtPassword = 'Rumbo-2026!'
/** A cheap hash, for tests of anything but its strength. */
export const testPasswordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 }
const hashes = new Map<string, Promise<string>>()

function hashOnce(password: string): Promise<string> {
  const known = hashes.get(password) ?? hashPassword(password, testPasswordCost)
  hashes.set(password, known)
  return known
}

let built = 0

/**
 * Creates an active user of level `user` with a numbered name, for tests and the demo.
 * @param given password: default: `builtPassword`, with a cheap hash; passwordHash: in its place
 */
export async function buildUser(
  tx: Transaction,
  given: Partial<NewUser> & { password?: string } = {},
): Promise<UserRow> {
  built += 1
  const { password = builtPassword, ...fields } = given
  const username = given.username ?? `user_${built}`
  return insertUser(tx, {
    id: uuid(),
    username,
    email: `${username}@example.com`,
    firstName: 'Elena',
    lastName: 'Torres',
    level: 'user',
    status: 'active',
    ...fields,
    passwordHash: given.passwordHash ?? (await hashOnce(password)),
  })
}

/** Creates a session and its access token without signing in, for tests and load. */
export async function buildSession(
  tx: Transaction,
  user: { id: string },
  secret: string,
): Promise<{ sessionId: string; accessToken: string; refreshToken: string }> {
  const owner = await findUser(tx, user.id)
  if (!owner) throw new Error(`There is no user ${user.id} to sign in.`)
  const opened = await openSession(tx, owner, uuid(), {
    id: uuid(),
    address: '127.0.0.1',
    userAgent: 'built',
    cookies: {},
    bearer: null,
  })
  return { ...opened, accessToken: await createKeys(secret).signAccess(user.id, opened.sessionId, tx.now) }
}
