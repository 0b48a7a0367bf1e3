import { exponentOf } from '@rumbo/contract/money'
import { type Language, localeOf } from './language.ts'

const cache = new Map<string, unknown>()

function once<T>(key: string, make: () => T): T {
  const found = cache.get(key)
  if (found !== undefined) return found as T
  const made = make()
  cache.set(key, made)
  return made
}

/** Formats a number in the language, with at most `digits` decimals. */
export function formatNumber(language: Language, value: number, digits = 0): string {
  return once(
    `n${language}${digits}`,
    () => new Intl.NumberFormat(localeOf[language], { maximumFractionDigits: digits }),
  ).format(value)
}

/** An amount of money: `amount` as the decimal string of the wire, `currency` as its ISO code, with its decimals. */
export function formatMoney(language: Language, amount: string | number, currency: string): string {
  return once(
    `m${language}${currency}`,
    () =>
      new Intl.NumberFormat(localeOf[language], {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: exponentOf(currency),
        maximumFractionDigits: exponentOf(currency),
      }),
  ).format(Number(amount))
}

const currencyNames = new Map<Language, Intl.DisplayNames>()

/** `MXN · peso mexicano`: the code of a currency, and its name where the runtime knows one. */
export function currencyLabel(language: Language, currency: string): string {
  let names = currencyNames.get(language)
  if (!names) {
    names = new Intl.DisplayNames(localeOf[language], { type: 'currency', fallback: 'none' })
    currencyNames.set(language, names)
  }
  const name = names.of(currency)
  return name === undefined ? currency : `${currency} · ${name}`
}

export interface DateFormat {
  /** Parts to show. Default: date and time. */
  show?: 'date' | 'time' | 'dateTime' | 'dateTimeSeconds' | 'longDate'
  /** IANA time zone. Default: that of the browser or process. */
  timeZone?: string
}

const date = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const dateParts: Record<NonNullable<DateFormat['show']>, Intl.DateTimeFormatOptions> = {
  date,
  time,
  dateTime: { ...date, ...time },
  dateTimeSeconds: { ...date, ...time, second: '2-digit' },
  longDate: { weekday: 'long', day: 'numeric', month: 'long' },
}

/** A moment in words, 24 h clock. `moment` is ISO 8601, a Date, or milliseconds since 1970. */
export function formatDate(
  language: Language,
  moment: string | number | Date,
  format: DateFormat = {},
): string {
  const { show = 'dateTime', timeZone } = format
  const written = once(
    `d${language}${show}${timeZone ?? ''}`,
    () => new Intl.DateTimeFormat(localeOf[language], { ...dateParts[show], timeZone }),
  ).format(new Date(moment))
  return show.startsWith('dateTime') ? written.replace(', ', ' ') : written
}

const ageSteps = [
  { below: 60, unit: 'second', seconds: 1 },
  { below: 3600, unit: 'minute', seconds: 60 },
  { below: 86_400, unit: 'hour', seconds: 3600 },
  { below: Number.POSITIVE_INFINITY, unit: 'day', seconds: 86_400 },
] as const

const shortUnits = { second: 's', minute: 'min', hour: 'h', day: 'd' } as const

/** A short age: `4 s`, `14 min`, `3 h`, `2 d`. Never negative. */
export function formatDurationShort(durationSeconds: number): string {
  const whole = Math.max(0, Math.floor(durationSeconds))
  const step = ageSteps.find(({ below }) => whole < below) ?? ageSteps[0]
  return `${Math.floor(whole / step.seconds)} ${shortUnits[step.unit]}`
}

/** How long ago something happened: `hace 4 s`, `4 s ago`. */
export function formatAge(language: Language, ageSeconds: number): string {
  const span = formatDurationShort(ageSeconds)
  return language === 'es' ? `hace ${span}` : `${span} ago`
}

/** A running time as `m:ss`, from an hour on `h:mm:ss`. */
export function formatClock(durationSeconds: number): string {
  const whole = Math.max(0, Math.floor(durationSeconds))
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`
}

/** Browsers carry the names of cities in English only, and an abbreviation or an offset for some. */
const mexicanZones: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  'America/Mexico_City': { es: 'hora de la Ciudad de México', en: 'Mexico City time' },
  'America/Monterrey': { es: 'hora de Monterrey', en: 'Monterrey time' },
  'America/Cancun': { es: 'hora de Cancún', en: 'Cancún time' },
  'America/Merida': { es: 'hora de Mérida', en: 'Mérida time' },
  'America/Bahia_Banderas': { es: 'hora de Bahía de Banderas', en: 'Bahía de Banderas time' },
  'America/Ciudad_Juarez': { es: 'hora de Ciudad Juárez', en: 'Ciudad Juárez time' },
  'America/Tijuana': { es: 'hora de Tijuana', en: 'Tijuana time' },
}

/** The common name of a time zone ("hora de la Ciudad de México"); its identifier if it has none. */
export function formatTimeZone(language: Language, timeZone: string): string {
  const known = mexicanZones[timeZone]?.[language]
  if (known !== undefined) return known
  const parts = new Intl.DateTimeFormat(localeOf[language], { timeZone, timeZoneName: 'shortGeneric' })
  return parts.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
