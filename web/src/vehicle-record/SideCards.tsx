import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { directoryRoles } from '@rumbo/contract/directory.contract'
import { type Event, listEvents } from '@rumbo/contract/events.contract'
import { listVehicleContacts, type VehicleContactRole } from '@rumbo/contract/vehicles.contacts.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type ReactNode, useState } from 'react'
import { useCan, useErrorMessage, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { eventTitle } from '../telemetry/EventList.tsx'
import { dateText } from '../telemetry/history/legs.rules.ts'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { PhoneLink } from '../ui/ContactLinks.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText, type WordText } from '../ui/i18n.tsx'
import { TintedChip } from '../ui/StatusChip.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { daysUntil, dueState } from '../vehicles/due.rules.ts'

const DismissAlarmDialog = lazyDialog(() =>
  import('../events/DismissAlarmDialog.tsx').then((file) => file.DismissAlarmDialog),
)

const targetOf = (vehicle: Vehicle) => ({
  companyId: vehicle.companyId,
  fleetId: vehicle.fleetId,
  vehicleId: vehicle.id,
})

function Row({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'flex',
        alignItems: 'center',
        gap: '10px',
        py: '7px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      <Box component="dt" sx={{ color: token('textSoft'), typography: 'body2', minWidth: 0 }}>
        {label}
      </Box>
      <Box
        component="dd"
        sx={{ m: 0, ml: 'auto', typography: 'body2', textAlign: 'right', flexShrink: 0, maxWidth: '60%' }}
      >
        {children}
      </Box>
    </Box>
  )
}

/** A due date, and the time until then. */
function Due({ date, today }: { date: string | null; today: string }) {
  const { t } = useText()
  if (date === null) return <>{t('vehicleDetails.due.none')}</>
  const days = daysUntil(date, today)
  const words =
    days === 0
      ? t('vehicleDetails.due.today')
      : days > 0
        ? t('vehicleDetails.due.in', { count: days })
        : t('vehicleDetails.due.overdue', { count: -days })
  const state = dueState(days)
  return (
    <Box
      component="span"
      sx={{
        display: 'inline-flex',
        gap: '2px 8px',
        alignItems: 'center',
        flexWrap: 'wrap',
        justifyContent: 'flex-end',
      }}
    >
      {dateText(date)}
      {state === 'fine' ? (
        <Box component="span" sx={{ color: token('textSoft') }}>
          {words}
        </Box>
      ) : (
        <TintedChip colour={state === 'overdue' ? 'critical' : 'alarmed'}>{words}</TintedChip>
      )}
    </Box>
  )
}

/** Next service, insurance and permit. */
export function DatesCard({ vehicle, today }: { vehicle: Vehicle; today: string }) {
  const { t } = useText()
  return (
    <Card title={t('vehicleDetails.due.title')}>
      <Box component="dl" sx={{ m: 0 }}>
        <Row label={t('vehicleDetails.due.nextService')}>
          <Due date={vehicle.nextServiceDate} today={today} />
        </Row>
        <Row label={t('vehicleDetails.due.lastService')}>
          {vehicle.lastServiceDate === null
            ? t('vehicleDetails.due.none')
            : dateText(vehicle.lastServiceDate)}
        </Row>
        <Row label={t('vehicleDetails.due.insurance')}>
          <Due date={vehicle.insuranceExpiresOn} today={today} />
        </Row>
        <Row label={t('vehicleDetails.due.licence')}>
          <Due date={vehicle.licenceExpiresOn} today={today} />
        </Row>
      </Box>
    </Card>
  )
}

const maxEvents = 10

/** Open events of a vehicle, alarms or all others; most severe first. */
const useOpenEvents = (vehicle: Vehicle, isAlarm: boolean, enabled: boolean) =>
  useEndpoint(
    listEvents,
    {
      query: {
        vehicleId: vehicle.id,
        isAlarm: isAlarm ? 'true' : 'false',
        status: ['active', 'acknowledged'],
        size: maxEvents,
        sort: 'severity',
        order: 'desc',
      },
    },
    { enabled },
  )

const tones = { critical: 'critical', warning: 'alarmed', info: 'inactive' } as const

function OpenEvents({ events, total }: { events: readonly Event[]; total: number }) {
  const { t } = useText()
  const moment = useMoment()
  return (
    <Box component="dl" sx={{ m: 0 }}>
      {events.map((event) => (
        <Row
          key={event.id}
          label={
            <TintedChip colour={tones[event.severity]} canWrap>
              {eventTitle(t, event)}
            </TintedChip>
          }
        >
          {t(`events.status.${event.status}`)} · <Age at={event.lastOccurredAt} />
          {event.lastKnownAt &&
            ` · ${t('vehicleForm.events.lastKnown', { time: moment(event.lastKnownAt) })}`}
        </Row>
      ))}
      {total > events.length && (
        <Row label={t('vehicleForm.dismiss.rest', { count: total - events.length })}>{null}</Row>
      )}
    </Box>
  )
}

/** Open alarms, with other open events below; nothing for users who may not read events. */
export function AlarmsCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const [isAsking, setAsking] = useState(false)
  const canRead = useFeatures().includes('events') && can('events.read', targetOf(vehicle))
  const read = useOpenEvents(vehicle, true, canRead)
  const others = useOpenEvents(vehicle, false, canRead).data
  if (!canRead) return null
  const alarms = read.data
  const canDismiss = (alarms?.total ?? 0) > 0 && can('vehicles.note', targetOf(vehicle))
  return (
    <Card
      title={t('vehicleDetails.alarms.title')}
      actions={
        canDismiss && (
          <Button size="small" variant="outlined" onClick={() => setAsking(true)}>
            {t('vehicleDetails.alarms.dismiss')}
          </Button>
        )
      }
    >
      {alarms === undefined ? (
        read.isError ? (
          <ErrorState text={message(read.error, t('ui.error.text'))} onRetry={() => void read.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        )
      ) : alarms.items.length === 0 ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleDetails.alarms.none')}</Box>
      ) : (
        <OpenEvents events={alarms.items} total={alarms.total} />
      )}
      {others !== undefined && others.items.length > 0 && (
        <>
          <Box component="h3" sx={{ typography: 'subtitle2', m: '12px 0 4px' }}>
            {t('vehicleDetails.alarms.others')}
          </Box>
          <OpenEvents events={others.items} total={others.total} />
        </>
      )}
      {isAsking && <DismissAlarmDialog vehicle={vehicle} onClose={() => setAsking(false)} />}
    </Card>
  )
}

