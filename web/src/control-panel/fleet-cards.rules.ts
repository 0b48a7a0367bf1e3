import { formatNumber } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'

/** A difference with its sign: `+3`, `−2`, `±0`. */
export const signed = (language: Language, difference: number): string =>
  difference === 0 ? '±0' : `${difference > 0 ? '+' : '−'}${formatNumber(language, Math.abs(difference))}`

/** The last hour with the current count at its end; a running minute that was not counted yet is dropped. */
export function withNow(minutes: readonly (number | null)[], count: number): (number | null)[] {
  const counted = minutes.at(-1) === null ? minutes.slice(0, -1) : minutes
  return [...counted, count]
}
