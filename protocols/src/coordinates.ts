/**
 * Degrees from `ddmm.mmmm` or `dddmm.mmmm` with its hemisphere; null if the text is not a coordinate.
 * A `-` between degrees and minutes is ignored: some firmwares write `19-26.1234`.
 */
export function readDegreesMinutes(text: string, hemisphere: string): number | null {
  const digits = text.replace('-', '')
  if (!/^\d{3,5}(?:\.\d*)?$/.test(digits)) return null
  const point = digits.indexOf('.')
  const whole = point < 0 ? digits.length : point
  const minutes = Number(digits.slice(whole - 2))
  const degrees = Number(digits.slice(0, whole - 2)) + minutes / 60
  if (minutes >= 60 || degrees > 180) return null
  if (hemisphere === 'S' || hemisphere === 'W') return -degrees
  return hemisphere === 'N' || hemisphere === 'E' ? degrees : null
}

/** `ddmm.mmmm` (two digits of degrees) or `dddmm.mmmm` (three) of a coordinate, without its sign. */
export function writeDegreesMinutes(degrees: number, degreeDigits: 2 | 3, decimals = 4): string {
  const scale = 10 ** decimals
  const inUnits = Math.round(Math.abs(degrees) * 60 * scale)
  const whole = Math.floor(inUnits / (60 * scale))
  const minutes = (inUnits - whole * 60 * scale) / scale
  return `${String(whole).padStart(degreeDigits, '0')}${minutes.toFixed(decimals).padStart(decimals + 3, '0')}`
}

export const kmhPerKnot = 1.852

/** UTC time from its parts, with a year of two or four digits; null for an impossible date or time. */
export function utcTime(
  year: number,
  month: number,
  day: number,
  hour: number,
  minute: number,
  second: number,
): Date | null {
  const isClock = hour >= 0 && hour < 24 && minute >= 0 && minute < 60 && second >= 0 && second < 60
  if (!isClock || !(month >= 1 && month <= 12) || !(day >= 1 && day <= 31)) return null
  const time = new Date(Date.UTC(year < 100 ? 2000 + year : year, month - 1, day, hour, minute, second))
  return time.getUTCDate() === day ? time : null
}
