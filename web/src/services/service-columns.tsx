import Box from '@mui/material/Box'
import type { Service } from '@rumbo/contract/services.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useFleetNames } from '../app/client-context.tsx'
import { useText } from '../ui/i18n.tsx'
import { ServiceStatusChip } from '../ui/StatusChip.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { ServiceTypeIcon } from './ServiceTypeIcon.tsx'

/** The columns of the list of services; times are shown in `timeZone`. Default: the browser's. */
export function useServiceColumns(timeZone: string | undefined): TableColumn<Service>[] {
  const { t, language } = useText()
  const fleetName = useFleetNames()
  const moment = (at: string) => formatDate(language, at, { timeZone })
  return [
    {
      key: 'serviceNumber',
      header: t('services.field.number'),
      isSortable: true,
      render: (service) => service.serviceNumber,
      width: '90px',
    },
    {
      key: 'status',
      rank: 1,
      header: t('services.field.status'),
      isSortable: true,
      render: ({ status }) => <ServiceStatusChip status={status} label={t(`services.status.${status}`)} />,
    },
    ...(fleetName
      ? [
          {
            key: 'fleet',
            rank: 2,
            header: t('vehicleRecord.field.fleet'),
            render: ({ fleetId }: Service) => fleetName(fleetId),
          },
        ]
      : []),
    {
      key: 'serviceType',
      rank: 7,
      header: t('services.field.serviceType'),
      render: ({ serviceType }) => (
        <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: '6px' }}>
          <ServiceTypeIcon type={serviceType} />
          {t(`services.type.${serviceType}`)}
        </Box>
      ),
    },
    {
      key: 'priorityLevel',
      rank: 6,
      header: t('services.field.priorityLevel'),
      isSortable: true,
      render: ({ priorityLevel }) => t(`services.priority.${priorityLevel}`),
    },
    {
      key: 'customerName',
      rank: 5,
      header: t('services.field.customerName'),
      isSortable: true,
      canWrap: true,
      render: ({ customerName }) => customerName,
    },
    {
      key: 'pickup',
      rank: 2,
      header: t('services.field.pickup'),
      canWrap: true,
      minWidth: 170,
      render: ({ plannedStops }) => plannedStops[0]?.address ?? '—',
    },
    {
      key: 'dispatchTime',
      rank: 3,
      header: t('services.field.dispatchTime'),
      isSortable: true,
      render: ({ dispatchTime }) => moment(dispatchTime),
    },
    {
      key: 'vehicle',
      rank: 4,
      header: t('vehicles.one'),
      render: ({ assignedVehicleNumber }) => assignedVehicleNumber ?? '—',
    },
  ]
}
