import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import IconButton from '@mui/material/IconButton'
import type { Event } from '@rumbo/contract/events.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useErrorMessage } from '../app/client-context.tsx'
import { useMany } from '../ui/hooks/use-many.ts'
import { useText, type WordText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { codeText } from './code-text.ts'

type Titled = Pick<Event, 'title' | 'kind' | 'type' | 'troubleCode' | 'driverAction' | 'serviceNumber'> &
  Partial<Pick<Event, 'fenceId' | 'detail'>>

/**
 * The title of an event: its own title, after what happened where that is a geofence's name; else its trouble code or what
 * a driver wanted to do, the service that is late or the driver whose shift is over, else the device's name for it, else its
 * type.
 */
export function eventTitle(t: WordText, event: Titled): string {
  const { title, kind, type, troubleCode, driverAction, serviceNumber, fenceId = null, detail } = event
  const words = kind === null ? t(`events.type.${type}`) : t(`events.kind.${kind}`)
  if (title !== null) return fenceId === null ? title : `${words}: ${title}`
  if (troubleCode !== null) return codeText(t, troubleCode)
  if (driverAction !== null) {
    const action = t(`driver.action.${driverAction}`)
    return serviceNumber === null
      ? t('events.conflict.action', { action })
      : t('events.conflict.service', { action, number: serviceNumber })
  }
  if (type === 'service_delay' && serviceNumber !== null)
    return t('events.delay.title', { number: serviceNumber })
  if (type === 'driver_shift_timeout' && detail?.driverName)
    return t('events.shift.title', { driver: detail.driverName })
  return words
}

interface EventListProps {
  /** `total` counts the events of the day; if it exceeds `events`, the list shows a note. */
  found: {
    events: readonly Event[]
    total: number
    isLoading: boolean
    error: unknown
    retry: () => void
  }
  /** False for users who may not read events. */
  canRead: boolean
  timeZone: string
  onChoose: (ms: number) => void
  /** Opens the details of an event. */
  onOpen: (id: string) => void
}

/** The events of the day; choosing one moves to its time. */
export function EventList({ found, canRead, timeZone, onChoose, onOpen }: EventListProps) {
  const { t, language } = useText()
  const many = useMany()
  const message = useErrorMessage()
  const { events, total } = found
  if (!canRead) return <EmptyState title={t('history.events.locked')} />
  if (found.isLoading) return <ListSkeleton rows={3} />
  if (events.length === 0 && found.error !== null)
    return (
      <ErrorState
        title={t('history.error.events')}
        text={message(found.error, t('ui.error.text'))}
        onRetry={found.retry}
      />
    )
  if (events.length === 0) return <EmptyState title={t('history.events.none')} />
  return (
    <Box component="ul" aria-label={t('history.tab.events')} sx={{ listStyle: 'none', m: 0, p: '6px' }}>
      {events.map((event) => (
        <Box component="li" key={event.id} sx={{ display: 'flex', alignItems: 'center' }}>
          <ButtonBase
            onClick={() => onChoose(Date.parse(event.occurredAt))}
            sx={{
              display: 'flex',
              width: '100%',
              gap: '10px',
              p: '8px',
              borderRadius: '10px',
              textAlign: 'left',
              justifyContent: 'flex-start',
              '&:hover': { backgroundColor: token('sunken') },
            }}
          >
            <WarningAmberRounded
              aria-hidden
              sx={{ fontSize: 20, color: token(event.severity === 'critical' ? 'critical' : 'alarmed') }}
            />
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Box sx={{ typography: 'subtitle2' }}>{eventTitle(t, event)}</Box>
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                {t(`events.severity.${event.severity}`)} · {t(`events.status.${event.status}`)}
                {event.occurrences > 1 && ` · ×${event.occurrences}`}
              </Box>
            </Box>
            <Box sx={{ typography: 'body2', fontVariantNumeric: 'tabular-nums' }}>
              {formatDate(language, event.occurredAt, { show: 'time', timeZone })}
            </Box>
          </ButtonBase>
          <IconButton
            size="small"
            aria-label={t('history.events.open', { title: eventTitle(t, event) })}
            title={t('history.events.open', { title: eventTitle(t, event) })}
            onClick={() => onOpen(event.id)}
          >
            <ChevronRightRounded fontSize="small" />
          </IconButton>
        </Box>
      ))}
      {total > events.length && (
        <Box component="li" sx={{ p: '8px', typography: 'body2', color: token('textSoft') }}>
          {t('history.events.first', {
            shown: many(events.length).shown,
            total: many(total).shown,
          })}
        </Box>
      )}
    </Box>
  )
}
