import type { Event } from '@rumbo/contract/events.contract'
import type { Language } from '@rumbo/i18n/language'
import type { WordText } from '../ui/i18n.tsx'
import { readingWords } from './custom/rule-words.rules.ts'

type Measured = Pick<Event, 'detail'> & Partial<Pick<Event, 'type' | 'kind' | 'ruleId'>>

/** By whose limit it is; older events do not state that. */
function speedingText(limitOf: string | number | undefined) {
  const isKnown = limitOf === 'vehicle' || limitOf === 'road' || limitOf === 'fence'
  return isKnown ? (`events.measured.speedingOf.${limitOf}` as const) : 'events.measured.speeding'
}

/** What was measured at the latest occurrence, in words; null for an event without figures, or with others. */
export function figuresText(t: WordText, language: Language, event: Measured): string | null {
  const { detail, type, kind, ruleId } = event
  if (detail === null) return null
  const { minutes, reason } = detail
  if (type === 'custom' && kind === null && ruleId)
    return Object.entries(detail)
      .map(([name, value]) => readingWords(t, language, name, value))
      .join(', ')
  if (type === 'service_delay' && minutes !== undefined) return t('events.measured.delay', { minutes })
  if (type === 'driver_shift_timeout' && minutes !== undefined)
    return t(reason === 'too_long' ? 'events.measured.tooLong' : 'events.measured.pastEnd', { minutes })
  const {
    limitKmh,
    limitOf,
    speedKmh,
    maxKmh = speedKmh,
    fromKmh,
    toKmh,
    metresPerSecond2,
    seconds,
    percent,
  } = detail
  if (limitKmh !== undefined && maxKmh !== undefined)
    return t(speedingText(limitOf), { max: maxKmh, limit: limitKmh })
  if (fromKmh !== undefined && toKmh !== undefined && metresPerSecond2 !== undefined)
    return t('events.measured.change', { from: fromKmh, to: toKmh, change: metresPerSecond2 })
  if (fromKmh !== undefined && seconds !== undefined)
    return t('events.measured.stop', { from: fromKmh, seconds })
  return percent === undefined ? null : `${percent} %`
}
