import { createHash } from 'node:crypto'
import type { Actor } from '../access/access.ts'
import { grantsOf, stillHolds } from '../access/grants.ts'
import type { Transaction } from '../database/transaction.ts'
import { problem } from '../problem.ts'

export interface StoredAnswer {
  status: number
  answer: unknown
}

const keyPattern = /^[\x21-\x7e]{1,128}$/
export const isIdempotencyKey = (text: unknown): text is string =>
  typeof text === 'string' && keyPattern.test(text)

/** A fast hash of a password could be cracked by anyone who reads the table. */
const withoutPasswords = (input: unknown) =>
  JSON.stringify(input, (name, value: unknown) => (/password$/i.test(name) ? undefined : value))

/**
 * Claims the key for this transaction. A concurrent call with the same key waits for the first and gets its answer; a
 * different request with the same key is refused.
 * @returns the stored answer; null for a new key
 */
export async function claimKey(
  tx: Transaction,
  actor: Actor,
  key: string,
  endpoint: string,
  input: unknown,
): Promise<StoredAnswer | null> {
  const hash = createHash('sha256').update(endpoint).update(withoutPasswords(input)).digest('hex')
  const claimed = await tx.sql(
    `insert into platform.idempotency_keys (key, actor_id, endpoint, request_hash, created_at, grants)
     values ($1, $2, $3, $4, $5, $6) on conflict (actor_id, key) do nothing returning key`,
    [key, actor.userId, endpoint, hash, tx.now, grantsOf(actor)],
  )
  if (claimed.length > 0) return null
  const [stored] = await tx.sql<{
    request_hash: string
    status: number | null
    answer: unknown
    grants: string[] | null
  }>(
    'select request_hash, status, answer, grants from platform.idempotency_keys where actor_id = $1 and key = $2',
    [actor.userId, key],
  )
  if (!stored || stored.status === null || stored.request_hash !== hash) throw problem('idempotency_mismatch')
  // The stored answer may contain data that the person may no longer read.
  if (stored.grants && !stillHolds(actor, stored.grants)) throw problem('idempotency_mismatch')
  return { status: stored.status, answer: stored.answer }
}

export async function storeAnswer(
  tx: Transaction,
  actor: Actor,
  key: string,
  stored: StoredAnswer,
): Promise<void> {
  await tx.sql(
    'update platform.idempotency_keys set status = $3, answer = $4 where actor_id = $1 and key = $2',
    [actor.userId, key, stored.status, JSON.stringify(stored.answer)],
  )
}
