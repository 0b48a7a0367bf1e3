import InfoOutlined from '@mui/icons-material/InfoOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { canHandle, type Event, listEvents } from '@rumbo/contract/events.contract'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { addresses } from '../addresses.ts'
import { useCan, useErrorMessage, useFleetNames } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { AppLink } from '../app/navigation/address.tsx'
import type { FleetSelection } from '../app/session/workspace.ts'
import { eventTitle } from '../telemetry/EventList.tsx'
import { Age } from '../ui/Age.tsx'
import { Card } from '../ui/Card.tsx'
import { lazyDialog } from '../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { SelectionBar } from '../ui/table/SelectionBar.tsx'
import { RowMenu } from '../ui/table/table-parts.tsx'
import { token } from '../ui/theme/tokens.ts'
import { heldEvents } from './recent-events.rules.ts'
import { useEventActions } from './VehicleEvents.tsx'

const HandleEventsDialog = lazyDialog(() =>
  import('./HandleEventsDialog.tsx').then((file) => file.HandleEventsDialog),
)

const maxEvents = 20
/** Number of events that fit beside the rest of the panel. */
const atFirst = 6
/** Polling interval in milliseconds: events arrive by the live stream, which may lose some. */
const lookMs = 60_000

interface EventRowProps {
  event: Event
  actions: ReturnType<typeof useEventActions>
  /** Null if it cannot be selected. */
  choice: { isChosen: boolean; onChoose: (isChosen: boolean) => void } | null
  /** Whether there is a column of checkboxes. */
  hasChoices: boolean
}

function EventRow({ event, actions, choice, hasChoices }: EventRowProps) {
  const { t } = useText()
  const fleetName = useFleetNames()
  const tone =
    event.severity === 'critical' ? 'critical' : event.severity === 'warning' ? 'alarmed' : 'textSoft'
  const Icon = event.severity === 'info' ? InfoOutlined : WarningAmberRounded
  const title = eventTitle(t, event)
  const details = [
    t(`events.status.${event.status}`),
    event.occurrences > 1 && t('panel.needs.times', { count: event.occurrences }),
    fleetName?.(event.fleetId),
  ].filter(Boolean)
  const name = `${title} · ${event.vehicleNumber}`
  return (
    <Box
      component="li"
      sx={{
        display: 'grid',
        gridTemplateColumns: `${hasChoices ? '28px ' : ''}20px minmax(0, 1fr) auto 36px`,
        alignItems: 'center',
        gap: '10px',
        minHeight: 52,
        p: '6px 8px 6px 16px',
        borderTop: `1px solid ${token('line')}`,
      }}
    >
      {choice ? (
        <Checkbox
          size="small"
          checked={choice.isChosen}
          onChange={(_, isOn) => choice.onChoose(isOn)}
          slotProps={{ input: { 'aria-label': t('ui.table.selectRow', { name }) } }}
          sx={{ ml: '-9px' }}
        />
      ) : (
        hasChoices && <span />
      )}
      <Icon sx={{ fontSize: 20, color: token(tone) }} titleAccess={t(`events.severity.${event.severity}`)} />
      <Box sx={{ minWidth: 0 }}>
        <AppLink
          to={addresses.vehicleDetails(event.vehicleId)}
          aria-label={name}
          sx={{ display: 'block', color: token('text'), overflowWrap: 'anywhere' }}
          underline="hover"
        >
          {title} <b>{event.vehicleNumber}</b>
        </AppLink>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>{details.join(' · ')}</Box>
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>
        <Age at={event.lastOccurredAt} />
      </Box>
      <RowMenu name={name} items={actions.itemsOf(event)} />
    </Box>
  )
}

/**
 * The latest events of a fleet, live, newest first; each links to its vehicle. The list does not move while the
 * pointer or the focus is inside it, and shows how many newer events wait.
 */
