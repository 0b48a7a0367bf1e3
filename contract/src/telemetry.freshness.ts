import { dayMs, minuteMs, secondMs } from './time-units.ts'

// How old is too old, in milliseconds. Reports are aged by their arrival, fixes by their own time.

/** A vehicle without a report for this long is silent; until then its device counts as reporting. */
export const silentAfterMs = 10 * minuteMs

/** A gateway process without a sign of life for this long is gone, and so are its connections. */
export const gatewayGoneAfterMs = 20 * secondMs

/** An older fix is shown grey with its age on maps, and raises no approach alert. */
export const currentFixMs = minuteMs

/** With an older fix an engine is not stopped. */
export const stopEngineFixMs = 2 * minuteMs

/** With an older fix dispatch does not estimate where a vehicle is. */
export const dispatchFixMs = 30 * minuteMs

/** Of an older fix the vehicle's status is not shown any more. */
export const statusFixMs = dayMs

/** A shorter stop belongs to the trip. */
const stayMs = 3 * minuteMs

/** Since when a vehicle stands by its last fix; null if it stopped only just now. */
export const standingSince = (stoppedAt: number | null, fixAt: number | null): number | null =>
  stoppedAt !== null && fixAt !== null && fixAt - stoppedAt >= stayMs ? stoppedAt : null
