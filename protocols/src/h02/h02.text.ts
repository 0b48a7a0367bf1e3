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
    degrees = pointed.length > 20 ? null : readDegreesMinutes(pointed, hemisphere)
  }
  return degrees !== null && Math.abs(degrees) <= maxDegrees ? degrees : null
}

const pairs = (text: string): [number, number, number] => [
  Number(text.slice(0, 2)),
  Number(text.slice(2, 4)),
  Number(text.slice(4, 6)),
]
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
  const latitude = readCoordinate(fields[at + 1] ?? '', fields[at + 2] ?? '', 2)
  const longitude = readCoordinate(fields[at + 3] ?? '', fields[at + 4] ?? '', 3)
  const dateText = fields[at + 7]
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
  return { at, fix, badFix: fix ? null : time ? 'coordinates' : 'time', isTimeMissing, end: at + 8 }
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
