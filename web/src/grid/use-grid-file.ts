import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useFleetNames } from '../app/client-context.tsx'
import { useMoment } from '../app/use-moment.ts'
import { nowMs } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { csvText } from '../work/csv.rules.ts'
import { saveBlob } from '../work/use-files.ts'
import { asRows, asText } from './grid.rules.ts'

/** Copies the vehicles that the grid shows as text, or saves them as a file; with their fleet where several are shown. */
export function useGridFile(title: string, shownName: string | undefined) {
  const { t, language } = useText()
  const toasts = useToasts()
  const moment = useMoment()
  const fleet = useFleetNames()

  const copy = async (vehicles: readonly LiveVehicle[]) => {
    const text = asText(vehicles, {
      status: (status) => t(`vehicles.status.${status}`),
      speed: (speedKmh) => `${formatNumber(language, speedKmh)} km/h`,
      fleet,
    })
    try {
      await navigator.clipboard.writeText(text)
      toasts.show({ type: 'success', message: t('grid.copied', { count: vehicles.length }) })
    } catch {
      toasts.show({ type: 'error', message: t('grid.copyFailed') })
    }
  }
  const save = async (vehicles: readonly LiveVehicle[], format: 'csv' | 'xlsx') => {
    const headings = [
      t('vehicles.field.vehicleNumber'),
      ...(fleet ? [t('vehicleRecord.field.fleet')] : []),
      t('vehicles.field.status'),
      t('vehicles.field.plateNumber'),
      t('vehicles.list.model'),
      `${t('vehicles.field.speed')} (km/h)`,
      `${t('grid.column.heading')} (°)`,
      `${t('map.popup.fuel')} (%)`,
      `${t('map.popup.battery')} (%)`,
      `${t('map.popup.gps')} (%)`,
      t('grid.column.satellites'),
      t('grid.column.latitude'),
      t('grid.column.longitude'),
      t('vehicles.field.lastUpdate'),
    ]
    const rows = asRows(vehicles, {
      status: (status) => t(`vehicles.status.${status}`),
      moment: (at) => moment(new Date(at).toISOString()),
      fleet,
    })
    const name = `${title} ${shownName ?? ''} ${moment(new Date(nowMs()).toISOString())}.${format}`
    try {
      const blob =
        format === 'csv'
          ? new Blob([csvText([headings, ...rows.map((row) => row.map(String))])], {
              type: 'text/csv;charset=utf-8',
            })
          : await import('../work/xlsx.ts').then(({ xlsxBlob }) => xlsxBlob(headings, rows))
      saveBlob(blob, name.replace(/[\\/:*?"<>|]+/g, '-'))
      toasts.show({ type: 'success', message: t('grid.saved', { count: vehicles.length }) })
    } catch {
      toasts.show({ type: 'error', message: t('work.download.failed') })
    }
  }
  return { copy, save }
}
