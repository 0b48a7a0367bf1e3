import Box from '@mui/material/Box'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { formatTimeZone } from '@rumbo/i18n/formats'
import { addresses } from '../../addresses.ts'
import { useSession } from '../../app/client-context.tsx'
import { AppLink } from '../../app/navigation/address.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { EventList } from '../EventList.tsx'
import { DayReadings } from '../readings/DayReadings.tsx'
import { DayFigures } from './DayFigures.tsx'
import { DayPicker } from './DayPicker.tsx'
import { ExportHistory } from './ExportHistory.tsx'
import { LegList } from './LegList.tsx'
import type { Leg } from './legs.rules.ts'
import { PositionsTable } from './PositionsTable.tsx'
import { StoredStatistics } from './StoredStatistics.tsx'
import type { Track } from './track.rules.ts'
import type { DayEvents } from './use-day-events.ts'
import type { HistoryDay } from './use-history-day.ts'

const tabs = ['legs', 'events', 'positions', 'readings', 'statistics'] as const

interface HeadProps {
  title: string
  vehicle: Vehicle
  day: HistoryDay
  onDay: (date: string) => void
}

/** Title, vehicle and day of the panel. */
export function HistoryHead({ title, vehicle, day, onDay }: HeadProps) {
  const { t, language } = useText()
  const { user } = useSession()
  const { date, isToday, dates, timeZone } = day
  const hasData = dates.data?.items.some((one) => one.date === date) ?? false
  return (
    <Box sx={{ p: '14px 14px 10px', display: 'grid', gap: '10px' }}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', flexWrap: 'wrap', columnGap: '10px' }}>
        <Typography variant="h1">
          {title} · {vehicle.vehicleNumber}
        </Typography>
        <Typography variant="body2" sx={{ color: token('textSoft') }}>
          {vehicle.plateNumber} · {vehicle.make} {vehicle.model}
        </Typography>
        {user?.level !== 'guest' && (
          <AppLink to={addresses.vehicleDetails(vehicle.id)} sx={{ ml: 'auto', typography: 'body2' }}>
            {t('history.details')}
          </AppLink>
        )}
      </Box>
      <DayPicker value={date} onChange={onDay} days={dates.data?.items} />
      <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', minHeight: 30 }}>
        <Typography
          variant="body2"
          sx={{ color: token('textSoft'), '&::first-letter': { textTransform: 'uppercase' } }}
        >
          {[
            isToday ? t('history.day.today') : '',
            t('history.day.zone', { timeZone: formatTimeZone(language, timeZone) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </Typography>
        {date !== null && hasData && user?.level !== 'guest' && (
          <Box sx={{ ml: 'auto' }}>
            <ExportHistory vehicleId={vehicle.id} date={date} />
          </Box>
        )}
      </Box>
    </Box>
  )
}

interface HistoryPanelProps extends HeadProps {
  track: Track | null
  events: DayEvents
  canReadEvents: boolean
  onEvent: (id: string) => void
  chosenLegId: string | null
  onLeg: (leg: Leg | null) => void
  onMoment: (ms: number) => void
  /** The tab in the address. */
  tab: string
  onTab: (tab: string | undefined) => void
  /** Whether the head is part of the panel; on phones it is above the map. */
  hasHead: boolean
}

/** The details of the day beside the map. */
export function HistoryPanel(props: HistoryPanelProps) {
  const { vehicle, day, track, events, canReadEvents, chosenLegId, onLeg, onMoment, onTab, hasHead } = props
  const { t } = useText()
  const { user } = useSession()
  const tab = tabs.find((one) => one === props.tab) ?? 'legs'
  const answer = day.route.data
  const isFormer = day.shownDate !== day.date
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', height: hasHead ? '100%' : 'auto', minHeight: 0 }}>
      {hasHead && <HistoryHead {...props} />}
      {answer !== undefined && answer.records > 0 && (
        <Box
          component="section"
          aria-label={t('history.sum.day')}
          sx={{ p: '10px 14px', borderTop: `1px solid ${token('line')}`, opacity: isFormer ? 0.5 : 1 }}
        >
          <DayFigures
            summary={answer.summary}
            tripCount={answer.trips.length}
            stayCount={answer.stays.length}
            timeZone={day.timeZone}
          />
        </Box>
      )}
      <Tabs
        value={tab}
        onChange={(_, next: string) => onTab(next === 'legs' ? undefined : next)}
        variant="scrollable"
        aria-label={t('history.tab.label')}
        sx={{
          borderBottom: `1px solid ${token('line')}`,
          flex: 'none',
          minHeight: 40,
          '& .MuiTabs-scrollButtons.Mui-disabled': { display: 'none' },
        }}
      >
        {tabs.map((one) => (
          <Tab
            key={one}
            value={one}
            id={`history-tab-${one}`}
            aria-controls="history-panel"
            label={t(`history.tab.${one}`)}
            sx={{ minHeight: 40, minWidth: 0, px: '8px' }}
          />
        ))}
      </Tabs>
      <Box
        role="tabpanel"
        id="history-panel"
        aria-labelledby={`history-tab-${tab}`}
        aria-busy={isFormer}
        sx={{ flex: 1, minHeight: 0, overflow: 'auto', opacity: isFormer ? 0.5 : 1 }}
      >
        {tab === 'legs' && answer !== undefined && (
          <LegList legs={day.legs} chosenId={chosenLegId} timeZone={day.timeZone} onChoose={onLeg} />
        )}
        {tab === 'events' && answer !== undefined && (
          <EventList
            found={events}
            canRead={canReadEvents}
            timeZone={day.timeZone}
            onChoose={onMoment}
            onOpen={props.onEvent}
          />
        )}
        {tab === 'positions' && track !== null && (
          <PositionsTable
            key={`${vehicle.id} ${day.date}`}
            track={track}
            timeZone={day.timeZone}
            onChoose={onMoment}
          />
        )}
        {tab === 'readings' && day.date !== null && (
          <DayReadings
            key={`${vehicle.id} ${day.date}`}
            vehicleId={vehicle.id}
            date={day.date}
            isToday={day.isToday}
            timeZone={day.timeZone}
            onMoment={onMoment}
          />
        )}
        {tab === 'statistics' && (
          <StoredStatistics vehicleId={vehicle.id} isAlone={user?.level === 'guest'} />
        )}
      </Box>
    </Box>
  )
}
