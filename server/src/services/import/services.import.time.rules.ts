import type { FieldCode } from '@rumbo/contract/problems.contract'

const clocks = new Map<string, Intl.DateTimeFormat>()
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone)
  if (known) return known
  const two = '2-digit'
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, ...parts, hourCycle: 'h23' })
  clocks.set(timeZone, clock)
  return clock
}
/** Milliseconds of the wall clock at an instant, read as if it were UTC. */
const wallMs = (ms: number, timeZone: string): number =>
  Date.parse(`${clockOf(timeZone).format(new Date(ms)).replace(' ', 'T')}Z`)

/**
 * The instant at which the wall clock of a time zone shows this time; the first of two where clocks are set back, null
 * where they are set forward over it.
 */
function instantOf(wall: number, timeZone: string): string | null {
  const dayMs = 86_400_000
  const offsets = [wall - dayMs, wall + dayMs].map((ms) => wallMs(ms, timeZone) - ms)
  const found = offsets
    .map((offset) => wall - offset)
    .filter((ms) => wallMs(ms, timeZone) === wall)
    .toSorted((a, b) => a - b)
  return found[0] === undefined ? null : new Date(found[0]).toISOString()
}

const time = String.raw`(?:[T ,]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*([ap])?\.?\s*m?\.?)`
const yearFirst = new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${time}$`, 'i')
const yearLast = new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${time}$`, 'i')
const yearLastDay = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}$/
const withOffset = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/i
const shortYear = /^\d{1,2}[-/.]\d{1,2}[-/.]\d{2}(\D|$)/

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:\s*[ap]\.?\s*m?\.?)?`
const clockOnly = new RegExp(`^${clock}$`, 'i')
const hourOnly = /^(\d{1,2})\s*([ap]\.?\s*m\.?)$/i
const clockRange = new RegExp(
  String.raw`^(?:de\s+(?:las?\s+)?)?(${clock})\s*(?:-|–|—|a|al|to)\s*(?:las?\s+)?(${clock})$`,
  'i',
)
/** Before the time of a workbook's cell that has no date. */
const noDate = /^(?:1899-12-3[01]|1900-01-0[01]|1904-01-01) (?=\d)/

/** A time of day without a date, as `readLocalTime` reads it after one; null for anything else. */
export function readClock(text: string): string | null {
  const plain = text.replace(noDate, '')
  const hour = hourOnly.exec(plain)
  if (hour) return `${hour[1]}:00 ${hour[2]}`
  return clockOnly.test(plain) ? plain : null
}

/** Both times of `09:00-11:30` or `9:00 a 11:30`; null for anything else. */
export function splitClocks(text: string): { from: string; until: string } | null {
  const [, from, until] = clockRange.exec(text) ?? []
  return from !== undefined && until !== undefined ? { from, until } : null
}

/** Reads a date without a time, by the rules of `readLocalTime`; null for anything else. */
export function readDay(text: string, order: DateOrder | null): { day: string } | { code: FieldCode } | null {
  if (!/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/.test(text)) return null
  const noon = readLocalTime(`${text} 12:00`, 'UTC', order)
  return 'at' in noon ? { day: noon.at.slice(0, 10) } : noon
}

/** When a day begins in a time zone; null where its clock skips midnight. */
export const dayStart = (day: string, timeZone: string): string | null =>
  instantOf(Date.parse(`${day}T00:00:00Z`), timeZone)

/** The wall clock's milliseconds; null where there is no such day or time. */
function wallOf(
  day: readonly [number, number, number],
  rest: readonly (string | undefined)[],
): number | null {
  const [year, month, date] = day
  const [hours = '', minutes = '', seconds = '0', half] = rest
  const given = Number(hours)
  if (half !== undefined && (given < 1 || given > 12)) return null
  const hour = half === undefined ? given : (given % 12) + (half.toLowerCase() === 'p' ? 12 : 0)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const wall = Date.UTC(year, month - 1, date, hour, Number(minutes), Number(seconds))
  const made = new Date(wall)
  return made.getUTCMonth() === month - 1 && made.getUTCDate() === date ? wall : null
}

/** Which of the first two numbers of a date with the year last is the day. */
export type DateOrder = 'day_first' | 'month_first'

/**
 * The order that the dates of a file have in common, by those that can be read in one way only; null where no date shows
 * it, or two dates contradict each other.
 */
export function dateOrderOf(texts: Iterable<string>): DateOrder | null {
  const found = new Set<DateOrder>()
  for (const text of texts) {
    const [, first, second] = yearLast.exec(text) ?? yearLastDay.exec(text) ?? []
    if (Number(first) > 12) found.add('day_first')
    else if (Number(second) > 12) found.add('month_first')
  }
  const [order] = found
  return found.size === 1 && order ? order : null
}

/**
 * Reads a day with a time in a time zone: `2026-03-25 14:30`, `25/03/2026 2:30 pm`, or ISO 8601 with an offset.
 * @param order decides where day and month can be exchanged
 * @returns the instant; or `date_ambiguous` where day and month can be exchanged or the year has two digits, else
 * `wrong_format`
 */
export function readLocalTime(
  text: string,
  timeZone: string,
  order: DateOrder | null,
): { at: string } | { code: FieldCode } {
  const wrong = { code: 'wrong_format' } as const
  if (withOffset.test(text)) {
    const ms = Date.parse(text)
    return Number.isNaN(ms) ? wrong : { at: new Date(ms).toISOString() }
  }
  if (shortYear.test(text)) return { code: 'date_ambiguous' }
  const first = yearFirst.exec(text)
  const last = first ? null : yearLast.exec(text)
  const found = first ?? last
  if (!found) return wrong
  const [a, b, c] = found.slice(1, 4).map(Number) as [number, number, number]
  if (last && order === null && a <= 12 && b <= 12 && a !== b) return { code: 'date_ambiguous' }
  const isDayFirst = a > 12 || (b <= 12 && order === 'day_first')
  const day = first ? ([a, b, c] as const) : isDayFirst ? ([c, b, a] as const) : ([c, a, b] as const)
  const wall = wallOf(day, found.slice(4))
  const at = wall === null ? null : instantOf(wall, timeZone)
  return at === null ? wrong : { at }
}
