import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useFleetNames } from '../../app/client-context.tsx'
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
  /** Whether the list shows vehicles whose insurance or permit ends soon. */
  isExpiring: boolean
}

/** Columns of the fleet's list. */
export function useVehicleColumns(options: VehicleColumnsOptions): TableColumn<Vehicle>[] {
  const { isRunning, timeZone, isExpiring } = options
  const { t } = useText()
  const fleetName = useFleetNames()
  const today = dayAt(nowMs(), timeZone)
  return [
    {
      key: 'vehicleNumber',
      header: t('vehicles.one'),
      isSortable: true,
      render: ({ vehicleNumber }) => vehicleNumber,
    },
    ...(fleetName
      ? [
          {
            key: 'fleet',
            rank: 2,
            header: t('vehicleRecord.field.fleet'),
            render: ({ fleetId }: Vehicle) => fleetName(fleetId),
          },
        ]
      : []),
    {
      key: 'plateNumber',
      rank: 4,
      header: t('vehicles.field.plateNumber'),
      isSortable: true,
      render: ({ plateNumber }) => plateNumber,
    },
    {
      key: 'model',
      rank: 7,
      header: t('vehicles.list.model'),
      canWrap: true,
      render: ({ make, model, year }) => `${make} ${model} ${year}`,
    },
    {
      key: 'type',
      rank: 8,
      header: t('vehicles.field.type'),
      isSortable: true,
      render: (vehicle) => t(`vehicles.type.${vehicle.type}`),
    },
    {
      key: 'status',
      rank: 1,
      header: t('vehicles.field.status'),
      isSortable: true,
      render: (vehicle) => <LiveStatusChip vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'speed',
      rank: 3,
      header: t('vehicles.field.speed'),
      align: 'right',
      render: (vehicle) => <LiveSpeed vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'lastUpdate',
      rank: 2,
      header: t('vehicles.field.lastUpdate'),
      isSortable: true,
      render: (vehicle) => <LiveAge vehicle={vehicle} isRunning={isRunning} />,
    },
    {
      key: 'nextServiceDate',
      rank: 6,
      header: t('vehicleForm.list.nextService'),
      isSortable: true,
      render: ({ nextServiceDate }) => <DueDay date={nextServiceDate} today={today} />,
    },
    {
      key: 'expiry',
      isKept: isExpiring,
      rank: 5,
      header: t('vehicleForm.list.expiry'),
      isSortable: true,
      render: (vehicle) => {
        const paper = earliestPaper(vehicle)
        if (paper === null) return '—'
        return <DueDay date={paper.date} today={today} detail={t(`vehicleForm.list.${paper.which}`)} />
      },
    },
  ]
}
