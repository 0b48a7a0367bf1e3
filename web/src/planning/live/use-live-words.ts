import type { LiveVisit } from '@rumbo/contract/planning.publish.contract'
import { formatDate } from '@rumbo/i18n/formats'
import type { Language } from '@rumbo/i18n/language'
import { useMemo } from 'react'
import { useText, type WordText } from '../../ui/i18n.tsx'
import { driftMinutes, isLate, stateOf } from './live.rules.ts'

/** What the live day says about stops, by the clock of the plan's company. */
export function useLiveWords(timeZone: string) {
  const { t, language } = useText()
  // The same between renders, so that rows of the timeline are not drawn again.
  return useMemo(() => wordsOf(t, language, timeZone), [t, language, timeZone])
}
export type LiveWords = ReturnType<typeof wordsOf>

function wordsOf(t: WordText, language: Language, timeZone: string) {
  const clock = (at: string | null) =>
    at === null ? '' : formatDate(language, at, { timeZone, show: 'time' })
  const minutes = ({ lateSeconds }: LiveVisit) => Math.round(lateSeconds / 60)

  function state(visit: LiveVisit): string {
    const late = { minutes: minutes(visit) }
    switch (stateOf(visit)) {
      case 'cancelled':
        return t('planningLive.live.cancelled')
      case 'done': {
        const at = clock(visit.arrived ?? visit.departed)
        return isLate(visit)
          ? t('planningLive.live.doneLate', { at, ...late })
          : t('planningLive.live.done', { at })
      }
      case 'there':
        return t('planningLive.live.there', { at: clock(visit.arrived) })
      case 'expected': {
        const at = clock(visit.predictedArrival)
        return isLate(visit)
          ? t('planningLive.live.expectedLate', { at, ...late })
          : t('planningLive.live.expected', { at })
      }
      default:
        return isLate(visit) ? t('planningLive.live.overdue', late) : t('planningLive.live.unknown')
    }
  }
  return {
    clock,
    minutes,
    /** What became of a stop, or will. */
    visit: (visit: LiveVisit): string =>
      [
        state(visit),
        ...(visit.isEstimate ? [t('planningLive.live.estimate')] : []),
        ...(visit.obstacle === null ? [] : [t(`planningLive.live.obstacle.${visit.obstacle}`)]),
      ].join(' · '),
    /** Such as "+12 min", of the next stop of a vehicle; null where it is on time. */
    drift: (visits: readonly LiveVisit[]): string | null => {
      const found = driftMinutes(visits)
      if (found === null || found === 0) return null
      return found > 0
        ? t('planningLive.live.shift.late', { minutes: found })
        : t('planningLive.live.shift.early', { minutes: -found })
    },
  }
}
