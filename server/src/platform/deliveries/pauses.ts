import { hourMs, minuteMs, secondMs } from '@rumbo/contract/time-units'
import type { DeliveryChannel } from './sender.ts'

const ofProviders = [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs, hourMs, 4 * hourMs]
/** Pauses after the first, second, … failed attempt; after the last one the delivery has failed. */
const pausesMs: Readonly<Record<DeliveryChannel, readonly number[]>> = {
  email: ofProviders,
  sms: ofProviders,
  push: [5 * secondMs, 30 * secondMs, 5 * minuteMs, 30 * minuteMs],
  webhook: [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 5 * hourMs, 10 * hourMs, 10 * hourMs],
}
export const maxAttemptsOf = (channel: DeliveryChannel) => pausesMs[channel].length + 1
/** A server may ask for a longer pause than ours, up to this. */
const longestRetryAfterMs = hourMs

/**
 * @param attempt number of the failed attempt, from 1
 * @param retryAfterMs what the server asked for, 0 if nothing
 * @returns milliseconds until the next attempt; null after the last one
 */
export function pauseAfter(channel: DeliveryChannel, attempt: number, retryAfterMs: number): number | null {
  const pause = pausesMs[channel][attempt - 1]
  return pause === undefined ? null : Math.max(pause, Math.min(retryAfterMs, longestRetryAfterMs))
}

/** Milliseconds of a Retry-After header, which states seconds or a date; 0 for none or an invalid one. */
export function retryAfterOf(header: string | null | undefined, now: Date): number {
  if (header == null) return 0
  const ms = /^\d{1,9}$/.test(header) ? Number(header) * secondMs : Date.parse(header) - now.getTime()
  return Number.isFinite(ms) ? Math.max(0, ms) : 0
}
