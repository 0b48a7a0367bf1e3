import {
  isPressing,
  type NotificationMethod,
  type NotificationPriority,
} from '@rumbo/contract/notifications.contract'
import type { ChosenMethod, TopicPreference } from '@rumbo/contract/notifications.preferences.contract'
import type { digestPeriods } from '@rumbo/contract/notifications.rules.contract'
import { hourMs, minuteMs } from '@rumbo/contract/time-units'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import { isAllowedAt, wallClock } from '@rumbo/contract/vehicles.hours'
import { priorityOrder } from '../notifications.priorities.rules.ts'

/**
 * Those of a rule's methods that can reach a recipient at all: contacts of the directory read nothing in the app, and webhooks
 * are called for nobody in particular.
 */
export const methodsTo = (
  { userId }: { userId: string | null },
  methods: readonly NotificationMethod[],
): NotificationMethod[] =>
  methods.filter((method) =>
    userId === null ? method === 'email' || method === 'sms' : method !== 'webhook',
  )

type Digest = (typeof digestPeriods)[number]

/** Nobody verified the address, so nothing goes to it, or there is none. */
export type MissingAddress = 'not_verified' | 'no_address'

/** What decides how a notification reaches one person by one method. */
export interface MethodCase {
  method: Exclude<NotificationMethod, 'in_app' | 'webhook'>
  priority: NotificationPriority
  /** Of the rule. */
  digest: Digest | null
  ignoresQuietHours: boolean
  /** Null: the person chose nothing for the topic, so everything reaches them. */
  preference: Pick<TopicPreference, 'methods' | 'leastPriority' | 'digest'> | null
  isConfigured: boolean
  /** Why it has no address to go to; null where it has one. */
  missing: MissingAddress | null
  quietWindows: readonly HoursWindow[]
  timeZone: string
  now: Date
}
export type MethodDecision =
  | { do: 'send' }
  | { do: 'wait'; until: Date; why: 'quiet' | 'digest' }
  /** Not wanted by this person. */
  | { do: 'nothing' }
  | { do: 'fail'; detail: 'not_configured' | MissingAddress }

/** One outcome for each case. Digests are mails; pressing notifications wait for nothing. */
export function decideMethod(given: MethodCase): MethodDecision {
  const { method, priority, preference, now, timeZone } = given
  if (preference && !preference.methods.includes(method satisfies ChosenMethod)) return { do: 'nothing' }
  if (preference && priorityOrder(priority) < priorityOrder(preference.leastPriority))
    return { do: 'nothing' }
  if (!given.isConfigured) return { do: 'fail', detail: 'not_configured' }
  if (given.missing !== null) return { do: 'fail', detail: given.missing }
  if (isPressing(priority)) return { do: 'send' }
  const chosen = preference?.digest ?? given.digest
  const digest = chosen === 'each' ? null : chosen
  if (method === 'email' && digest !== null)
    return { do: 'wait', until: nextDigest(digest, now, timeZone), why: 'digest' }
  if (given.ignoresQuietHours) return { do: 'send' }
  const until = quietUntil(given.quietWindows, now, timeZone)
  return until === null ? { do: 'send' } : { do: 'wait', until, why: 'quiet' }
}

const longestMs = 8 * 24 * hourMs
const quarterMs = 15 * minuteMs
const nextMinute = (at: number) => (Math.floor(at / minuteMs) + 1) * minuteMs

/** Creating the answer looks at the clock on the wall many times, and the recipients of a notification share it. */
const remembered = new Map<string, Date | null>()
const rememberedAtMost = 1_000
function once(key: string, find: () => Date | null): Date | null {
  const known = remembered.get(key)
  if (known !== undefined) return known
  if (remembered.size >= rememberedAtMost) remembered.clear()
  const found = find()
  remembered.set(key, found)
  return found
}

/**
 * The first full minute after a moment at which something holds by the clock on the wall; null where it does not within
 * eight days. It is found by quarters of an hour first, so it must hold for a quarter; days of 23 or 25 hours are no special
 * case.
 */
function firstMinute(
  now: Date,
  timeZone: string,
  holds: (clock: ReturnType<typeof wallClock>) => boolean,
): Date | null {
  const isAt = (at: number) => holds(wallClock(new Date(at), timeZone))
  for (let at = nextMinute(now.getTime()); at <= now.getTime() + longestMs; at += quarterMs) {
    if (!isAt(at)) continue
    let first = at
    while (first - minuteMs > now.getTime() && isAt(first - minuteMs)) first -= minuteMs
    return new Date(first)
  }
  return null
}

/** When the quiet hours end that a moment is in; null where it is in none. Hours that never end are none. */
export function quietUntil(windows: readonly HoursWindow[], now: Date, timeZone: string): Date | null {
  if (windows.length === 0 || !isAllowedAt(windows, wallClock(now, timeZone))) return null
  const key = `${JSON.stringify(windows)} ${timeZone} ${nextMinute(now.getTime())}`
  return once(key, () => firstMinute(now, timeZone, (clock) => !isAllowedAt(windows, clock)))
}

/** The hour of the day at which digests of a day or week are sent. */
const digestHour = 8
const monday = 1

/** The next end of a period: the full hour, or eight in the morning by the clock on the wall, of Mondays for a week. */
export function nextDigest(period: Digest, now: Date, timeZone: string): Date {
  if (period === 'hour') return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
  const isHour = ({ day, minute }: { day: number; minute: number }) =>
    Math.floor(minute / 60) === digestHour && (period === 'day' || day === monday)
  const key = `${period} ${timeZone} ${nextMinute(now.getTime())}`
  const found = once(key, () => {
    // Within the hour of a digest, the next one is meant.
    const isIn = isHour(wallClock(now, timeZone))
    const from = isIn ? firstMinute(now, timeZone, (clock) => !isHour(clock)) : now
    return from && firstMinute(new Date(from.getTime() - minuteMs), timeZone, isHour)
  })
  return found ?? new Date(now.getTime() + 24 * hourMs)
}
