import { dayMs, hourMs, minuteMs } from '@rumbo/contract/time-units'
import { expect, test } from './test.ts'

/** Mexico City is so far behind UTC all year. */
const behindUtcMs = 6 * hourMs

/** Milliseconds until the next midnight in Mexico City. */
export const toMidnightMs = (): number => dayMs - ((Date.now() - behindUtcMs) % dayMs)

/** For tests of what begins anew each day: in the last minutes before midnight in Mexico City, waits until it is over. */
export async function awayFromMidnight(neededMs = 4 * minuteMs): Promise<void> {
  const restMs = toMidnightMs()
  if (restMs > neededMs) return
  test.setTimeout(test.info().timeout + restMs)
  await expect.poll(toMidnightMs, { timeout: restMs + minuteMs }).toBeGreaterThan(neededMs)
}
