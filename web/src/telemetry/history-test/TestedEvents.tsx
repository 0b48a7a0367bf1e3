import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { dayOf } from '@rumbo/contract/holidays'
import { formatNumber } from '@rumbo/i18n/formats'
import { type ReactNode, useState } from 'react'
import { addresses } from '../../addresses.ts'
import { useWorkspace } from '../../app/client-context.tsx'
import { AppLink } from '../../app/navigation/address.tsx'
import { useMoment } from '../../app/use-moment.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { type Place, type TestedEvent, TestedMap, type TestedMapProps } from './TestedMap.tsx'

/** Rows that are drawn; more say how many they are. */
const mostRows = 200

interface TestedEventsProps<Event> {
  /** In order of time. */
  events: readonly Event[]
  vehicles: readonly { vehicleId: string; vehicleNumber: string }[]
  /** How many there are, listed or not. */
  total: number
  /** Where the map is while no event is chosen; null leaves it out until one has a place. */
  centre: Place | null
  areas?: TestedMapProps['areas']
  /** Above the list. */
  head: ReactNode
  /** What there is to say without events. */
  empty: string
  keyOf: (event: Event) => string
  /** Of an event, beside its time and vehicle. */
  words: (event: Event) => ReactNode
}

/** What a test on history would have raised, event by event; the chosen one on the map with the minutes around it. */
export function TestedEvents<Event extends TestedEvent>(props: TestedEventsProps<Event>) {
  const { events, vehicles, total, centre, areas, head, empty, keyOf, words } = props
  const { t, language } = useText()
  const [chosenKey, setChosenKey] = useState<string | null>(null)
  const numberOf = new Map(vehicles.map((one) => [one.vehicleId, one.vehicleNumber]))
  const shown = events.slice(0, mostRows)
  const chosen = shown.find((event) => keyOf(event) === chosenKey) ?? null
  return (
    <>
      <TestedMap events={shown} chosen={chosen} centre={centre} areas={areas} />
      {head}
      {events.length === 0 && <Box sx={{ typography: 'body2' }}>{empty}</Box>}
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid' }}>
        {shown.map((event) => {
          const key = keyOf(event)
          const isChosen = event === chosen
          return (
            <EventRow
              key={key}
              event={event}
              vehicleNumber={numberOf.get(event.vehicleId)}
              isChosen={isChosen}
              onChoose={() => setChosenKey(isChosen ? null : key)}
            >
              {words(event)}
            </EventRow>
          )
        })}
      </Box>
      {total > shown.length && (
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t('history.test.more', {
            shown: formatNumber(language, shown.length),
            total: formatNumber(language, total),
          })}
        </Box>
      )}
    </>
  )
}

interface EventRowProps {
  event: TestedEvent
  vehicleNumber: string | undefined
  isChosen: boolean
  onChoose: () => void
  children: ReactNode
}

function EventRow({ event, vehicleNumber, isChosen, onChoose, children }: EventRowProps) {
  const { t } = useText()
  const moment = useMoment()
  const { company } = useWorkspace()
  const date = dayOf(new Date(event.at), company?.timeZone ?? 'UTC')
  return (
    <Box
      component="li"
      sx={{ display: 'flex', alignItems: 'center', gap: '8px', borderTop: `1px solid ${token('line')}` }}
    >
      <Button
        fullWidth
        aria-pressed={isChosen}
        onClick={onChoose}
        sx={{ justifyContent: 'flex-start', textAlign: 'left', gap: '12px', flexWrap: 'wrap' }}
        color={isChosen ? 'primary' : 'inherit'}
      >
        <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          {moment(event.at, 'dateTime')}
        </Box>
        <Box component="span">{vehicleNumber}</Box>
        {children}
      </Button>
      {isChosen && (
        <AppLink
          to={addresses.history(event.vehicleId, { date, at: new Date(event.at).toISOString() })}
          sx={{ flexShrink: 0, typography: 'body2' }}
        >
          {t('history.test.open')}
        </AppLink>
      )}
    </Box>
  )
}
