import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { type Event, readEvent } from '@rumbo/contract/events.contract'
import { formatDate } from '@rumbo/i18n/formats'
import type { ReactNode } from 'react'
import { addresses } from '../../addresses.ts'
import { useErrorMessage, useWorkspace } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { Anchor, AppLink } from '../../app/navigation/address.tsx'
import { eventTitle } from '../../telemetry/EventList.tsx'
import { PlaceName } from '../../telemetry/PlaceName.tsx'
import { RecordCard } from '../../ui/dialogs/RecordCard.tsx'
import { FactList } from '../../ui/FactList.tsx'
import { dayAt } from '../../ui/fields/calendar-day.ts'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { EventComments } from '../details/EventComments.tsx'
import { EventReplay } from '../details/EventReplay.tsx'
import type { useAssignEvent } from '../details/use-assign-event.tsx'
import { figuresText } from '../event-figures.ts'
import type { useEventActions } from '../VehicleEvents.tsx'
import { SeverityMark } from './SeverityMark.tsx'

interface EventDetailsProps {
  eventId: string
  actions: ReturnType<typeof useEventActions>
  assign: ReturnType<typeof useAssignEvent>
  onClose: () => void
}

/** All data of one event in a drawer, with its place and actions; follows changes by others. */
export function EventDetails({ eventId, actions, assign, onClose }: EventDetailsProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const answer = useEndpoint(readEvent, { params: { id: eventId } })
  const event = answer.data
  return (
    <RecordCard
      widthPixels={520}
      title={event ? eventTitle(t, event) : t('events.field.event')}
      status={event && <SeverityMark severity={event.severity} />}
      detail={event && `${event.vehicleNumber} · ${event.plateNumber}`}
      actions={event && <EventButtons event={event} actions={actions} />}
      onClose={onClose}
    >
      {answer.isError && (
        <ErrorState
          title={message(answer.error, t('events.error.load'))}
          onRetry={() => void answer.refetch()}
        />
      )}
      {event === undefined ? (
        !answer.isError && <FormSkeleton fields={6} />
      ) : (
        <EventFacts event={event} assign={assign} />
      )}
    </RecordCard>
  )
}

function EventButtons({ event, actions }: { event: Event } & Pick<EventDetailsProps, 'actions'>) {
  const { t } = useText()
  const { company } = useWorkspace()
  const at = event.lastOccurredAt
  const date = dayAt(Date.parse(at), company?.timeZone ?? 'America/Mexico_City')
  return (
    <>
      {actions.itemsOf(event).map(({ label, icon, lockedReason, onChoose }, at) =>
        lockedReason === undefined ? (
          <Button
            key={label}
            variant={at === 0 ? 'contained' : 'outlined'}
            startIcon={icon}
            onClick={onChoose}
          >
            {label}
          </Button>
        ) : (
          <LockedReason key={label} label={label} reason={lockedReason} isCompact />
        ),
      )}
      <Button variant="outlined" component={Anchor} to={addresses.history(event.vehicleId, { date, at })}>
        {t('events.details.history')}
      </Button>
    </>
  )
}

/** Who is to handle the event, with the ways to change it. */
function Assignee({ event, assign }: { event: Event } & Pick<EventDetailsProps, 'assign'>): ReactNode {
  const items = assign.itemsOf(event)
  if (items.length === 0) return event.assignee ?? '—'
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: '4px 8px', alignItems: 'center' }}>
      <span>{event.assignee ?? '—'}</span>
      {items.map(({ label, onChoose }) => (
        <Button key={label} size="small" onClick={onChoose}>
          {label}
        </Button>
      ))}
    </Box>
  )
}

function EventFacts({ event, assign }: { event: Event } & Pick<EventDetailsProps, 'assign'>) {
  const { t, language } = useText()
  const { company } = useWorkspace()
  const { latitude, longitude, speedKmh } = event
  const moment = (at: string | null) => at && formatDate(language, at, { timeZone: company?.timeZone })
  const handled = (['acknowledged', 'resolved', 'dismissed'] as const).flatMap((status) => {
    const one = event[status]
    const value = one && [moment(one.at), one.by].filter(Boolean).join(' · ')
    return value ? [{ name: t(`events.status.${status}`), value }] : []
  })
  const known = [
    { name: t('events.details.speed'), value: speedKmh === null ? null : `${Math.round(speedKmh)} km/h` },
    { name: t('events.details.measured'), value: figuresText(t, language, event) },
    { name: t('events.details.lastKnownAt'), value: moment(event.lastKnownAt) },
    { name: t('events.details.clearedAt'), value: moment(event.clearedAt) },
    { name: t('events.details.note'), value: event.note },
  ].filter(({ value }) => value !== null)
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      {latitude !== null && longitude !== null && (
        <EventReplay
          key={`replay of ${event.id}`}
          event={event}
          place={{ latitude, longitude }}
          timeZone={company?.timeZone}
        />
      )}
      <FactList
        facts={[
          {
            name: t('vehicles.one'),
            value: (
              <AppLink to={addresses.vehicleDetails(event.vehicleId)}>
                {event.vehicleNumber} · {event.plateNumber}
              </AppLink>
            ),
          },
          { name: t('services.field.status'), value: t(`events.status.${event.status}`) },
          { name: t('events.field.assignee'), value: <Assignee event={event} assign={assign} /> },
          { name: t('events.field.category'), value: t(`events.category.${event.category}`) },
          { name: t('events.filter.type'), value: t(`events.type.${event.type}`) },
          { name: t('events.field.occurrences'), value: event.occurrences },
          { name: t('events.details.occurredAt'), value: moment(event.occurredAt) },
          { name: t('events.field.lastOccurredAt'), value: moment(event.lastOccurredAt) },
          {
            name: t('events.details.place'),
            value:
              latitude === null || longitude === null ? null : (
                <>
                  {`${latitude.toFixed(5)}, ${longitude.toFixed(5)}`}
                  <PlaceName latitude={latitude} longitude={longitude} />
                </>
              ),
          },
          ...known,
          ...handled,
        ]}
      />
      <EventComments key={`comments of ${event.id}`} event={event} timeZone={company?.timeZone} />
    </Box>
  )
}
