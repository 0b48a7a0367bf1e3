import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { ignoreUnknownCard, listUnknownCards, type UnknownCard } from '@rumbo/contract/shifts.cards.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import type { TableColumn, TableView } from '../ui/table/table-model.ts'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AssignCardDialog } from './AssignCardDialog.tsx'

/** Cards that readers stated and that belong to no driver of the company, to assign or ignore. */
export function UnknownCards({ companyId }: { companyId: string }) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [view, setView] = useState<TableView>({ page: 1, size: 25, order: 'asc' })
  const [showsIgnored, setShows] = useState(false)
  const [assigning, setAssigning] = useState<string | null>(null)
  const cards = useEndpoint(listUnknownCards, { query: { companyId } })
  const ignore = useChange(ignoreUnknownCard, {
    onError: (error) => toasts.show({ type: 'error', message: message(error, t('shifts.cards.failed')) }),
  })
  const shown = cards.data?.items.filter(({ isIgnored }) => showsIgnored || !isIgnored)
  const columns: TableColumn<UnknownCard>[] = [
    {
      key: 'card',
      header: t('shifts.unknown.card'),
      canWrap: true,
      render: ({ card, isIgnored }) => (
        <Box component="span" sx={{ overflowWrap: 'anywhere', fontWeight: 620 }}>
          {card} {isIgnored && <TintedChip colour="inactive">{t('shifts.unknown.ignored')}</TintedChip>}
        </Box>
      ),
    },
    { key: 'vehicle', header: t('shifts.unknown.vehicle'), render: ({ vehicleNumber }) => vehicleNumber },
    {
      key: 'first',
      header: t('shifts.unknown.first'),
      rank: 5,
      render: ({ firstSeenAt }) => <Age at={Date.parse(firstSeenAt)} />,
    },
    {
      key: 'last',
      header: t('shifts.unknown.last'),
      render: ({ lastSeenAt }) => <Age at={Date.parse(lastSeenAt)} />,
    },
    {
      key: 'times',
      header: t('shifts.unknown.times'),
      align: 'right',
      rank: 4,
      render: ({ times }) => formatNumber(language, times),
    },
  ]
  const { page, size } = view
  return (
    <Card isFlush label={t('shifts.tab.cards')}>
      <FormControlLabel
        sx={{ px: '16px', py: '6px' }}
        control={<Switch checked={showsIgnored} onChange={(_, isOn) => setShows(isOn)} />}
        label={t('shifts.unknown.showIgnored')}
      />
      <DataTable
        label={t('shifts.tab.cards')}
        columns={columns}
        rows={shown?.slice((page - 1) * size, page * size)}
        total={shown?.length ?? 0}
        rowId={({ card }) => card}
        rowName={({ card }) => card}
        view={view}
        onView={setView}
        isLoading={cards.isFetching}
        error={cards.isError ? message(cards.error, t('shifts.cards.loadFailed')) : undefined}
        onRetry={() => void cards.refetch()}
        empty={<EmptyState title={t('shifts.unknown.none')} text={t('shifts.unknown.noneText')} />}
        rowActions={({ card, isIgnored }) => (
          <RowMenu
            name={card}
            items={[
              { label: t('shifts.unknown.assign'), onChoose: () => setAssigning(card) },
              {
                label: t(isIgnored ? 'shifts.unknown.unignore' : 'shifts.unknown.ignore'),
                onChoose: () => ignore.mutate({ body: { companyId, card, isIgnored: !isIgnored } }),
              },
            ]}
          />
        )}
      />
      {assigning && (
        <AssignCardDialog card={assigning} companyId={companyId} onClose={() => setAssigning(null)} />
      )}
    </Card>
  )
}
