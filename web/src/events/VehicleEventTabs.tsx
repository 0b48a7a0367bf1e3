import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { listEvents } from '@rumbo/contract/events.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { keepPreviousData } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCan, useErrorMessage, useHereOf, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { featureBlock } from '../app/session/features.rules.ts'
import { FeatureNotice } from '../app/shell/FeatureNotice.tsx'
import { useText } from '../ui/i18n.tsx'
import { LockedReason } from '../ui/LockedReason.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import type { TableView } from '../ui/table/table-model.ts'
import { Pager } from '../ui/table/table-parts.tsx'
import { DismissAlarmDialog } from './DismissAlarmDialog.tsx'
import { EventRows, useEventActions } from './VehicleEvents.tsx'

const pageSizes = [25, 50, 100] as const
const newestFirst: TableView = { page: 1, size: pageSizes[0], order: 'desc' }

/** Shown instead of events if the plan or the user's level lacks them. */
function useEventsLock(vehicle: Vehicle): ReactNode {
  const { t } = useText()
  const can = useCan()
  const block = featureBlock('events', useHereOf()(vehicle.fleetId))
  if (block) return <FeatureNotice feature="events" block={block} />
  return can('events.read', vehicle) ? null : <EmptyState title={t('vehicleForm.events.forbidden')} />
}

interface EventsOfProps {
  vehicle: Vehicle
  query: { isAlarm?: boolean; status?: ('active' | 'acknowledged' | 'resolved' | 'dismissed')[] }
  label: string
  none: string
}

function EventsOf({ vehicle, query, label, none }: EventsOfProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const { company } = useWorkspace()
  const actions = useEventActions()
  const { isAlarm, ...rest } = query
  const [view, setView] = useState(newestFirst)
  const answer = useEndpoint(
    listEvents,
    {
      query: {
        ...rest,
        isAlarm: isAlarm === undefined ? undefined : String(isAlarm),
        vehicleId: vehicle.id,
        page: view.page,
        size: view.size,
        sort: 'occurredAt',
        order: 'desc',
      },
    },
    { placeholderData: keepPreviousData },
  )
  const total = answer.data?.total ?? 0
  const lastPage = Math.max(1, Math.ceil(total / view.size))
  if (answer.data !== undefined && !answer.isPlaceholderData && view.page > lastPage)
    setView({ ...view, page: lastPage })
  if (answer.data === undefined) {
    return answer.isError ? (
      <ErrorState
        title={message(answer.error, t('events.error.load'))}
        onRetry={() => void answer.refetch()}
      />
    ) : (
      <ListSkeleton rows={3} />
    )
  }
  const { items } = answer.data
  return (
    <>
      {items.length === 0 ? (
        <EmptyState title={none} />
      ) : (
        <EventRows events={items} label={label} timeZone={company?.timeZone} actions={actions} />
      )}
      {total > pageSizes[0] && <Pager view={view} total={total} onView={setView} sizes={pageSizes} />}
      {actions.dialog}
    </>
  )
}

/** All events of a vehicle, newest first. */
export function EventsTab({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const lock = useEventsLock(vehicle)
  if (lock !== null) return lock
  return (
    <EventsOf
      vehicle={vehicle}
      query={{}}
      label={t('vehicles.tab.events')}
      none={t('vehicleForm.events.none')}
    />
  )
}

/** Alarms of a vehicle: open ones first, to be dismissed one by one or all together. */
export function AlarmsTab({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const can = useCan()
  const lock = useEventsLock(vehicle)
  const [isAsking, setAsking] = useState(false)
  const open = useEndpoint(
    listEvents,
    { query: { vehicleId: vehicle.id, isAlarm: 'true', status: ['active', 'acknowledged'], size: 1 } },
    { enabled: lock === null },
  )
  if (lock !== null) return lock
  const heading = (words: string, action?: ReactNode) => (
    <Box sx={{ display: 'flex', alignItems: 'center', minHeight: 36, mt: '4px' }}>
      <Box component="h3" sx={{ typography: 'h2', m: 0, flex: 1 }}>
        {words}
      </Box>
      {action}
    </Box>
  )
  return (
    <Box sx={{ display: 'grid', gap: '8px' }}>
      {heading(
        t('vehicleForm.alarms.open'),
        (open.data?.total ?? 0) > 0 &&
          (can('vehicles.note', vehicle) ? (
            <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
              {t('vehicleForm.alarms.dismissAll')}
            </Button>
          ) : (
            <LockedReason
              size="small"
              isCompact
              label={t('vehicleForm.alarms.dismissAll')}
              reason={t('problems.forbidden')}
            />
          )),
      )}
      <EventsOf
        vehicle={vehicle}
        query={{ isAlarm: true, status: ['active', 'acknowledged'] }}
        label={t('vehicleForm.alarms.open')}
        none={t('vehicleForm.alarms.openNone')}
      />
      {heading(t('vehicleForm.alarms.past'))}
      <EventsOf
        vehicle={vehicle}
        query={{ isAlarm: true, status: ['resolved', 'dismissed'] }}
        label={t('vehicleForm.alarms.past')}
        none={t('vehicleForm.alarms.pastNone')}
      />
      {isAsking && <DismissAlarmDialog vehicle={vehicle} onClose={() => setAsking(false)} />}
    </Box>
  )
}
