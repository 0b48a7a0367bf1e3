import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { type ExportedPlan, type ExportedVisit, instantAt } from './exported.ts'

/** What files and sheets of a plan say, by the clock of its company. */
export function useExportWords() {
  const { t, language } = useText()
  const at = (plan: ExportedPlan, second: number, show: 'time' | 'dateTime') =>
    formatDate(language, instantAt(plan, second), { timeZone: plan.timeZone, show })
  const ofDay = (plan: ExportedPlan, instant: string) =>
    formatDate(language, instant, { timeZone: plan.timeZone, show: 'time' })
  return {
    clock: (plan: ExportedPlan, second: number) => at(plan, second, 'time'),
    moment: (plan: ExportedPlan, second: number) => at(plan, second, 'dateTime'),
    /** A calendar day in words. */
    day: ({ date }: Pick<ExportedPlan, 'date'>) =>
      formatDate(language, `${date}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' }),
    type: ({ stop }: ExportedVisit) =>
      stop === null ? t('planningLive.reload') : t(`services.stop.type.${stop.stopType}`),
    window: (plan: ExportedPlan, { stop }: ExportedVisit) => {
      const [from, until] = [stop?.windowStart ?? null, stop?.windowEnd ?? null].map((instant) =>
        instant === null ? null : ofDay(plan, instant),
      )
      if (from && until) return t('planningLive.window.between', { from, until })
      if (from) return t('planningLive.window.from', { from })
      return until ? t('planningLive.window.until', { until }) : ''
    },
    load: ({ order }: ExportedVisit) =>
      order === null
        ? ''
        : [
            order.requiredSeats && t('planningLive.load.seats', { count: order.requiredSeats }),
            order.requiredLoadKg &&
              t('planningLive.load.kg', { amount: formatNumber(language, order.requiredLoadKg, 1) }),
            order.requiredLoadM3 &&
              t('planningLive.load.m3', { amount: formatNumber(language, order.requiredLoadM3, 2) }),
          ]
            .filter(Boolean)
            .join(' · '),
    kilometres: (metres: number) => formatNumber(language, metres / 1_000, 1),
  }
}
