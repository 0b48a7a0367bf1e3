import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useMemo, useState } from 'react'
import { useText } from '../../ui/i18n.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../../ui/table/table-model.ts'
import type { Track } from './track.rules.ts'

interface PositionsTableProps {
  track: Track
  timeZone: string
  onChoose: (ms: number) => void
}

/** Every position of a day as a table: the textual equivalent of map and plots. */
export function PositionsTable({ track, timeZone, onChoose }: PositionsTableProps) {
  const { t, language } = useText()
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const total = track.time.length
  const first = Math.min((view.page - 1) * view.size, Math.max(0, total - 1))
  const rows = useMemo(
    () => Array.from({ length: Math.max(0, Math.min(view.size, total - first)) }, (_, at) => first + at),
    [view.size, total, first],
  )
  const figure = (value: number | undefined, unit: string, digits = 0) =>
    value === undefined || Number.isNaN(value) ? '—' : `${formatNumber(language, value, digits)}${unit}`
  const clock = (at: number) =>
    formatDate(language, track.time[at] ?? 0, { show: 'dateTimeSeconds', timeZone }).slice(-8)
  const columns: TableColumn<number>[] = [
    { key: 'time', header: t('history.positions.time'), render: clock },
    { key: 'speed', header: t('history.plot.speed'), render: (at) => figure(track.speedKmh[at], ' km/h') },
    {
      key: 'ignition',
      header: t('history.plot.ignition'),
      render: (at) =>
        Number.isNaN(track.ignition[at] ?? Number.NaN)
          ? '—'
          : t(track.ignition[at] === 1 ? 'history.ignition.on' : 'history.ignition.off'),
    },
    { key: 'fuel', header: t('history.plot.fuel'), render: (at) => figure(track.fuelPercent[at], ' %') },
    {
      key: 'battery',
      header: t('history.plot.battery'),
      render: (at) => figure(track.batteryPercent[at], ' %'),
    },
    {
      key: 'signal',
      header: t('history.plot.signal'),
      render: (at) => figure(track.signalPercent[at], ' %'),
    },
    {
      key: 'coordinates',
      header: t('history.positions.coordinates'),
      render: (at) => `${track.latitude[at]?.toFixed(5)}, ${track.longitude[at]?.toFixed(5)}`,
    },
  ]
  return (
    <DataTable
      label={t('history.positions.label')}
      columns={columns}
      rows={rows}
      total={total}
      rowId={String}
      rowName={clock}
      view={view}
      onView={setView}
      onOpen={(at) => onChoose(track.time[at] ?? 0)}
    />
  )
}
