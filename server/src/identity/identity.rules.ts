import { type Level, levels } from '@rumbo/contract/access'
import type { ProblemCode } from '@rumbo/contract/problems.contract'

export const userStatuses = ['active', 'inactive', 'locked', 'pending'] as const
export type UserStatus = (typeof userStatuses)[number]

const minutes = (count: number) => count * 60_000
/** Five failed logins in 15 minutes lock for 15 minutes. */
export const lockout = { failures: 5, withinMs: minutes(15), lockedMs: minutes(15) }
/** Tries and sendings are counted over the window, across every code sent within it. */
export const resetting = { codeLivesMs: minutes(15), tries: 5, sendings: 5, windowMs: minutes(60) }
/** A secret for an authenticator waits this long for its first code. */
export const pendingSecretMs = minutes(15)
export const recoveryCodeCount = 10
export const invitationMs = 7 * 24 * minutes(60)
export const accessTokenSeconds = 3600
/** A session nobody used for so long ends by itself. */
export const sessionIdleSeconds = 30 * 24 * 3600
/** When a session was last seen is noted no more often than this. */
export const sessionSeenMs = minutes(5)
/** How long the predecessor of a refresh token is taken while its successor is unused. */
export const predecessorMs = 60_000
export const deviceSeconds = 400 * 24 * 3600

/** display_name, else first plus last name, else username, else email, else Unknown User. */
export function displayNameOf(person: {
  display_name?: string | null
  first_name?: string | null
  last_name?: string | null
  username?: string | null
  email?: string | null
}): string {
  const full = `${person.first_name ?? ''} ${person.last_name ?? ''}`.trim()
  const name = person.display_name?.trim() || full || person.username || person.email || 'Unknown User'
  return name.replace(/[\p{Cc}\s]+/gu, ' ')
}

/** Whether `level` stands above `other`. */
export function isAbove(level: Level, other: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(other)
}

/**
 * When the lock that these failures earned ends; null without one.
 * @param failures times of the failed tries since the last success, in any order
 */
export function lockedUntil(failures: readonly Date[], now: Date): Date | null {
  const latest = failures.map((at) => at.getTime()).sort((a, b) => b - a)
  const newest = latest[0]
  const oldest = latest[lockout.failures - 1]
  if (newest === undefined || oldest === undefined || newest - oldest > lockout.withinMs) return null
  const end = newest + lockout.lockedMs
  return end > now.getTime() ? new Date(end) : null
}

/** Why somebody with the right password still may not enter; null where they may. */
export function refusalOf(status: string): ProblemCode | null {
  switch (status) {
    case 'active':
      return null
    case 'locked':
      return 'account_locked'
    case 'pending':
      return 'account_pending'
    default:
      return 'account_deactivated'
  }
}

/**
 * What becomes of a refresh token: `rotate` (the present one), `again` (its predecessor, whose answer was lost or
 * who shares the cookie with a second tab), `reused` (the family ends).
 */
export function judgeRefresh(
  token: { generation: number },
  session: { generation: number; rotatedAt: Date },
  now: Date,
): 'rotate' | 'again' | 'reused' {
  if (token.generation === session.generation) return 'rotate'
  const isFresh = now.getTime() - session.rotatedAt.getTime() <= predecessorMs
  return token.generation === session.generation - 1 && isFresh ? 'again' : 'reused'
}

/** The counters of a reset series as they stand now: those of a finished window count no more. */
export function resetWindow<Row extends { tries: number; sendings: number; windowStartedAt: Date }>(
  row: Row | undefined,
  now: Date,
): { tries: number; sendings: number; windowStartedAt: Date } {
  if (!row || now.getTime() - row.windowStartedAt.getTime() >= resetting.windowMs)
    return { tries: 0, sendings: 0, windowStartedAt: now }
  return { tries: row.tries, sendings: row.sendings, windowStartedAt: row.windowStartedAt }
}

type CodeWindow = ReturnType<typeof resetWindow>

/** Whether no further code may be sent: five were, or five wrong tries make any further code useless. */
export const isUsedUp = ({ tries, sendings }: CodeWindow): boolean =>
  sendings >= resetting.sendings || tries >= resetting.tries

/** When tries and sendings are forgotten. */
export const windowEnd = ({ windowStartedAt }: CodeWindow): Date =>
  new Date(windowStartedAt.getTime() + resetting.windowMs)

/** A recovery code as it is hashed: however it was typed, `abcde-fghij` and `ABCDE FGHIJ` are one. */
export const recoveryCodeOf = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
