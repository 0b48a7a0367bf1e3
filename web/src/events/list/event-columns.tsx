import type { Event } from '@rumbo/contract/events.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useFleetNames } from '../../app/client-context.tsx'
import { eventTitle } from '../../telemetry/EventList.tsx'
import { useText } from '../../ui/i18n.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { SeverityMark } from './SeverityMark.tsx'

/** The columns of the list of events; times are shown in `timeZone`. Default: the browser's. */
export function useEventColumns(timeZone: string | undefined): TableColumn<Event>[] {
  const { t, language } = useText()
  const fleetName = useFleetNames()
  return [
    {
      key: 'type',
      header: t('events.field.event'),
      isSortable: true,
      canWrap: true,
      minWidth: 170,
      render: (event) => eventTitle(t, event),
    },
    {
      key: 'severity',
      rank: 2,
      header: t('events.field.severity'),
      isSortable: true,
      render: ({ severity }) => <SeverityMark severity={severity} />,
    },
    {
      key: 'vehicleNumber',
      rank: 1,
      header: t('vehicles.one'),
      isSortable: true,
      render: ({ vehicleNumber, plateNumber }) => `${vehicleNumber} · ${plateNumber}`,
    },
    ...(fleetName
      ? [
          {
            key: 'fleet',
            rank: 5,
            header: t('vehicleRecord.field.fleet'),
            render: ({ fleetId }: Event) => fleetName(fleetId),
          },
        ]
      : []),
    {
      key: 'status',
      rank: 3,
      header: t('services.field.status'),
      isSortable: true,
      render: ({ status }) => t(`events.status.${status}`),
    },
    {
      key: 'lastOccurredAt',
      rank: 4,
      header: t('events.field.lastOccurredAt'),
      isSortable: true,
      render: ({ lastOccurredAt }) => formatDate(language, lastOccurredAt, { timeZone }),
    },
    {
      key: 'assignee',
      rank: 6,
      header: t('events.field.assignee'),
      render: ({ assignee }) => assignee ?? '—',
    },
    {
      key: 'occurrences',
      rank: 7,
      header: t('events.field.occurrences'),
      align: 'right',
      render: ({ occurrences }) => occurrences,
    },
    {
      key: 'category',
      rank: 8,
      header: t('events.field.category'),
      render: ({ category }) => t(`events.category.${category}`),
    },
  ]
}
