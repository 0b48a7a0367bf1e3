import useMediaQuery from '@mui/material/useMediaQuery'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { nowMs } from '../../ui/clock.ts'
import { dayAt } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { DueDay } from '../DueDay.tsx'
import { LiveAge, LiveSpeed, LiveStatusChip } from '../live-cells.tsx'
import { earliestPaper } from './vehicle-papers.rules.ts'

interface VehicleColumnsOptions {
  isRunning: boolean
  /** Time zone of the company, which determines the current day. */
  timeZone: string
  /** Columns shown however narrow the table is: the sorted one, and those the filter concerns. */
  wanted: readonly string[]
}

/** Columns of the fleet's list; due dates show where there is space or when they are in `wanted`. */
export function useVehicleColumns(options: VehicleColumnsOptions): TableColumn<Vehicle>[] {
  const { isRunning, timeZone, wanted } = options
  const { t } = useText()
  const hasRoom = useMediaQuery('(max-width: 600px), (min-width: 1600px)', { noSsr: true })
  const today = dayAt(nowMs(), timeZone)
  const columns: TableColumn<Vehicle>[] = [
    {
      key: 'vehicleNumber',
      header: t('vehicles.one'),
      isSortable: true,
      render: ({ vehicleNumber }) => vehicleNumber,
    },
    {
      key: 'plateNumber',
      header: t('vehicles.field.plateNumber'),
      isSortable: true,
      render: ({ plateNumber }) => plateNumber,
    },
    {
      key: 'model',
      header: t('vehicles.list.model'),
      canWrap: true,
      render: ({ make, model, year }) => `${make} ${model} ${year}`,
    },
    {
      key: 'type',
      header: t('vehicles.field.type'),
      isSortable: true,
      render: (vehicle) => t(`vehicles.type.${vehicle.type}`),
    },
    {
      key: 'status',
      header: t('vehicles.field.status'),
      isSortable: true,
      render: (vehicle) => <LiveStatusChip vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'speed',
      header: t('vehicles.field.speed'),
      align: 'right',
      render: (vehicle) => <LiveSpeed vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'lastUpdate',
      header: t('vehicles.field.lastUpdate'),
      isSortable: true,
      render: (vehicle) => <LiveAge vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'nextServiceDate',
      header: t('vehicleForm.list.nextService'),
      isSortable: true,
      render: ({ nextServiceDate }) => <DueDay date={nextServiceDate} today={today} />,
    },
    {
      key: 'expiry',
      header: t('vehicleForm.list.expiry'),
      isSortable: true,
      render: (vehicle) => {
        const paper = earliestPaper(vehicle)
        if (paper === null) return '—'
        return <DueDay date={paper.date} today={today} detail={t(`vehicleForm.list.${paper.which}`)} />
      },
    },
  ]
  const due = ['nextServiceDate', 'expiry']
  return columns.filter(({ key }) => hasRoom || !due.includes(key) || wanted.includes(key))
}
