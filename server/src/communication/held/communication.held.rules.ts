import { minuteMs } from '@rumbo/contract/time-units'

/** A position is fresh for this long. */
const freshMs = 2 * minuteMs
/** A vehicle faster than this moves. */
export const movingKmh = 5
/** A message is held no longer after the vehicle has been silent for this long. */
export const silentMs = 10 * minuteMs

interface Fix {
  fixAt: Date | null
  speedKmh: number | null
}

/** Whether a vehicle moves by its last position: messages to its driver then wait. */
export const isMoving = ({ fixAt, speedKmh }: Fix, now: Date): boolean =>
  fixAt !== null && now.getTime() - fixAt.getTime() < freshMs && (speedKmh ?? 0) > movingKmh
