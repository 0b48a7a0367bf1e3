import type { SessionUser } from '@rumbo/contract/identity.contract'
import { minuteMs } from '@rumbo/contract/time-units'

export const refreshMarginMs = 5 * minuteMs
export const tokenCheckMs = 60_000
/** A gap longer than this between two checks, in milliseconds, means that the computer slept. */
export const sleepGapMs = 150_000
const refreshFailureExpiryMs = 300_000
const pendingChangeLifetimeMs = 15 * minuteMs
export const defaultTokenLifetimeSeconds = 3600

interface Named {
  display_name?: string | null
  name?: string | null
  first_name?: string | null
  lastname?: string | null
  last_name?: string | null
  username?: string | null
  email?: string | null
}

/** display_name, else first and last name, else username, else email, else `unknown`. */
export function displayName(user: Named | null, unknown = 'Unknown User'): string {
  if (user === null) return unknown
  const first = user.name || user.first_name || ''
  const last = user.lastname || user.last_name || ''
  const full = `${first} ${last}`.trim()
  return user.display_name?.trim() || full || user.username || user.email || unknown
}

/** Words before a surname that have no initial of their own. */
const particle = /^(de|del|la|las|los|y|da|do|dos|das|van|von)$/i

/**
 * One or two capital letters for the avatar: of the first name and the first surname. Without `lastName`, of four words
 * or more the third is taken for the first surname, otherwise the second.
 */
export function initials(name: string, lastName = ''): string {
  const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '' && !particle.test(word))
  const words = wordsOf(name)
  const [surname] = wordsOf(lastName)
  return [words[0], surname ?? words[words.length > 3 ? 2 : 1]]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toLocaleUpperCase()
}

/** The fields of a user that session storage keeps. */
export function reducedUser(user: SessionUser) {
  const { id, name, lastname, username, can_login, is_active } = user
  return { id, name, lastname, username, can_login, is_active }
}

export type FailureReview =
  | { hasFailed: false; store: 'nothing' | 'clear' }
  | { hasFailed: true; store: 'nothing' | 'now' }

/** Reviews the stored failure at start: one older than 300 s is cleared, one without a time gets the current time. */
export function reviewStoredFailure(flag: string | null, time: string | null, nowMs: number): FailureReview {
  if (flag !== 'true') return { hasFailed: false, store: time === null ? 'nothing' : 'clear' }
  const failedAtMs = time === null ? Number.NaN : Number(time)
  if (!Number.isFinite(failedAtMs)) return { hasFailed: true, store: 'now' }
  if (nowMs - failedAtMs > refreshFailureExpiryMs) return { hasFailed: false, store: 'clear' }
  return { hasFailed: true, store: 'nothing' }
}

/** Whether this refusal of a login asks for a new password. */
export function demandsPasswordChange(code: string | null, message: string): boolean {
  return code === 'password_change_required' || /password (reset|change) required/i.test(message)
}

export interface PendingChange {
  username: string
  /** Salt and salted digest in hex, `salt:digest`; empty in an insecure context, where the server compares. */
  password: string
  /** Epoch milliseconds of the login that asked for the change. */
  timestamp: number
}

export type PendingState = 'none' | 'expired' | 'valid'

/** Whether a forced change may continue: a record must exist and be at most 15 minutes old. */
export function pendingState(record: Pick<PendingChange, 'timestamp'> | null, nowMs: number): PendingState {
  if (record === null) return 'none'
  return nowMs - record.timestamp > pendingChangeLifetimeMs ? 'expired' : 'valid'
}

const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
/** Slows down guessing from a copy of session storage; a browser needs 0.1 s. */
const digestIterations = 200_000

async function digestOf(salt: string, password: string): Promise<string | null> {
  const { subtle } = globalThis.crypto ?? {}
  if (!subtle) return null
  const text = new TextEncoder()
  const key = await subtle.importKey('raw', text.encode(password), 'PBKDF2', false, ['deriveBits'])
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt: text.encode(salt), iterations: digestIterations }
  return hex(new Uint8Array(await subtle.deriveBits(how, key, 256)))
}

/** Creates the record of a forced password change; it does not contain the password itself. */
export async function pendingChange(
  username: string,
  password: string,
  nowMs: number,
): Promise<PendingChange> {
  const salt = hex(crypto.getRandomValues(new Uint8Array(16)))
  const digest = await digestOf(salt, password)
  return { username, password: digest === null ? '' : `${salt}:${digest}`, timestamp: nowMs }
}

/** Whether the typed current password is the pending one; true where only the server can verify it. */
export async function isPendingPassword({ password }: PendingChange, typed: string): Promise<boolean> {
  const [salt = '', kept] = password.split(':')
  if (!kept) return password === ''
  return (await digestOf(salt, typed)) === kept
}
