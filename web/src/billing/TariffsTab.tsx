import { listTariffs, type Tariff } from '@rumbo/contract/billing.contract'
import { formatMoney } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/table/table-model.ts'
import { TariffState, usePeriod } from './tariff-look.tsx'

interface TariffsTabProps {
  fleetId: string
  onOpen: (tariff: Tariff) => void
}

/** The tariffs of a fleet by type of service, the latest first. */
export function TariffsTab({ fleetId, onOpen }: TariffsTabProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const period = usePeriod()
  const [view, setView] = useState<TableView>({ page: 1, size: 25, sort: 'validFrom', order: 'desc' })
  const { page, size, order } = view
  const tariffs = useEndpoint(
    listTariffs,
    { query: { fleetId, page, size, sort: 'validFrom', order } },
    { placeholderData: keepPreviousData },
  )
  const price = (name: 'base' | 'perKm' | 'perMinute' | 'minimum', rank: number): TableColumn<Tariff> => ({
    key: name,
    header: t(`billing.rate.${name}`),
    align: 'right',
    rank,
    render: ({ rates, currency }) => formatMoney(language, rates[name], currency),
  })
  const columns: TableColumn<Tariff>[] = [
    { key: 'name', header: t('billing.field.name'), canWrap: true, render: ({ name }) => name },
    {
      key: 'serviceType',
      header: t('services.field.serviceType'),
      rank: 2,
      render: ({ serviceType }) => t(`services.type.${serviceType}`),
    },
    { key: 'state', header: t('billing.state'), rank: 1, render: (row) => <TariffState state={row.state} /> },
    {
      key: 'validFrom',
      header: t('billing.period'),
      isSortable: true,
      canWrap: true,
      minWidth: 150,
      rank: 3,
      render: period,
    },
    price('base', 4),
    price('perKm', 5),
    price('perMinute', 6),
    price('minimum', 7),
  ]
  return (
    <Card isFlush label={t('billing.tab.tariffs')}>
      <DataTable
        label={t('billing.tab.tariffs')}
        columns={columns}
        rows={tariffs.data?.items}
        total={tariffs.data?.total ?? 0}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        view={view}
        onView={setView}
        onOpen={onOpen}
        isLoading={tariffs.isPlaceholderData}
        error={tariffs.isError ? message(tariffs.error, t('billing.loadFailed')) : undefined}
        onRetry={() => void tariffs.refetch()}
        empty={<EmptyState title={t('billing.none')} text={t('billing.noneText')} />}
      />
    </Card>
  )
}
