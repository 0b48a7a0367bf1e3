import type { Closeout } from '@rumbo/contract/payments.cash.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { useFleetNames } from '../app/client-context.tsx'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { Difference } from './Difference.tsx'

/** The columns of the list of close-outs, with the fleet where several are shown. */
export function useCloseoutColumns(): TableColumn<Closeout>[] {
  const { t, language } = useText()
  const moment = useMoment()
  const fleetName = useFleetNames()
  const fleet: TableColumn<Closeout>[] = fleetName
    ? [
        {
          key: 'fleet',
          header: t('payments.cash.column.fleet'),
          rank: 6,
          render: ({ fleetId }) => fleetName(fleetId),
        },
      ]
    : []
  return [
    { key: 'number', header: t('payments.cash.column.number'), render: (row) => row.closeoutNumber },
    {
      key: 'driver',
      header: t('payments.cash.column.driver'),
      canWrap: true,
      render: ({ driverName }) => driverName,
    },
    ...fleet,
    {
      key: 'closedAt',
      header: t('payments.cash.column.closedAt'),
      isSortable: true,
      rank: 3,
      render: ({ closedAt }) => moment(closedAt),
    },
    {
      key: 'expected',
      header: t('payments.cash.field.expected'),
      align: 'right',
      rank: 4,
      render: ({ expected, currency }) => formatMoney(language, expected, currency),
    },
    {
      key: 'counted',
      header: t('payments.cash.field.counted'),
      align: 'right',
      rank: 2,
      render: ({ counted, currency }) => formatMoney(language, counted, currency),
    },
    {
      key: 'difference',
      header: t('payments.cash.field.difference'),
      rank: 1,
      render: ({ difference, currency }) => <Difference amount={difference} currency={currency} />,
    },
    {
      key: 'closedBy',
      header: t('payments.cash.field.closedBy'),
      rank: 5,
      render: ({ closedBy }) => closedBy,
    },
  ]
}
