/** Allowed hours in words. Pure. */
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { WordText } from '../ui/i18n.tsx'

const isDay = (day: number): day is 1 | 2 | 3 | 4 | 5 | 6 | 7 => day >= 1 && day <= 7

/** `lunes a viernes`, `lunes, jueves`, `todos los días`. */
function daysWords(t: WordText, days: readonly number[]): string {
  const known = days.filter(isDay)
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return ''
  if (known.length === 7) return t('vehicleForm.hours.daily')
  const name = (day: (typeof known)[number]) => t(`vehicleForm.day.${day}`)
  const isRun = known.length > 2 && last - first === known.length - 1
  return isRun
    ? t('vehicleForm.hours.span', { first: name(first), last: name(last) })
    : known.map(name).join(', ')
}

/** Each window in words: `lunes a viernes 06:00–22:00`. */
export const hoursWords = (t: WordText, windows: readonly HoursWindow[]): string[] =>
  windows.map(({ days, from, to }) => `${daysWords(t, days)} ${from}–${to}`)
