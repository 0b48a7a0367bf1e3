import type { HoursWindow } from './vehicles.contract.ts'

const minutesOfDay = 1_440
const hour = '((?:[01]?\\d|2[0-3]):[0-5]\\d)'
const windowText = new RegExp(`^([1-7](?:\\s*[,-]\\s*[1-7])*)\\s+${hour}\\s*-\\s*${hour}$`)
const minuteOf = (hour: string): number => Number(hour.slice(0, 2)) * 60 + Number(hour.slice(3))

/** Creating a formatter is slower than using it, and callers format many minutes. */
const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** Local day of the week (1 Monday to 7) and minute of the day of an instant in a time zone. */
export function wallClock(at: Date, timeZone: string): { day: number; minute: number } {
  const parts = clockOf(timeZone).formatToParts(at)
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? ''
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday')) + 1
  return { day, minute: Number(part('hour')) * 60 + Number(part('minute')) }
}

/**
 * Whether a vehicle may be on the road. Windows are in local time: the hour skipped when clocks go forward never occurs,
 * and of the hour repeated when they go back both passes are treated alike.
 * @param windows empty: always
 */
export const isWithinHours = (windows: readonly HoursWindow[], at: Date, timeZone: string): boolean =>
  windows.length === 0 || isAllowedAt(windows, wallClock(at, timeZone))

/** The same, for a day and minute as `wallClock` returns them. */
export function isAllowedAt(
  windows: readonly HoursWindow[],
  { day, minute }: { day: number; minute: number },
): boolean {
  if (windows.length === 0) return true
  const yesterday = day === 1 ? 7 : day - 1
  return windows.some(({ days, from, to }) => {
    const begin = minuteOf(from)
    const end = minuteOf(to) + (minuteOf(to) <= begin ? minutesOfDay : 0)
    const isIn = (since: number) => since >= begin && since < end
    return (days.includes(day) && isIn(minute)) || (days.includes(yesterday) && isIn(minute + minutesOfDay))
  })
}

/** `1,2,3,4,5 06:00-22:00; 6 22:00-04:00`: the text form of windows in spreadsheets. */
export const hoursText = (windows: readonly HoursWindow[]): string =>
  windows.map(({ days, from, to }) => `${days.join(',')} ${from}-${to}`).join('; ')

/** Parses the form of `hoursText`, also with ranges of days (`1-5`); null for any other text. */
export function parseHours(text: string): HoursWindow[] | null {
  const windows: HoursWindow[] = []
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const found = windowText.exec(part)
    if (!found) return null
    const [, daysText = '', from = '', to = ''] = found
    const days = daysOf(daysText)
    if (days.length === 0) return null
    windows.push({ days, from: from.padStart(5, '0'), to: to.padStart(5, '0') })
  }
  return windows
}

function daysOf(text: string): number[] {
  const days = text.split(',').flatMap((one) => {
    const [first = 0, last = first] = one.split('-').map(Number)
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
  })
  return [...new Set(days)].sort((a, b) => a - b)
}
