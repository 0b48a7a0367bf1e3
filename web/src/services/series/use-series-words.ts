import type { ServiceSeries } from '@rumbo/contract/services.series.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { localeOf } from '@rumbo/i18n/language'
import { useText } from '../../ui/i18n.tsx'
import { runsOf } from './series-draft.rules.ts'

// A Monday.
const someMonday = Date.UTC(2024, 0, 1, 12)
const dayMs = 86_400_000

/** Days and rules of series in words. */
export function useSeriesWords() {
  const { t, language } = useText()
  const names = new Intl.DateTimeFormat(localeOf[language], { weekday: 'short', timeZone: 'UTC' })
  const nameOf = (weekday: number) =>
    names.format(new Date(someMonday + (weekday - 1) * dayMs)).replace('.', '')
  /** `lunes, 2 de marzo` */
  const dayOf = (day: string) =>
    formatDate(language, `${day}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' })
  const date = (day: string) => formatDate(language, `${day}T12:00:00Z`, { timeZone: 'UTC', show: 'date' })
  const short = new Intl.DateTimeFormat(localeOf[language], {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  })
  /** `lun, 2 mar` */
  const shortOf = (day: string) => short.format(new Date(`${day}T12:00:00Z`))
  /** `lun–vie, dom` */
  const daysOf = (weekdays: readonly number[]) =>
    runsOf(weekdays)
      .map((run) => run.map(nameOf).join('–'))
      .join(', ')
  /** `lun–vie, 07:10 h, hasta el 18/12/2026` */
  const ruleOf = ({ weekdays, time, until, skipsHolidays }: ServiceSeries) =>
    [
      t('series.rule', {
        days: daysOf(weekdays),
        time,
      }),
      until !== null && t('series.rule.until', { day: date(until) }),
      !skipsHolidays && t('series.rule.holidays'),
    ]
      .filter(Boolean)
      .join(', ')
  /** Why a paused series is paused; null where no reason is known. */
  const reasonOf = ({ pauseNote, pauseProblem }: ServiceSeries) => {
    const reason =
      pauseNote ??
      (pauseProblem === null
        ? null
        : pauseProblem === 'fleet_denied' || pauseProblem === 'contact_not_found'
          ? t(`series.paused.${pauseProblem}`)
          : t('series.paused.other'))
    return reason === null ? null : t('series.paused.because', { reason })
  }
  return { dayOf, date, shortOf, daysOf, ruleOf, reasonOf }
}
