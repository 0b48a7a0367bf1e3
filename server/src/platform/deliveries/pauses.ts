import { hourMs, minuteMs, secondMs } from '@rumbo/contract/time-units'

/** Pauses after the first, second, … failed attempt; after the last one the delivery has failed. */
const pausesMs = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs]
export const maxAttempts = pausesMs.length + 1
/** A server may ask for a longer pause than ours, up to this. */
const longestRetryAfterMs = hourMs

/**
 * @param attempt number of the failed attempt, from 1
 * @param retryAfterMs what the server asked for, 0 if nothing
 * @returns milliseconds until the next attempt; null after the last one
 */
export function pauseAfter(attempt: number, retryAfterMs: number): number | null {
  const pause = pausesMs[attempt - 1]
  return pause === undefined ? null : Math.max(pause, Math.min(retryAfterMs, longestRetryAfterMs))
}

/** Milliseconds of a Retry-After header, which states seconds or a date; 0 for none or an invalid one. */
export function retryAfterOf(header: string | null, now: Date): number {
  if (header === null) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * secondMs : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
