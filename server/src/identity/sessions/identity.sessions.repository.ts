import type { SignIn } from '@rumbo/contract/identity.users.security.contract'
import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

export type EndReason =
  | 'logout'
  | 'reuse'
  | 'password_changed'
  | 'deactivated'
  | 'ended_by_user'
  | 'ended_by_admin'
  | 'two_factor_reset'
  | 'deleted'

export interface SessionRow {
  id: string
  user_id: string
  generation: number
  rotated_at: Date
  last_used_at: Date
  expires_at: Date
  ended_at: Date | null
}
const sessionColumns = [
  'id',
  'user_id',
  'generation',
  'rotated_at',
  'last_used_at',
  'expires_at',
  'ended_at',
] as const
const sessions = 'identity.sessions'

export async function insertSession(
  tx: Transaction,
  session: {
    id: string
    userId: string
    deviceId: string
    expiresAt: Date
    address: string
    userAgent: string
  },
): Promise<void> {
  await tx.run(
    query.insertInto(sessions).values({
      id: session.id,
      user_id: session.userId,
      device_id: session.deviceId,
      rotated_at: tx.now,
      started_at: tx.now,
      last_used_at: tx.now,
      expires_at: session.expiresAt,
      address: session.address,
      user_agent: session.userAgent,
    }),
  )
}

export async function insertRefreshToken(
  tx: Transaction,
  token: { hash: string; sessionId: string; generation: number },
): Promise<void> {
  await tx.run(
    query.insertInto('identity.refresh_tokens').values({
      token_hash: token.hash,
      session_id: token.sessionId,
      generation: token.generation,
      issued_at: tx.now,
    }),
  )
}

/** The session of a refresh token, locked, so that concurrent uses of one token are serialised. */
export async function lockSessionOf(
  tx: Transaction,
  tokenHash: string,
): Promise<{ session: SessionRow; generation: number } | undefined> {
  const token = await tx.first(
    query
      .selectFrom('identity.refresh_tokens')
      .select(['session_id', 'generation'])
      .where('token_hash', '=', tokenHash),
  )
  if (!token) return undefined
  const session = await tx.first(
    query.selectFrom(sessions).select(sessionColumns).where('id', '=', token.session_id).forUpdate(),
  )
  return session && { session, generation: token.generation }
}

export async function findSession(tx: Transaction, id: string): Promise<SessionRow | undefined> {
  return tx.first(query.selectFrom(sessions).select(sessionColumns).where('id', '=', id))
}

export async function advanceSession(
  tx: Transaction,
  id: string,
  next: { generation: number; rotatedAt: Date; expiresAt: Date; address: string },
): Promise<void> {
  await tx.run(
    query
      .updateTable(sessions)
      .set({
        generation: next.generation,
        rotated_at: next.rotatedAt,
        expires_at: next.expiresAt,
        address: next.address,
        last_used_at: tx.now,
      })
      .where('id', '=', id),
  )
}

/** Records the use of a session; its expiry stays as the last refresh set it. */
export async function recordSessionUse(tx: Transaction, id: string): Promise<void> {
  await tx.run(query.updateTable(sessions).set({ last_used_at: tx.now }).where('id', '=', id))
}

export async function endSession(tx: Transaction, id: string, reason: EndReason): Promise<void> {
  await tx.run(
    query
      .updateTable(sessions)
      .set({ ended_at: tx.now, end_reason: reason })
      .where('id', '=', id)
      .where('ended_at', 'is', null),
  )
}

export async function endSessionsOf(tx: Transaction, userId: string, reason: EndReason): Promise<void> {
  await tx.run(
    query
      .updateTable(sessions)
      .set({ ended_at: tx.now, end_reason: reason })
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null),
  )
}

/** Valid sessions, the latest used first. @param currentId the session of the present call, if any */
export async function findOpenSessions(
  tx: Transaction,
  userId: string,
  currentId: string | null,
): Promise<SignIn[]> {
  const rows = await tx.rows(
    query
      .selectFrom(sessions)
      .select(['id', 'started_at', 'last_used_at', 'address', 'user_agent'])
      .where('user_id', '=', userId)
      .where('ended_at', 'is', null)
      .where('expires_at', '>', tx.now)
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
  )
  return rows.map((row) => ({
    id: row.id,
    startedAt: row.started_at.toISOString(),
    lastUsedAt: row.last_used_at.toISOString(),
    address: row.address,
    userAgent: row.user_agent,
    isCurrent: row.id === currentId,
  }))
}

/** Ends open sessions of a user: one, or all except one. @returns how many ended */
export async function endOpenSessions(
  tx: Transaction,
  userId: string,
  reason: EndReason,
  which: { only?: string; except?: string } = {},
): Promise<number> {
  let ending = query
    .updateTable(sessions)
    .set({ ended_at: tx.now, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
  if (which.only !== undefined) ending = ending.where('id', '=', which.only)
  if (which.except !== undefined) ending = ending.where('id', '<>', which.except)
  return tx.run(ending)
}

/** Deletes sessions and their tokens that ended or expired before `before`. */
export async function deleteOldSessions(tx: Transaction, before: Date): Promise<void> {
  await tx.run(
    query
      .deleteFrom(sessions)
      .where((where) => where.or([where('ended_at', '<', before), where('expires_at', '<', before)])),
  )
}
