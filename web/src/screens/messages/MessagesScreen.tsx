import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  listMessages,
  messageStatuses,
  type OutgoingMessage,
  retryMessage,
} from '@rumbo/contract/monitoring.messages.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { listOf, oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { useMoment } from '../../app/use-moment.ts'
import { MessageDialog } from '../../monitoring/MessageDialog.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TintedChip } from '../../ui/StatusChip.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { FilterChips } from '../../ui/table/FilterChips.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import type { TableColumn } from '../../ui/table/table-model.ts'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import type { StatusToken } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

const sorts = ['createdAt'] as const
const colours = {
  pending: 'alarmed',
  sent: 'active',
  failed: 'critical',
  kept: 'inactive',
} as const satisfies Record<OutgoingMessage['status'], StatusToken>

/** E-mails and text messages: sent, waiting, failed, or kept to be read here. The address holds filters and page. */
export function MessagesScreen({ title }: { title: string }) {
  const { t } = useText()
  const moment = useMoment()
  const { show } = useToasts()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'createdAt', order: 'desc' })
  const { query, change, view, search } = list
  const statuses = messageStatuses.filter((status) => listOf(query.status).includes(status))
  const messages = useEndpoint(
    listMessages,
    { query: { ...view, search, status: statuses.length > 0 ? statuses : undefined } },
    { placeholderData: keepPreviousData },
  )
  const retry = useChange(retryMessage, {
    onSuccess: () => void show({ type: 'success', message: t('monitoring.messages.retried') }),
    onError: (error) =>
      void show({ type: 'error', message: message(error, t('monitoring.messages.retry.failed')) }),
  })
  const open = messages.data?.items.find(({ id }) => id === oneOf(query.message))
  const mayRetry = ({ status, channel }: OutgoingMessage) =>
    (status === 'failed' || status === 'kept') &&
    (channel === 'email' ? messages.data?.isEmailConfigured : messages.data?.isSmsConfigured) === true
  const send = ({ id }: OutgoingMessage) => retry.mutate({ params: { id } })
  const read = ({ id }: OutgoingMessage) => change({ message: id }, { push: true })

  const columns: TableColumn<OutgoingMessage>[] = [
    {
      key: 'subject',
      header: t('monitoring.messages.column.subject'),
      canWrap: true,
      render: ({ subject, channel }) => subject || t(`monitoring.messages.channel.${channel}`),
    },
    {
      key: 'recipient',
      header: t('monitoring.messages.column.recipient'),
      canWrap: true,
      render: ({ recipient }) => recipient,
    },
    {
      key: 'channel',
      header: t('monitoring.messages.column.channel'),
      render: ({ channel }) => t(`monitoring.messages.channel.${channel}`),
    },
    {
      key: 'status',
      header: t('monitoring.messages.column.status'),
      render: ({ status }) => (
        <TintedChip colour={colours[status]}>{t(`monitoring.messages.status.${status}`)}</TintedChip>
      ),
    },
    {
      key: 'createdAt',
      header: t('monitoring.messages.column.createdAt'),
      isSortable: true,
      render: ({ createdAt }) => moment(createdAt),
    },
  ]
  const isFiltered = search !== '' || statuses.length > 0
  return (
    <>
      <PageHeader title={title} />
      <Box sx={{ display: 'grid', gap: '12px' }}>
        {messages.data?.isEmailConfigured === false && (
          <Alert severity="warning" role="status">
            {t('monitoring.messages.noEmail')}
          </Alert>
        )}
        {messages.data?.isSmsConfigured === false && (
          <Alert severity="info" role="status">
            {t('monitoring.messages.noSms')}
          </Alert>
        )}
        <Card isFlush>
          <ListToolbar
            typed={list.typed}
            onType={list.type}
            set={[statuses.length > 0]}
            searchLabel={t('monitoring.messages.searchLabel')}
          >
            <FilterChips
              label={t('monitoring.messages.column.status')}
              chips={messageStatuses.map((status) => ({
                value: status,
                label: t(`monitoring.messages.status.${status}`),
              }))}
              selected={statuses}
              onChange={(next) => change({ status: next, page: undefined })}
              clearLabel={t('audit.filter.clear')}
            />
          </ListToolbar>
          <DataTable
            label={title}
            columns={columns}
            rows={messages.data?.items}
            total={messages.data?.total ?? 0}
            rowId={({ id }) => id}
            rowName={({ subject, recipient }) => `${subject} ${recipient}`}
            view={view}
            onView={({ page, size, order }) =>
              change({ page: page === 1 ? undefined : page, size: size === 25 ? undefined : size, order })
            }
            isLoading={messages.isFetching}
            error={
              messages.isError ? message(messages.error, t('monitoring.messages.load.failed')) : undefined
            }
            onRetry={() => void messages.refetch()}
            onOpen={read}
            rowActions={(row) => (
              <RowMenu
                name={`${row.subject} ${row.recipient}`}
                items={[
                  { label: t('monitoring.messages.open'), onChoose: () => read(row) },
                  ...(mayRetry(row)
                    ? [{ label: t('monitoring.messages.retry'), onChoose: () => send(row) }]
                    : []),
                ]}
              />
            )}
            empty={
              isFiltered ? (
                <EmptyState
                  title={t('monitoring.messages.empty.filteredTitle')}
                  text={t('monitoring.messages.empty.filteredText')}
                  action={
                    <Button variant="outlined" onClick={() => list.clear('status')}>
                      {t('audit.filter.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState
                  title={t('monitoring.messages.empty.title')}
                  text={t('monitoring.messages.empty.text')}
                />
              )
            }
          />
        </Card>
      </Box>
      {open && (
        <MessageDialog
          message={open}
          onClose={() => change({ message: undefined })}
          onRetry={mayRetry(open) ? () => send(open) : undefined}
          isRetrying={retry.isPending}
        />
      )}
    </>
  )
}
