import DoneRounded from '@mui/icons-material/DoneRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import TaskAltRounded from '@mui/icons-material/TaskAltRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import {
  listNotifications,
  type Notification,
  readNotification,
} from '@rumbo/contract/notifications.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { oneOf } from '../app/navigation/address.tsx'
import { useListAddress } from '../app/navigation/list-address.ts'
import { Card } from '../ui/Card.tsx'
import { nowMs } from '../ui/clock.ts'
import { useKeptFocus } from '../ui/hooks/use-kept-focus.ts'
import { useText } from '../ui/i18n.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { EmptyState } from '../ui/states.tsx'
import { DataTable } from '../ui/table/DataTable.tsx'
import { ListToolbar } from '../ui/table/ListToolbar.tsx'
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { NotificationDetails } from './NotificationDetails.tsx'
import { NotificationFilters } from './NotificationFilters.tsx'
import { useNotificationColumns } from './notification-columns.tsx'
import {
  asQuery,
  notificationFilterNames,
  readNotificationFilter,
  setFilters,
} from './notification-filter.rules.ts'
import { useUnreadCounts } from './use-inbox.ts'
import { useNotificationActions } from './use-notification-actions.ts'
import { useRowKeys } from './use-row-keys.ts'

const sorts = ['lastAt', 'priority'] as const

/** The notifications of the person. The address holds search, filters, page, order and the open one. */
export function NotificationsPage({ title }: { title: string }) {
  const { t } = useText()
  const message = useErrorMessage()
  const list = useListAddress({ sorts, sort: 'lastAt', order: 'desc' })
  const { query, change, view, search } = list
  const filter = readNotificationFilter(query)
  const set = setFilters(filter)
  const isFiltered = search !== '' || set.some(Boolean)
  const answer = useEndpoint(
    listNotifications,
    { query: { ...view, search, ...asQuery(filter) } },
    { placeholderData: keepPreviousData },
  )
  const rows = answer.data?.items
  const unread = useUnreadCounts()?.unread
  const actions = useNotificationActions()
  const columns = useNotificationColumns()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  /** The open one stays open where marking it took it out of the filtered list. */
  const [kept, setKept] = useState<Notification | null>(null)

  const asked = useRef(false)
  // The button that was pressed goes away with what it did.
  useKeptFocus(chosen.size + (unread ?? 0), () => {
    if (!asked.current) return null
    asked.current = false
    return keys.current?.querySelector<HTMLElement>('[data-row-open]')
  })
  const read = async (ids: readonly string[]) => {
    asked.current = true
    const marked = await actions.markRead(ids)
    setChosen((before) => new Set([...before].filter((id) => !marked.includes(id))))
  }
  const keys = useRowKeys({
    rows: rows ?? [],
    onSelect: ({ id }) =>
      setChosen(
        (before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]),
      ),
    onRead: ({ id, readAt }) => readAt === null && void read([id]),
  })
  const openId = oneOf(query.notification)
  const listed = rows?.find(({ id }) => id === openId) ?? (kept?.id === openId ? kept : null)
  // A link may lead to one that the page of the list does not hold.
  const linked = useEndpoint(
    readNotification,
    { params: { id: openId } },
    { enabled: openId !== '' && listed === null && answer.data !== undefined },
  )
  const opened = listed ?? (linked.data?.id === openId ? linked.data : undefined)
  const open = (one: Notification) => {
    setKept(one)
    change({ notification: one.id }, { push: true })
  }
  const clear = () => list.clear(...notificationFilterNames)
  return (
    <>
      <PageHeader
        title={title}
        detail={
          unread !== undefined &&
          (unread === 0 ? t('notifications.allRead') : t('notifications.count', { count: unread }))
        }
        actions={
          unread !== undefined &&
          unread > 0 && (
            <Button
              variant="outlined"
              startIcon={<DoneRounded />}
              loading={actions.isMarking}
              onClick={() => {
                asked.current = true
                actions.markAllUntil(new Date(nowMs()).toISOString())
              }}
            >
              {t('notifications.markAll')}
            </Button>
          )
        }
      />
      {linked.isError && opened === undefined && openId !== '' && (
        <Alert severity="error" sx={{ mb: '12px' }} onClose={() => change({ notification: undefined })}>
          {message(linked.error, t('notifications.error.open'))}
        </Alert>
      )}
      <Card isFlush>
        <ListToolbar typed={list.typed} onType={list.type} set={set} searchLabel={t('notifications.search')}>
          <NotificationFilters
            filter={filter}
            onChange={(some) => change({ ...some, page: undefined }, { push: true })}
            onClear={isFiltered ? clear : undefined}
          />
        </ListToolbar>
        <SelectionBar
          words={chosen.size === 0 ? null : t('notifications.chosen', { count: chosen.size })}
          clearLabel={t('vehicleForm.list.selectNone')}
          onClear={() => setChosen(new Set())}
        >
          <Button
            size="small"
            variant="outlined"
            startIcon={<DoneRounded />}
            loading={actions.isMarking}
            onClick={() => void read([...chosen])}
          >
            {t('notifications.mark')}
          </Button>
        </SelectionBar>
        <Box ref={keys}>
          <DataTable
            label={t('notifications.list')}
            columns={columns}
            rows={rows}
            total={answer.data?.total ?? 0}
            rowId={({ id }) => id}
            rowName={(one) => one.title}
            view={view}
            onView={list.show}
            selection={{ ids: chosen, onChange: setChosen }}
            isLoading={answer.isPlaceholderData}
            error={answer.isError ? message(answer.error, t('notifications.error.load')) : undefined}
            onRetry={() => void answer.refetch()}
            onOpen={open}
            rowActions={(one) => (
              <RowMenu
                name={one.title}
                items={[
                  {
                    label: t('notifications.details'),
                    icon: <InfoOutlined fontSize="small" />,
                    onChoose: () => open(one),
                  },
                  ...(one.readAt === null
                    ? [
                        {
                          label: t('notifications.markOne'),
                          icon: <DoneRounded fontSize="small" />,
                          onChoose: () => void read([one.id]),
                        },
                      ]
                    : []),
                  ...(one.canAcknowledge
                    ? [
                        {
                          label: t('notifications.acknowledge'),
                          icon: <TaskAltRounded fontSize="small" />,
                          onChoose: () => actions.acknowledge(one.id),
                        },
                      ]
                    : []),
                ]}
              />
            )}
            empty={
              isFiltered ? (
                <EmptyState
                  title={t('notifications.noMatch')}
                  action={
                    <Button variant="outlined" onClick={clear}>
                      {t('services.filter.clear')}
                    </Button>
                  }
                />
              ) : (
                <EmptyState title={t('notifications.empty')} text={t('notifications.emptyText')} />
              )
            }
          />
        </Box>
      </Card>
      {opened && (
        <NotificationDetails
          notification={opened}
          onAcknowledge={() => actions.acknowledge(opened.id)}
          onRead={() => void read([opened.id])}
          onClose={() => change({ notification: undefined })}
        />
      )}
    </>
  )
}
