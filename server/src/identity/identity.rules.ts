import { type Level, levels } from '@rumbo/contract/access'
import { usernamePattern } from '@rumbo/contract/identity.contract'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { minuteMs } from '@rumbo/contract/time-units'

export const userStatuses = ['active', 'inactive', 'locked', 'pending'] as const
export type UserStatus = (typeof userStatuses)[number]

const minutes = (count: number) => count * minuteMs
/** Five failed logins in 15 minutes lock for 15 minutes. */
export const lockout = { failures: 5, withinMs: minutes(15), lockedMs: minutes(15) }
/** Attempts and sends are counted per window, across all codes sent within it. */
export const resetting = { codeLivesMs: minutes(15), tries: 5, sendings: 5, windowMs: minutes(60) }
/** How long a new authenticator secret may wait for its first code. */
export const pendingSecretMs = minutes(15)
export const recoveryCodeCount = 10
export const invitationMs = 7 * 24 * minutes(60)
export const accessTokenSeconds = 3600
/** A session expires after this idle time. */
export const sessionIdleSeconds = 30 * 24 * 3600
/** Minimum interval between updates of a session's last use. */
export const sessionSeenMs = minutes(5)
/** How long the predecessor of a refresh token is accepted while its successor is unused. */
const predecessorMs = 60_000
export const deviceSeconds = 400 * 24 * 3600

/** Why a new username is refused, by the rule of the contract; null if it is not. */
export const refuseUsername = (name: string): 'too_short' | 'too_long' | 'username_letters' | null =>
  name.length < 3
    ? 'too_short'
    : name.length > 50
      ? 'too_long'
      : usernamePattern.test(name)
        ? null
        : 'username_letters'

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

/** Whether `level` ranks above `other`. */
export function isAbove(level: Level, other: Level): boolean {
  return levels.indexOf(level) > levels.indexOf(other)
}

/**
 * When the lock caused by these failures ends; null if there is none.
 * @param failures times of the failed attempts since the last success, in any order
 */
export function lockedUntil(failures: readonly Date[], now: Date): Date | null {
  const latest = failures.map((at) => at.getTime()).sort((a, b) => b - a)
  const newest = latest[0]
  const oldest = latest[lockout.failures - 1]
  if (newest === undefined || oldest === undefined || newest - oldest > lockout.withinMs) return null
  const end = newest + lockout.lockedMs
  return end > now.getTime() ? new Date(end) : null
}

/** Why a user with the right password may not sign in; null if they may. */
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
 * How to treat a refresh token: `rotate` (the current one), `again` (its predecessor: the response was lost, or a
 * second tab shares the cookie), `reused` (end the token family).
 */
export function decideRefresh(
  token: { generation: number },
  session: { generation: number; rotatedAt: Date },
  now: Date,
): 'rotate' | 'again' | 'reused' {
  if (token.generation === session.generation) return 'rotate'
  const isFresh = now.getTime() - session.rotatedAt.getTime() <= predecessorMs
  return token.generation === session.generation - 1 && isFresh ? 'again' : 'reused'
}

/** The counters of a series of codes; they start from zero after the window has ended. */
export function resetWindow<Row extends { tries: number; sendings: number; windowStartedAt: Date }>(
  row: Row | undefined,
  now: Date,
): { tries: number; sendings: number; windowStartedAt: Date } {
  if (!row || now.getTime() - row.windowStartedAt.getTime() >= resetting.windowMs)
    return { tries: 0, sendings: 0, windowStartedAt: now }
  return { tries: row.tries, sendings: row.sendings, windowStartedAt: row.windowStartedAt }
}

type CodeWindow = ReturnType<typeof resetWindow>

/** Whether no further code may be sent: five were sent, or five wrong attempts would make another one unusable. */
export const isUsedUp = ({ tries, sendings }: CodeWindow): boolean =>
  sendings >= resetting.sendings || tries >= resetting.tries

/** When the counters are reset. */
export const windowEnd = ({ windowStartedAt }: CodeWindow): Date =>
  new Date(windowStartedAt.getTime() + resetting.windowMs)

/** Normalises a recovery code for hashing: `abcde-fghij` and `ABCDE FGHIJ` are the same code. */
export const recoveryCodeOf = (typed: string) => typed.toUpperCase().replace(/[^A-Z0-9]/g, '')
