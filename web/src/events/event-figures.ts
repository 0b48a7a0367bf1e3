import type { Event } from '@rumbo/contract/events.contract'
import type { WordText } from '../ui/i18n.tsx'

/** What was measured at the latest occurrence, in words; null for an event without figures, or with others. */
export function figuresText(t: WordText, { detail }: Pick<Event, 'detail'>): string | null {
  if (detail === null) return null
  const { limitKmh, maxKmh, fromKmh, toKmh, metresPerSecond2, seconds, percent } = detail
  if (limitKmh !== undefined && maxKmh !== undefined)
    return t('events.measured.speeding', { max: maxKmh, limit: limitKmh })
  if (fromKmh !== undefined && toKmh !== undefined && metresPerSecond2 !== undefined)
    return t('events.measured.change', { from: fromKmh, to: toKmh, change: metresPerSecond2 })
  if (fromKmh !== undefined && seconds !== undefined)
    return t('events.measured.stop', { from: fromKmh, seconds })
  return percent === undefined ? null : `${percent} %`
}
