import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  type Delivery,
  deliveryStatuses,
  listDeliveries,
  readDelivery,
  retryDelivery,
} from '@rumbo/contract/monitoring.deliveries.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { listOf, oneOf } from '../app/navigation/address.tsx'
import { useListAddress } from '../app/navigation/list-address.ts'
import { useMoment } from '../app/use-moment.ts'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { FilterChips } from '../ui/table/FilterChips.tsx'
import { ListToolbar } from '../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { RowMenu } from '../ui/table/table-parts.tsx'
import type { StatusToken } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { DeliveryDialog } from './DeliveryDialog.tsx'
import { FailingReceivers } from './FailingReceivers.tsx'
import { TestDeliveryDialog } from './TestDeliveryDialog.tsx'

const sorts = ['createdAt'] as const
const colours = {
  pending: 'alarmed',
  sent: 'active',
  delivered: 'active',
  read: 'active',
  failed: 'critical',
  expired: 'inactive',
  kept: 'inactive',
  dropped: 'inactive',
} as const satisfies Record<Delivery['status'], StatusToken>

/** Mails and SMS: sent, waiting, failed, or kept to be read here. The address holds filters and page. */
export function DeliveriesPage({ title }: { title: string }) {
  const { t } = useText()
  const moment = useMoment()
  const { show } = useToasts()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'createdAt', order: 'desc' })
  const { query, change, view, search } = list
  const statuses = deliveryStatuses.filter((status) => listOf(query.status).includes(status))
  const deliveries = useEndpoint(
    listDeliveries,
    { query: { ...view, search, status: statuses.length > 0 ? statuses : undefined } },
    { placeholderData: keepPreviousData },
  )
  const retry = useChange(retryDelivery, {
    onSuccess: () => void show({ type: 'success', message: t('monitoring.deliveries.retried') }),
    onError: (error) =>
      void show({ type: 'error', message: message(error, t('monitoring.deliveries.retry.failed')) }),
  })
  const [isTesting, setTesting] = useState(false)
  const configured = {
    email: deliveries.data?.isEmailConfigured === true,
    sms: deliveries.data?.isSmsConfigured === true,
    push: deliveries.data?.isPushConfigured === true,
    webhook: true,
  }
  const channels = (['email', 'sms'] as const).filter((channel) => configured[channel])
  const openId = oneOf(query.delivery)
  // Its row leaves the page when it changes its status, or when newer ones come.
  const opened = useEndpoint(
    readDelivery,
    { params: { id: openId ?? '' } },
    { enabled: openId !== undefined },
  )
  const open = opened.data ?? deliveries.data?.items.find(({ id }) => id === openId)
  const mayRetry = ({ status, channel }: Delivery) =>
    (status === 'failed' || status === 'kept') && configured[channel]
  const send = ({ id }: Delivery) => retry.mutate({ params: { id } })
  const read = ({ id }: Delivery) => change({ delivery: id }, { push: true })

  const columns: TableColumn<Delivery>[] = [
    {
      key: 'subject',
      header: t('monitoring.deliveries.column.subject'),
      canWrap: true,
      render: ({ subject, channel }) => subject || t(`monitoring.deliveries.channel.${channel}`),
    },
    {
      key: 'recipient',
      header: t('monitoring.deliveries.column.recipient'),
      canWrap: true,
      render: ({ recipient }) => recipient,
    },
    {
      key: 'channel',
      header: t('monitoring.deliveries.column.channel'),
      rank: 5,
      render: ({ channel }) => t(`monitoring.deliveries.channel.${channel}`),
    },
    {
      key: 'status',
      header: t('monitoring.deliveries.column.status'),
      isKept: true,
      render: ({ status }) => (
        <TintedChip colour={colours[status]}>{t(`monitoring.deliveries.status.${status}`)}</TintedChip>
      ),
    },
    {
      key: 'createdAt',
      header: t('monitoring.deliveries.column.createdAt'),
      isSortable: true,
      render: ({ createdAt }) => moment(createdAt),
    },
  ]
  const isFiltered = search !== '' || statuses.length > 0
  return (
    <>
      <PageHeader
        title={title}
        actions={
          channels.length > 0 && (
            <Button variant="outlined" onClick={() => setTesting(true)}>
              {t('monitoring.deliveries.test')}
            </Button>
          )
        }
      />
      <Box sx={{ display: 'grid', gap: '12px' }}>
        {deliveries.data?.isEmailConfigured === false && (
          <Alert severity="warning" role="status">
            {t('monitoring.deliveries.noEmail')}
          </Alert>
        )}
        {deliveries.data?.isSmsConfigured === false && (
          <Alert severity="info" role="status">
            {t('monitoring.deliveries.noSms')}
          </Alert>
        )}
        <FailingReceivers receivers={deliveries.data?.failing ?? []} />
        <Card isFlush>
          <ListToolbar
            typed={list.typed}
            onType={list.type}
            set={[statuses.length > 0]}
            searchLabel={t('monitoring.deliveries.searchLabel')}
          >
            <FilterChips
              label={t('monitoring.deliveries.column.status')}
              chips={deliveryStatuses.map((status) => ({
                value: status,
                label: t(`monitoring.deliveries.status.${status}`),
              }))}
              selected={statuses}
              onChange={(next) => change({ status: next, page: undefined })}
              clearLabel={t('audit.filter.clear')}
            />
          </ListToolbar>
          <DataTable
            label={title}
            columns={columns}
            rows={deliveries.data?.items}
            total={deliveries.data?.total ?? 0}
            rowId={({ id }) => id}
            rowName={({ subject, recipient }) => `${subject} ${recipient}`}
            view={view}
            onView={({ page, size, order }) =>
              change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, order })
            }
            isLoading={deliveries.isFetching}
            error={
              deliveries.isError
                ? message(deliveries.error, t('monitoring.deliveries.load.failed'))
                : undefined
            }
            onRetry={() => void deliveries.refetch()}
            onOpen={read}
            rowActions={(row) => (
              <RowMenu
                name={`${row.subject} ${row.recipient}`}
                items={[
                  { label: t('monitoring.deliveries.open'), onChoose: () => read(row) },
                  ...(mayRetry(row)
                    ? [{ label: t('monitoring.deliveries.retry'), onChoose: () => send(row) }]
                    : []),
                ]}
              />
            )}
            empty={
              isFiltered ? (
                <EmptyState
                  title={t('monitoring.deliveries.empty.filteredTitle')}
                  text={t('monitoring.deliveries.empty.filteredText')}
                  action={
                    <Button variant="outlined" onClick={() => list.clear('status')}>
                      {t('audit.filter.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  title={t('monitoring.deliveries.empty.title')}
                  text={t('monitoring.deliveries.empty.text')}
                />
              )
            }
          />
        </Card>
      </Box>
      {isTesting && <TestDeliveryDialog channels={channels} onClose={() => setTesting(false)} />}
      {open && (
        <DeliveryDialog
          delivery={open}
          failedAttempts={opened.data?.failedAttempts ?? []}
          onClose={() => change({ delivery: undefined })}
          onRetry={mayRetry(open) ? () => send(open) : undefined}
          isRetrying={retry.isPending}
        />
      )}
    </>
  )
}
