import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'

/** Mexico City has no daylight saving time. */
const offsetMs = 6 * hourMs
const quarterMs = 15 * minuteMs
/** When the day shifts of the coming days begin, and how long they and the one of now last. */
export const startHour = 7
export const shiftHours = 9
/** A shift of now ends so long before the one of tomorrow at the latest. */
const restHours = 1
/** The windows of today: minutes until the first one opens, between two of them, and how long they last. */
const firstMinutes = 20
const minutesBetween = 11
const windowMinutes = [30, 45, 60] as const
/** A service is dispatched so long before its window. */
const marginMinutes = 30

/** The midnight of Mexico City before an instant. */
export const midnightBefore = (ms: number): number => Math.floor((ms - offsetMs) / dayMs) * dayMs + offsetMs

/** When a shift ends that begins now. */
export const endOfDuty = (now: number): number =>
  Math.min(now + shiftHours * hourMs, midnightBefore(now) + dayMs + (startHour - restHours) * hourMs)

const timeOf = (ms: number) => new Date(ms - offsetMs).toISOString().slice(11, 16)

/** The times of day that the plan of now covers, on whole hours; the end may be on the next day. */
export const planTimes = (now: number): { startTime: string; endTime: string } => ({
  startTime: timeOf(Math.floor(now / hourMs) * hourMs),
  endTime: timeOf(Math.ceil(endOfDuty(now) / hourMs) * hourMs),
})

/** When the order with this place among those of today is dispatched, and its window, which is over before the shift is. */
export function timesOfOrder(
  now: number,
  at: number,
  random: () => number,
): { dispatch: number; opens: number; closes: number } {
  const opens = Math.ceil((now + (firstMinutes + at * minutesBetween) * minuteMs) / quarterMs) * quarterMs
  const lasts = windowMinutes[Math.floor(random() * windowMinutes.length)] ?? windowMinutes[0]
  return {
    opens,
    closes: opens + lasts * minuteMs,
    dispatch: Math.max(now + minuteMs, opens - marginMinutes * minuteMs),
  }
}
