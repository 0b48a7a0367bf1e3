import CheckRounded from '@mui/icons-material/CheckRounded'
import DoneAllRounded from '@mui/icons-material/DoneAllRounded'
import InfoOutlined from '@mui/icons-material/InfoOutlined'
import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import {
  acknowledgeEvent,
  canHandle,
  dismissEvent,
  type Event,
  type EventAction,
  eventActions,
  resolveEvent,
} from '@rumbo/contract/events.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { type ReactNode, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { AppLink } from '../app/navigation/address.tsx'
import { eventTitle } from '../telemetry/EventList.tsx'
import { PlaceName } from '../telemetry/PlaceName.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** The symbol of each action. */
export const actionIcons: Record<EventAction, ReactNode> = {
  acknowledge: <CheckRounded fontSize="small" />,
  resolve: <DoneAllRounded fontSize="small" />,
  dismiss: <NotificationsOffOutlined fontSize="small" />,
}

/** The actions on an event, each with a confirmation, and the dialog that asks for it. */
export function useEventActions() {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const [asked, setAsked] = useState<{ event: Event; action: EventAction } | null>(null)
  const [note, setNote] = useState('')
  const options = {
    evicts: ['vehicles'],
    onSuccess: () => toasts.show({ type: 'success', message: t('vehicleForm.events.handled') }),
  }
  const fail = (action: EventAction) => (error: Error) =>
    toasts.show({ type: 'error', message: message(error, t(`events.error.${action}`)) })
  const calls = {
    acknowledge: useChange(acknowledgeEvent, { ...options, onError: fail('acknowledge') }),
    resolve: useChange(resolveEvent, { ...options, onError: fail('resolve') }),
    dismiss: useChange(dismissEvent, { ...options, onError: fail('dismiss') }),
  }
  const itemsOf = (event: Event) => {
    const lockedReason = can('events.handle', event) ? undefined : t('problems.forbidden')
    return eventActions
      .filter((action) => canHandle(event.status, action))
      .map((action) => ({
        label: t(`events.action.${action}`),
        icon: actionIcons[action],
        lockedReason,
        onChoose: () => {
          setNote('')
          setAsked({ event, action })
        },
      }))
  }
  const dialog = asked && (
    <ConfirmDialog
      open
      title={t(`vehicleForm.events.confirm.${asked.action}`)}
      text={
        <>
          <Box component="span" sx={{ display: 'block', mb: '14px' }}>
            {eventTitle(t, asked.event)} · {asked.event.vehicleNumber}
          </Box>
          <TextField
            label={t('vehicleForm.events.note')}
            value={note}
            onChange={(event) => setNote(event.target.value)}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
            fullWidth
          />
        </>
      }
      confirmLabel={t(`events.action.${asked.action}`)}
      onConfirm={async () => {
        await calls[asked.action]
          .mutateAsync({ params: { id: asked.event.id }, body: { note: note.trim() || null } })
          .catch(() => undefined)
        setAsked(null)
      }}
      onClose={() => setAsked(null)}
    />
  )
  return { itemsOf, dialog }
}

interface EventRowsProps {
  events: readonly Event[]
  label: string
  timeZone: string | undefined
  actions: ReturnType<typeof useEventActions>
}

/** Events of a vehicle: type, severity, count, time, and status. */
export function EventRows({ events, label, timeZone, actions }: EventRowsProps) {
  const { t, language } = useText()
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {events.map((event) => {
        const items = actions.itemsOf(event)
        const tone =
          event.severity === 'critical' ? 'critical' : event.severity === 'warning' ? 'alarmed' : 'textSoft'
        const Icon = event.severity === 'info' ? InfoOutlined : WarningAmberRounded
        const handled = event.dismissed ?? event.resolved ?? event.acknowledged
        return (
          <Box
            component="li"
            key={event.id}
            sx={{
              display: 'grid',
              gridTemplateColumns: { xs: '24px minmax(0, 1fr) 40px', sm: '24px minmax(0, 1fr) auto 40px' },
              gap: { xs: '0 10px', sm: '10px' },
              alignItems: 'center',
              minHeight: 52,
              py: '6px',
              borderBottom: `1px solid ${token('line')}`,
            }}
          >
            <Icon sx={{ color: token(tone) }} titleAccess={t(`events.severity.${event.severity}`)} />
            <Box sx={{ minWidth: 0 }}>
              <AppLink
                to={addresses.eventList({ event: event.id })}
                sx={{ typography: 'subtitle1', overflowWrap: 'anywhere', color: 'inherit' }}
              >
                {eventTitle(t, event)}
              </AppLink>
              <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
                {[
                  t(`events.status.${event.status}`),
                  handled?.by,
                  event.occurrences > 1 && t('vehicleForm.events.times', { count: event.occurrences }),
                  event.clearedAt &&
                    t('troubleCodes.cleared', {
                      time: formatDate(language, event.clearedAt, { timeZone }),
                    }),
                  event.isLate && t('vehicleForm.events.late'),
                  event.lastKnownAt &&
                    t('vehicleForm.events.lastKnown', {
                      time: formatDate(language, event.lastKnownAt, { timeZone }),
                    }),
                  event.note,
                ]
                  .filter(Boolean)
                  .join(' · ')}
                <PlaceName latitude={event.latitude} longitude={event.longitude} />
              </Box>
            </Box>
            <Box
              component="time"
              dateTime={event.lastOccurredAt}
              sx={{
                typography: 'body2',
                textAlign: { sm: 'right' },
                gridColumn: { xs: 2, sm: 'auto' },
                gridRow: { xs: 2, sm: 'auto' },
              }}
            >
              {formatDate(language, event.lastOccurredAt, { timeZone })}
            </Box>
            <Box sx={{ gridColumn: { xs: 3, sm: 'auto' }, gridRow: { xs: 1, sm: 'auto' } }}>
              {items.length > 0 && <RowMenu name={eventTitle(t, event)} items={items} />}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}
