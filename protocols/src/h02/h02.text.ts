import type { DeviceFix } from '@rumbo/contract/telemetry.device-report.contract'
import { kmhPerKnot, readDegreesMinutes, utcTime } from '../coordinates.ts'
import { fixOf } from '../reports.ts'

/** A position among a message's fields. */
export interface H02Place {
  /** Index of the validity. */
  at: number
  fix: DeviceFix | null
  badFix: 'coordinates' | 'time' | null
  /** The message states no time of day. */
  isTimeMissing: boolean
  /** A number that some firmwares write between course and date. */
  beforeDate?: string
  /** Index of the field after the date. */
  end: number
}

/**
 * Degrees of `ddmm.mmmm`, `-dd-mm.mmmm` or `ddmmmmmm` with its hemisphere; null when it is none.
 * The sign of the second form repeats the hemisphere. `degreeDigits` is 2 for a latitude, 3 for a longitude.
 */
function readCoordinate(text: string, hemisphere: string, degreeDigits: 2 | 3): number | null {
  const dashed = /^-?(\d{1,3})-(\d{1,2}(?:\.\d{1,8})?)$/.exec(text)
  const maxDegrees = degreeDigits === 2 ? 90 : 180
  let degrees: number | null
  if (dashed) {
    const minutes = Number(dashed[2])
    const magnitude = minutes < 60 ? Number(dashed[1]) + minutes / 60 : Number.NaN
    degrees = hemisphere === 'S' || hemisphere === 'W' ? -magnitude : magnitude
  } else {
    const isPointless = text.length === degreeDigits + 6 && /^\d+$/.test(text)
    const pointed = isPointless ? `${text.slice(0, degreeDigits + 2)}.${text.slice(degreeDigits + 2)}` : text
    // Within a degree of the meridian or the equator some firmwares write the minutes alone.
    const whole = /^\d{1,2}\.\d+$/.test(pointed)
      ? `${'0'.repeat(3 - pointed.indexOf('.'))}${pointed}`
      : pointed
    degrees = pointed.length > 20 ? null : readDegreesMinutes(whole, hemisphere)
  }
  return degrees !== null && Math.abs(degrees) <= maxDegrees ? degrees : null
}

const pairs = (text: string): [number, number, number] => [
  Number(text.slice(0, 2)),
  Number(text.slice(2, 4)),
  Number(text.slice(4, 6)),
]
const isDate = (text: string | undefined) =>
  isSixDigits(text) && utcTime(...yearFirst(pairs(text)), 0, 0, 0) !== null
const yearFirst = ([day, month, year]: [number, number, number]): [number, number, number] => [
  year,
  month,
  day,
]
const isMinutesAlone = (text: string | undefined) => /^\d{1,2}\.\d+$/.test(text ?? '') && Number(text) !== 0
const isSixDigits = (text: string | undefined): text is string => text !== undefined && /^\d{6}$/.test(text)
const number = (text: string | undefined): number | null => {
  const trimmed = text?.trim() ?? ''
  return /^\d{1,6}(?:\.\d{0,8})?$/.test(trimmed) ? Number(trimmed) : null
}

/** The position of a text message: validity, latitude, N or S, longitude, E or W, knots, course, date. */
export function findPlace(fields: readonly string[], receivedAt: Date): H02Place | null {
  const at = fields.findIndex(
    (_, index) =>
      index > 2 && /^[NS]$/.test(fields[index + 2] ?? '') && /^[EW]$/.test(fields[index + 4] ?? ''),
  )
  if (at < 0) return null
  // Two coordinates without degrees are no place in the Gulf of Guinea, but decimal degrees or an error.
  const isPlace = !(isMinutesAlone(fields[at + 1]) && isMinutesAlone(fields[at + 3]))
  const latitude = isPlace ? readCoordinate(fields[at + 1] ?? '', fields[at + 2] ?? '', 2) : null
  const longitude = isPlace ? readCoordinate(fields[at + 3] ?? '', fields[at + 4] ?? '', 3) : null
  const isExtra = /^\d+$/.test(fields[at + 7] ?? '') && !isDate(fields[at + 7]) && isDate(fields[at + 8])
  const dateAt = at + (isExtra ? 8 : 7)
  const dateText = fields[dateAt]
  const clockText = fields[at - 1]
  const isTimeMissing = !/^\d+$/.test(clockText ?? '')
  const time = readTime(dateText, isTimeMissing ? null : clockText, receivedAt)
  const fix =
    time && latitude !== null && longitude !== null
      ? fixOf({
          time,
          isValid: fields[at] === 'A',
          latitude,
          longitude,
          speedKmh: (number(fields[at + 5]) ?? 0) * kmhPerKnot,
          headingDegrees: number(fields[at + 6]),
        })
      : null
  const place: H02Place = {
    at,
    fix,
    badFix: fix ? null : time ? 'coordinates' : 'time',
    isTimeMissing,
    end: dateAt + 1,
  }
  if (isExtra) place.beforeDate = (fields[at + 7] ?? '').slice(0, 20)
  return place
}

/** A report of today without a time of day happened now; one of another day keeps the day. */
function readTime(
  dateText: string | undefined,
  clockText: string | null | undefined,
  receivedAt: Date,
): Date | null {
  if (!isSixDigits(dateText)) return null
  const [day, month, year] = pairs(dateText)
  if (clockText === null) {
    const midnight = utcTime(year, month, day, 0, 0, 0)
    const sinceMidnight = midnight ? receivedAt.getTime() - midnight.getTime() : -1
    const isToday = sinceMidnight >= 0 && sinceMidnight < 86_400_000
    return isToday ? new Date(Math.floor(receivedAt.getTime() / 1000) * 1000) : midnight
  }
  return isSixDigits(clockText) ? utcTime(year, month, day, ...pairs(clockText)) : null
}