const roleText = (t: WordText, role: VehicleContactRole): string => {
  const own = directoryRoles.find((one) => one === role)
  return own !== undefined
    ? t(`directory.role.${own}`)
    : t(`vehicleRecord.contactRole.${role as 'vehicle_owner' | 'emergency_contact' | 'guest_viewer'}`)
}

/** The vehicle's contacts; nothing for users who may not read the directory. */
export function ContactsCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const message = useErrorMessage()
  const can = useCan()
  const canRead = useFeatures().includes('directory') && can('directory.read', targetOf(vehicle))
  const read = useEndpoint(listVehicleContacts, { params: { id: vehicle.id } }, { enabled: canRead })
  if (!canRead) return null
  const contacts = read.data?.items
  const isOneOfSeveral = (role: VehicleContactRole) =>
    (contacts ?? []).filter((contact) => contact.role === role).length > 1
  return (
    <Card title={t('vehicleDetails.contacts.title')}>
      {contacts === undefined ? (
        read.isError ? (
          <ErrorState text={message(read.error, t('ui.error.text'))} onRetry={() => void read.refetch()} />
        ) : (
          <ListSkeleton rows={2} />
        )
      ) : contacts.length === 0 ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleDetails.contacts.none')}</Box>
      ) : (
        <Box component="dl" sx={{ m: 0 }}>
          {contacts.map((contact) => {
            const name = `${contact.firstName} ${contact.lastName}`
            return (
              <Row
                key={`${contact.contactId} ${contact.role}`}
                label={`${roleText(t, contact.role)}${contact.isPrimary && isOneOfSeveral(contact.role) ? ` · ${t('vehicleDetails.contacts.primary')}` : ''}`}
              >
                {name} <PhoneLink phone={contact.primaryPhone} of={name} />
              </Row>
            )
          })}
        </Box>
      )}
    </Card>
  )
}

/** The notes of the vehicle, read-only. */
export function NotesCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const notes = (['notesGeneral', 'notesMechanic', 'notesOwner'] as const).flatMap((field) =>
    vehicle[field] ? [{ field, text: vehicle[field] }] : [],
  )
  return (
    <Card title={t('vehicleDetails.notes.title')}>
      {notes.length === 0 ? (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('vehicleDetails.notes.none')}</Box>
      ) : (
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: '8px' }}>
          {notes.map(({ field, text }) => (
            <Box key={field}>
              <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
                {t(`vehicles.field.${field}`)}
              </Box>
              <Box
                component="dd"
                sx={{ m: 0, typography: 'body2', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
              >
                {text}
              </Box>
            </Box>
          ))}
        </Box>
      )}
    </Card>
  )
}
