import type { PlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useMemo } from 'react'
import { useText } from '../ui/i18n.tsx'

/** Whole minutes, never 0 for what lasts at all. */
export const minutesOf = (seconds: number): number => Math.max(seconds > 0 ? 1 : 0, Math.round(seconds / 60))

/** Seconds of a plan as times of the day in its time zone. */
export function usePlanTimes({ origin, timeZone }: Pick<PlanWorkspace, 'origin' | 'timeZone'>) {
  const { t, language } = useText()
  return useMemo(() => {
    const zero = Date.parse(origin)
    const clock = (second: number) =>
      formatDate(language, zero + Math.round(second) * 1_000, { show: 'time', timeZone })
    return {
      clock,
      /** `08:00–09:30`, or the end that is known. */
      window: ({ from, until }: { from: number | null; until: number | null }): string =>
        from !== null && until !== null
          ? `${clock(from)}–${clock(until)}`
          : from !== null
            ? t('planning.pool.from', { from: clock(from) })
            : until !== null
              ? t('planning.pool.until', { until: clock(until) })
              : t('planning.pool.anyTime'),
    }
  }, [t, language, origin, timeZone])
}
export type PlanTimes = ReturnType<typeof usePlanTimes>
