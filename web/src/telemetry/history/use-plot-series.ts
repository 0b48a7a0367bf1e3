import { useMemo } from 'react'
import { useText } from '../../ui/i18n.tsx'
import type { PlotSeries } from './plot-options.ts'

/** The series of a vehicle's two plots: speed with ignition, and the values in percent. */
export function usePlotSeries(): { speed: PlotSeries[]; levels: PlotSeries[] } {
  const { t } = useText()
  return useMemo(
    () => ({
      speed: [
        { label: t('history.plot.ignition'), column: 'ignition', tone: 'lineStrong', isSwitch: true },
        { label: t('history.plot.speed'), column: 'speedKmh', tone: 'occupied', unit: 'km/h' },
      ],
      levels: [
        { label: t('history.plot.fuel'), column: 'fuelPercent', tone: 'alarmed', unit: '%' },
        {
          label: t('history.plot.battery'),
          column: 'batteryPercent',
          tone: 'active',
          dash: [7, 4],
          unit: '%',
        },
        {
          label: t('history.plot.signal'),
          column: 'signalPercent',
          tone: 'in_service',
          dash: [2, 3],
          unit: '%',
        },
      ],
    }),
    [t],
  )
}
