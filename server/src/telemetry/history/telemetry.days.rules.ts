import { dayMs } from '@rumbo/contract/time-units'

/** A calendar day in a company's time zone, such as `2026-03-02`; epoch ms, from inclusive, to exclusive. */
export interface LocalDay {
  day: string
  fromMs: number
  toMs: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    const fields = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    const time = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const
    try {
      format = new Intl.DateTimeFormat('en-CA', { timeZone, ...fields, ...time })
    } catch {
      // Node does not know the zone, so days are those of UTC.
      format = new Intl.DateTimeFormat('en-CA', { timeZone: 'UTC', ...fields, ...time })
    }
    formats.set(timeZone, format)
  }
  return format
}

/** The local time of a zone at a moment, as if it were UTC. */
export function wallClockMs(timeZone: string, ms: number): number {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  )
  const { year, month, day, hour, minute, second } = parts
  return Date.parse(`${year?.padStart(4, '0')}-${month}-${day}T${hour}:${minute}:${second}Z`)
}

const dayText = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** Start of a day in a zone, epoch ms; if daylight saving skips midnight, the moment after the gap. */
export function dayStartMs(timeZone: string, day: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  let guess = midnight
  for (let turn = 0; turn < 3; turn += 1) guess += midnight - wallClockMs(timeZone, guess)
  return guess
}

/** The date `days` days after `day`; a negative number counts back. */
export const dayAfter = (day: string, days = 1): string =>
  dayText(Date.parse(`${day}T00:00:00Z`) + days * dayMs)

const lastDays = new Map<string, LocalDay>()

/** The local day of a moment; the last day is cached. */
export function localDay(timeZone: string, ms: number): LocalDay {
  const known = lastDays.get(timeZone)
  if (known && ms >= known.fromMs && ms < known.toMs) return known
  const day = dayText(wallClockMs(timeZone, Math.floor(ms / 1000) * 1000))
  const found = { day, fromMs: dayStartMs(timeZone, day), toMs: dayStartMs(timeZone, dayAfter(day)) }
  lastDays.set(timeZone, found)
  return found
}
