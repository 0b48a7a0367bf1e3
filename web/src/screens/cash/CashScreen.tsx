import Box from '@mui/material/Box'
import { listCloseouts, listOpenCash, type OpenCash } from '@rumbo/contract/payments.cash.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage, useFleetSelection } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { CloseCashDialog } from '../../payments/CloseCashDialog.tsx'
import { CloseoutCard } from '../../payments/CloseoutCard.tsx'
import { useCloseoutColumns } from '../../payments/closeout-columns.tsx'
import { OpenCashList } from '../../payments/OpenCashList.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'

/** Cash that drivers have to hand over, and their close-outs. The address holds the page and the open close-out. */
export function CashScreen({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const fleets = useFleetSelection()
  const list = useListAddress({ sorts: ['closedAt'], sort: 'closedAt', order: 'desc' })
  const { query, change, view } = list
  const [closing, setClosing] = useState<OpenCash | null>(null)
  const columns = useCloseoutColumns()
  const enabled = fleets !== null
  const open = useEndpoint(listOpenCash, { query: { ...fleets?.query } }, { enabled })
  const closeouts = useEndpoint(
    listCloseouts,
    { query: { ...view, ...fleets?.query } },
    { enabled, placeholderData: keepPreviousData },
  )
  const openId = oneOf(query.closeout)
  if (fleets === null)
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('payments.cash.noFleet')} />
        </Card>
      </>
    )
  return (
    <>
      <PageHeader title={title} detail={fleets.name} />
      <Box sx={{ display: 'grid', gap: '16px' }}>
        <Card title={t('payments.cash.open.title')} isFlush>
          {open.data ? (
            open.data.items.length === 0 ? (
              <EmptyState title={t('payments.cash.open.none')} text={t('payments.cash.open.noneText')} />
            ) : (
              <OpenCashList items={open.data.items} onClose={setClosing} />
            )
          ) : open.isError ? (
            <ErrorState
              text={message(open.error, t('payments.load.failed'))}
              onRetry={() => void open.refetch()}
            />
          ) : (
            <ListSkeleton rows={2} />
          )}
        </Card>
        <Card title={t('payments.cash.closeouts.title')} isFlush>
          <DataTable
            label={t('payments.cash.closeouts.title')}
            columns={columns}
            rows={closeouts.data?.items}
            total={closeouts.data?.total ?? 0}
            rowId={({ id }) => id}
            rowName={({ closeoutNumber }) => t('payments.cash.closeout', { number: closeoutNumber })}
            view={view}
            onView={list.show}
            onOpen={({ id }) => change({ closeout: id }, { push: true })}
            isLoading={closeouts.isPlaceholderData}
            error={closeouts.isError ? message(closeouts.error, t('payments.load.failed')) : undefined}
            onRetry={() => void closeouts.refetch()}
            empty={<EmptyState title={t('payments.cash.closeouts.none')} />}
          />
        </Card>
      </Box>
      {closing && (
        <CloseCashDialog
          cash={closing}
          onClose={() => setClosing(null)}
          onDone={({ id }) => {
            setClosing(null)
            change({ closeout: id })
          }}
        />
      )}
      {openId && <CloseoutCard closeoutId={openId} onClose={() => change({ closeout: undefined })} />}
    </>
  )
}