export function RecentEvents({ fleets }: { fleets: FleetSelection }) {
  const { t } = useText()
  const message = useErrorMessage()
  const actions = useEventActions()
  const [isWhole, setWhole] = useState(false)
  const can = useCan()
  const [chosenIds, setChosenIds] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<readonly Event[] | null>(null)
  const [held, setHeld] = useState<readonly Event[] | null>(null)
  const answer = useEndpoint(
    listEvents,
    { query: { ...fleets.query, size: maxEvents, sort: 'lastOccurredAt', order: 'desc' } },
    { refetchInterval: lookMs },
  )
  const latest = answer.data?.items
  const { events, waiting } = heldEvents(held, latest ?? [])
  const box = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const hold = () => setHeld((before) => before ?? (latest?.length ? latest : null))
  // The menu of a row and the dialog it opens are outside this element.
  const isReading = (target: EventTarget | null) =>
    target instanceof Element && (box.current?.contains(target) || target.closest('.MuiModal-root') !== null)
  const release = (focused: EventTarget | null) => {
    if (!isReading(focused)) setHeld(null)
  }
  const showNew = ({ detail }: MouseEvent) => {
    setHeld(latest ?? null)
    // The button disappears, so the focus must move.
    if (detail === 0) list.current?.focus()
  }
  const shown = isWhole ? events : events.slice(0, atFirst)
  const open = shown.filter((event) => canHandle(event.status, 'acknowledge') && can('events.handle', event))
  const chosen = open.filter(({ id }) => chosenIds.has(id))
  const choose =
    ({ id }: Event) =>
    (isOn: boolean) => {
      const others = [...chosenIds].filter((one) => one !== id)
      setChosenIds(new Set(isOn ? [...others, id] : others))
    }
  const wasAsked = useRef(false)
  useEffect(() => {
    // The button that opened the dialog has disappeared with the selection, so the focus must move.
    if (asked === null && wasAsked.current && document.activeElement === document.body) list.current?.focus()
    wasAsked.current = asked !== null
  }, [asked])
  return (
    <Box
      ref={box}
      sx={{ display: 'grid' }}
      onMouseEnter={hold}
      onMouseLeave={() => release(document.activeElement)}
      onFocus={hold}
      onBlur={({ relatedTarget }) => !box.current?.matches(':hover') && release(relatedTarget)}
    >
      <Card
        isFlush
        title={t('panel.events.title')}
        actions={
          waiting > 0 && (
            <Button size="small" onClick={showNew}>
              {t('panel.events.waiting', { count: waiting })}
            </Button>
          )
        }
      >
        {answer.isError && (
          <ErrorState
            title={message(answer.error, t('panel.events.failed'))}
            onRetry={() => void answer.refetch()}
          />
        )}
        {open.length > 0 && (
          <FormControlLabel
            label={t('panel.events.chooseOpen', { count: open.length })}
            control={
              <Checkbox
                size="small"
                checked={chosen.length === open.length}
                indeterminate={chosen.length > 0 && chosen.length < open.length}
                onChange={(_, isOn) => setChosenIds(new Set(isOn ? open.map(({ id }) => id) : []))}
              />
            }
            sx={{ m: '-6px 16px 2px 7px', '& .MuiFormControlLabel-label': { typography: 'body2' } }}
          />
        )}
        <SelectionBar
          words={chosen.length === 0 ? null : t('panel.events.chosen', { count: chosen.length })}
          clearLabel={t('vehicleForm.list.selectNone')}
          onClear={() => setChosenIds(new Set())}
        >
          <Button size="small" variant="outlined" onClick={() => setAsked(chosen)}>
            {t('events.action.acknowledge')}
          </Button>
        </SelectionBar>
        {latest === undefined ? (
          !answer.isError && <ListSkeleton rows={4} />
        ) : events.length === 0 ? (
          <EmptyState title={t('panel.events.none')} />
        ) : (
          <Box
            component="ul"
            ref={list}
            tabIndex={-1}
            aria-label={t('panel.events.title')}
            // Shows the age of the events after a failed read.
            sx={{ listStyle: 'none', m: 0, p: 0, opacity: answer.isError ? 0.6 : 1 }}
          >
            {shown.map((event) => (
              <EventRow
                key={event.id}
                event={event}
                actions={actions}
                hasChoices={open.length > 0}
                choice={
                  open.includes(event) ? { isChosen: chosenIds.has(event.id), onChoose: choose(event) } : null
                }
              />
            ))}
          </Box>
        )}
        {events.length > atFirst && (
          <Box sx={{ p: '6px 10px', borderTop: `1px solid ${token('line')}` }}>
            <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
              {isWhole ? t('panel.events.fewer') : t('panel.events.more', { count: events.length - atFirst })}
            </Button>
          </Box>
        )}
        {actions.dialog}
        {asked && <HandleEventsDialog action="acknowledge" events={asked} onClose={() => setAsked(null)} />}
      </Card>
    </Box>
  )
}
