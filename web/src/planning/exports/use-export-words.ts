import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { secondOf } from '@rumbo/planning/problem'
import { useText } from '../../ui/i18n.tsx'
import { needsText } from '../needs-text.ts'
import { usePlanTimes } from '../use-plan-times.ts'
import { type ExportedPlan, type ExportedVisit, instantAt } from './exported.ts'

/** What files and sheets of a plan say, by the clock of its company. */
export function useExportWords(plan: ExportedPlan) {
  const { t, language } = useText()
  const times = usePlanTimes(plan)
  const secondAt = (instant: string | null) => (instant === null ? null : secondOf(plan, instant))
  return {
    clock: times.clock,
    moment: (second: number) =>
      formatDate(language, instantAt(plan, second), { timeZone: plan.timeZone, show: 'dateTime' }),
    /** The calendar day of the plan in words. */
    day: formatDate(language, `${plan.date}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' }),
    type: ({ stop }: ExportedVisit) =>
      stop === null ? t('planning.stop.reload') : t(`services.stop.type.${stop.stopType}`),
    /** Empty where it may come at any time. */
    window: ({ stop }: ExportedVisit) => {
      const [from, until] = [secondAt(stop?.windowStart ?? null), secondAt(stop?.windowEnd ?? null)]
      return from === null && until === null ? '' : times.window({ from, until })
    },
    load: ({ order }: ExportedVisit) => (order === null ? '' : needsText({ t, language }, order)),
    kilometres: (metres: number) => formatNumber(language, metres / 1_000, 1),
  }
}
