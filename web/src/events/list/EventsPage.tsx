import InfoOutlined from '@mui/icons-material/InfoOutlined'
import Button from '@mui/material/Button'
import { listEvents } from '@rumbo/contract/events.contract'
import { exportEvents } from '@rumbo/contract/events.files.contract'
import { keepPreviousData } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useCan, useErrorMessage, useFleetSelection, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import { oneOf } from '../../app/navigation/address.tsx'
import { useListAddress } from '../../app/navigation/list-address.ts'
import { eventTitle } from '../../telemetry/EventList.tsx'
import { Card } from '../../ui/Card.tsx'
import { useText } from '../../ui/i18n.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { EmptyState } from '../../ui/states.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { ListToolbar } from '../../ui/table/ListToolbar.tsx'
import { RowMenu } from '../../ui/table/table-parts.tsx'
import { TableExportButton } from '../../work/TableFileActions.tsx'
import { useAssignEvent } from '../details/use-assign-event.tsx'
import { useEventActions } from '../VehicleEvents.tsx'
import { EventDetails } from './EventDetails.tsx'
import { type EventFilterChange, EventFilters } from './EventFilters.tsx'
import { useEventColumns } from './event-columns.tsx'
import { asQuery, eventFilterNames, isBackwards, readEventFilter, setFilters } from './event-filter.rules.ts'
import { useBulkEvents } from './use-bulk-events.tsx'

const sorts = ['lastOccurredAt', 'severity', 'status', 'type', 'vehicleNumber'] as const
/** Polling interval in milliseconds: events arrive by the live stream, which may lose some. */
const lookMs = 60_000
/** People who watch the list see an event at once, also while others come. */
const hintSpacingMs = 300

interface EventsPageProps {
  title: string
  /** The saved views of the list. */
  views?: ReactNode
}

/** Events of the fleets shown, live. The address holds search, filters, page, order and the open details. */
export function EventsPage({ title, views }: EventsPageProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const fleets = useFleetSelection()
  const mayHandle = useCan()('events.handle')
  const list = useListAddress({ sorts, sort: 'lastOccurredAt', order: 'desc' })
  const { query, change, view, search } = list
  const filter = readEventFilter(query)
  const set = setFilters(filter)
  const isFiltered = search !== '' || set.some(Boolean)
  const isImpossible = isBackwards(filter)
  const narrowed = {
    search,
    ...fleets?.query,
    ...asQuery(filter, company?.timeZone ?? 'America/Mexico_City'),
  }
  const events = useEndpoint(
    listEvents,
    { query: { ...view, ...narrowed } },
    {
      enabled: fleets !== null && !isImpossible,
      placeholderData: keepPreviousData,
      refetchInterval: lookMs,
      meta: { hintSpacingMs },
    },
  )
  const exportFile = useChange(exportEvents)
  const startExport = (format: 'csv' | 'xlsx') => {
    const { vehicleId, type, category, severity, status, from, to, concerns } = narrowed
    const kinds = { type, category, severity, status, concerns }
    const { sort, order } = view
    return exportFile.mutateAsync({
      body: { ...fleets?.query, search, vehicleId, ...kinds, from, to, sort, order, format, language },
    })
  }
  const actions = useEventActions()
  const assign = useAssignEvent()
  const bulk = useBulkEvents(events.data?.items, mayHandle, fleets?.id ?? '')
  const columns = useEventColumns(company?.timeZone)
  const narrow = (some: EventFilterChange) => change({ ...some, page: undefined }, { push: true })
  const clear = () => list.clear(...eventFilterNames)
  const openId = oneOf(query.event)
  const open = (id: string) => change({ event: id }, { push: true })

  if (fleets === null) {
    return (
      <>
        <PageHeader title={title} />
        <Card>
          <EmptyState title={t('events.list.noFleet')} />
        </Card>
      </>
    )
  }
  return (
    <>
      <PageHeader
        title={title}
        detail={fleets.name}
        actions={
          <>
            {views}
            <TableExportButton
              title={t('events.file.export')}
              onStart={startExport}
              isDisabled={isImpossible}
            />
          </>
        }
      />
      <Card isFlush>
        <ListToolbar typed={list.typed} onType={list.type} set={set} searchLabel={t('events.list.search')}>
          <EventFilters filter={filter} onChange={narrow} onClear={isFiltered ? clear : undefined} />
        </ListToolbar>
        {bulk.bar}
        <DataTable
          label={t('events.list.label')}
          columns={columns}
          rows={isImpossible ? [] : events.data?.items}
          total={isImpossible ? 0 : (events.data?.total ?? 0)}
          isTotalBound={events.data?.isTotalBound}
          rowId={({ id }) => id}
          rowName={(event) => `${eventTitle(t, event)} · ${event.vehicleNumber}`}
          view={view}
          onView={list.show}
          selection={bulk.selection}
          isLoading={events.isPlaceholderData}
          error={events.isError ? message(events.error, t('events.error.load')) : undefined}
          onRetry={() => void events.refetch()}
          onOpen={({ id }) => open(id)}
          rowActions={(event) => (
            <RowMenu
              name={`${eventTitle(t, event)} · ${event.vehicleNumber}`}
              items={[
                {
                  label: t('services.action.details'),
                  icon: <InfoOutlined fontSize="small" />,
                  onChoose: () => open(event.id),
                },
                ...actions.itemsOf(event),
                ...assign.itemsOf(event),
              ]}
            />
          )}
          empty={
            isFiltered ? (
              <EmptyState
                title={t('events.list.noMatch')}
                action={
                  <Button variant="outlined" onClick={clear}>
                    {t('services.filter.clear')}
                  </Button>
                }
              />
            ) : (
              <EmptyState title={t('events.list.empty')} />
            )
          }
        />
      </Card>
      {openId !== '' && (
        <EventDetails
          eventId={openId}
          actions={actions}
          assign={assign}
          onClose={() => change({ event: undefined })}
        />
      )}
      {actions.dialog}
      {assign.dialog}
      {bulk.dialog}
    </>
  )
}
