import { minuteMs } from '@rumbo/contract/time-units'

const days = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment (epoch milliseconds) in a time zone, `YYYY-MM-DD`. */
export function dayAt(ms: number, timeZone: string): string {
  let format = days.get(timeZone)
  if (!format) {
    const parts = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
    format = new Intl.DateTimeFormat('en-CA', { timeZone, ...parts })
    days.set(timeZone, format)
  }
  return format.format(ms)
}

/** Whether a text, such as one of an address, is a day like `2026-03-02`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`))

/** `2026-03-02` as `02/03/2026`. */
export const dateText = (date: string): string => date.split('-').reverse().join('/')

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Offset of a zone from UTC at a moment, in milliseconds. */
function offsetAt(ms: number, timeZone: string): number {
  let format = clocks.get(timeZone)
  if (!format) {
    const parts = {
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    } as const
    format = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, hourCycle: 'h23' })
    clocks.set(timeZone, format)
  }
  return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`) - Math.floor(ms / minuteMs) * minuteMs
}

/** The start of a calendar day, `YYYY-MM-DD`, in a time zone, in epoch milliseconds. */
export function startOfDay(day: string, timeZone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // The second iteration is for a zone whose offset changes that night.
  const guess = midnight - offsetAt(midnight, timeZone)
  return midnight - offsetAt(guess, timeZone)
}
