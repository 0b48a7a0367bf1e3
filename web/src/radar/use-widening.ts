import { useEffect, useRef } from 'react'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import type { useArrivals } from './use-radar.ts'
import type { RadarFilters } from './use-radar-filters.ts'

interface Widening {
  arrivals: ReturnType<typeof useArrivals>
  /** There are vehicles, but all of them are beyond the outermost ring. */
  hasNobodyWithin: boolean
  subject: string
  filters: RadarFilters
}

/** Widens the reach once per target if nobody is within the outermost ring, and shows a toast. */
export function useWidening({ arrivals, hasNobodyWithin, subject, filters }: Widening): void {
  const { t } = useText()
  const toasts = useToasts()
  const { reach, maxMinutes, setReach } = filters
  const widenedFor = useRef('')
  const isAlone = arrivals.data !== undefined && !arrivals.isPlaceholderData && hasNobodyWithin
  useEffect(() => {
    if (!isAlone || subject === '' || reach !== 'near' || maxMinutes !== null) return
    if (widenedFor.current === subject) return
    widenedFor.current = subject
    setReach('middle')
    toasts.show({ type: 'info', message: t('radar.widened') })
  }, [isAlone, subject, reach, maxMinutes, setReach, toasts, t])
}
