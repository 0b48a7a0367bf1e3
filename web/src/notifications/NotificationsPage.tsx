import CheckRounded from '@mui/icons-material/CheckRounded'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import MarkEmailReadOutlined from '@mui/icons-material/MarkEmailReadOutlined'
import OpenInNewRounded from '@mui/icons-material/OpenInNewRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  listNotifications,
  type Notification,
  notificationPriorities,
} from '@rumbo/contract/notifications.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { listOf, oneOf, useGo } from '../app/navigation/address.tsx'
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
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import type { TableColumn } from '../ui/table/table-model.ts'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { NotificationDetails } from './NotificationDetails.tsx'
import { PriorityMark, statusColours } from './notification-looks.tsx'
import { useReadNotifications } from './use-read-notifications.ts'

const sorts = ['lastAt', 'priority'] as const
const states = ['unread', 'read'] as const

/** All notifications of the signed-in person, live. The address holds search, filters, page, order and the open one. */
export function NotificationsPage({ title }: { title: string }) {
  const { t } = useText()
  const moment = useMoment()
  const go = useGo()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'lastAt', order: 'desc' })
  const { query, change, view, search } = list
  const { read, readAll, acknowledge, isReading } = useReadNotifications()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const state = states.find((one) => one === oneOf(query.state))
  const priority = notificationPriorities.filter((one) => listOf(query.priority).includes(one))
  const isFiltered = search !== '' || state !== undefined || priority.length > 0
  const answer = useEndpoint(
    listNotifications,
    {
      query: {
        ...view,
        search,
        isRead: state && (state === 'read' ? 'true' : 'false'),
        priority: priority.length > 0 ? priority : undefined,
      },
    },
    { placeholderData: keepPreviousData },
  )
  const items = answer.data?.items
  const openId = oneOf(query.notification)
  const opened = items?.find(({ id }) => id === openId)
  const show = (one: Notification) => {
    if (one.readAt === null) read([one.id])
    change({ notification: one.id }, { push: true })
  }
  const unread = items?.filter(({ readAt }) => readAt === null) ?? []
  const latest = unread
    .map(({ lastAt }) => lastAt)
    .toSorted()
    .at(-1)

  const columns: TableColumn<Notification>[] = [
    {
      key: 'title',
      header: t('notifications.column.title'),
      canWrap: true,
      isKept: true,
      render: (one) => (
        <Box sx={{ display: 'flex', gap: '8px', fontWeight: one.readAt === null ? 620 : undefined }}>
          <PriorityMark priority={one.priority} />
          <span>
            {one.title}
            {one.count > 1 && ` · ${t('notifications.count.times', { count: one.count })}`}
          </span>
        </Box>
      ),
    },
    {
      key: 'vehicle',
      header: t('notifications.field.vehicle'),
      rank: 4,
      render: ({ vehicleNumber }) => vehicleNumber ?? '—',
    },
    {
      key: 'priority',
      header: t('notifications.field.priority'),
      isSortable: true,
      rank: 5,
      render: ({ priority: one }) => t(`notifications.priority.${one}`),
    },
    {
      key: 'status',
      header: t('notifications.field.status'),
      rank: 3,
      render: ({ status }) => (
        <TintedChip colour={statusColours[status]}>{t(`notifications.status.${status}`)}</TintedChip>
      ),
    },
    {
      key: 'lastAt',
      header: t('notifications.field.lastAt'),
      isSortable: true,
      render: ({ lastAt }) => moment(lastAt),
    },
  ]
  const clear = () => list.clear('state', 'priority')
  return (
    <>
      <PageHeader
        title={title}
        actions={
          latest !== undefined && (
            <Button
              variant="outlined"
              startIcon={<DoneAllRounded />}
              loading={isReading}
              onClick={() => readAll(latest)}
            >
              {t('notifications.action.readAll')}
            </Button>
          )
        }
      />
      <Card isFlush>
        <ListToolbar
          typed={list.typed}
          onType={list.type}
          set={[state !== undefined, priority.length > 0]}
          searchLabel={t('notifications.list.search')}
        >
          <FilterChips
            label={t('notifications.filter.state')}
            chips={states.map((value) => ({ value, label: t(`notifications.filter.${value}`) }))}
            selected={state ? [state] : []}
            onChange={(next) => change({ state: next.at(-1), page: undefined }, { push: true })}
          />
          <FilterChips
            label={t('notifications.filter.priority')}
            chips={(['critical', 'urgent', 'high', 'normal', 'low'] as const).map((value) => ({
              value,
              label: t(`notifications.priority.${value}`),
            }))}
            selected={priority}
            onChange={(next) => change({ priority: next, page: undefined }, { push: true })}
          />
        </ListToolbar>
        <SelectionBar
          words={chosen.size === 0 ? null : t('notifications.list.chosen', { count: chosen.size })}
          clearLabel={t('vehicleForm.list.selectNone')}
          onClear={() => setChosen(new Set())}
        >
          <Button
            size="small"
            variant="outlined"
            startIcon={<MarkEmailReadOutlined />}
            onClick={() => {
              read([...chosen])
              setChosen(new Set())
            }}
          >
            {t('notifications.action.readChosen')}
          </Button>
        </SelectionBar>
        <DataTable
          label={t('notifications.list.label')}
          columns={columns}
          rows={items}
          total={answer.data?.total ?? 0}
          rowId={({ id }) => id}
          rowName={(one) => one.title}
          view={view}
          onView={list.show}
          selection={{ ids: chosen, onChange: setChosen }}
          isLoading={answer.isPlaceholderData}
          error={answer.isError ? message(answer.error, t('notifications.error.load')) : undefined}
          onRetry={() => void answer.refetch()}
          onOpen={show}
          rowActions={(one) => (
            <RowMenu
              name={one.title}
              items={[
                {
                  label: t('notifications.action.details'),
                  icon: <InfoOutlined fontSize="small" />,
                  onChoose: () => show(one),
                },
                ...(one.path === null
                  ? []
                  : [
                      {
                        label: t('notifications.action.open'),
                        icon: <OpenInNewRounded fontSize="small" />,
                        onChoose: () => go(one.path ?? ''),
                      },
                    ]),
                ...(one.readAt === null
                  ? [
                      {
                        label: t('notifications.action.read'),
                        icon: <MarkEmailReadOutlined fontSize="small" />,
                        onChoose: () => read([one.id]),
                      },
                    ]
                  : []),
                ...(one.canAcknowledge
                  ? [
                      {
                        label: t('notifications.action.acknowledge'),
                        icon: <CheckRounded fontSize="small" />,
                        onChoose: () => acknowledge(one.id),
                      },
                    ]
                  : []),
              ]}
            />
          )}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('notifications.list.noMatch')}
                action={
                  <Button variant="outlined" onClick={clear}>
                    {t('services.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('notifications.list.empty')} />
            )
          }
        />
      </Card>
      {opened && (
        <NotificationDetails
          notification={opened}
          onAcknowledge={() => acknowledge(opened.id)}
          onClose={() => change({ notification: undefined })}
        />
      )}
    </>
  )
}
