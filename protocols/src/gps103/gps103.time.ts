import { utcTime } from '../coordinates.ts'

const halfDay = 12 * 3_600_000

/** `yymmddhhmm[ss]` or `yy/mm/dd hh:mm` as if it were UTC; null when it is no date. */
export function readLocalTime(text: string): Date | null {
  const parts = /^(\d\d)\/?(\d\d)\/?(\d\d) ?(\d\d):?(\d\d)(\d\d)?$/.exec(text)
  if (!parts) return null
  const part = (index: number) => Number(parts[index] ?? 0)
  return utcTime(part(1), part(2), part(3), part(4), part(5), part(6))
}

/**
 * The time of a fix. Its clock is UTC but its date is local to the device: uses the day on which the two are at most twelve
 * hours apart. Without the clock, the local time is read as UTC.
 * @param local what `readLocalTime` read
 * @param clock `hhmmss` or `hhmmss.sss` in UTC
 */
export function timeOfFix(local: Date | null, clock: string): Date | null {
  if (!local) return null
  const parts = /^(\d\d)(\d\d)(\d\d)(?:\.\d+)?$/.exec(clock)
  if (!parts) return local
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth() + 1, local.getUTCDate()]
  const sameDay = utcTime(year, month, day, Number(parts[1]), Number(parts[2]), Number(parts[3]))
  if (!sameDay) return null
  const ahead = local.getTime() - sameDay.getTime()
  if (ahead > halfDay) return new Date(sameDay.getTime() + 2 * halfDay)
  return ahead < -halfDay ? new Date(sameDay.getTime() - 2 * halfDay) : sameDay
}

/** `yymmddhhmmss` of a moment, in UTC. */
export function writeTime(time: Date): string {
  return time.toISOString().replace(/\D/g, '').slice(2, 14)
}
