import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { addDays } from '@rumbo/contract/holidays'
import { listShifts, type Shift } from '@rumbo/contract/shifts.contract'
import { listDrivers } from '@rumbo/contract/shifts.drivers.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { keepPreviousData } from '@tanstack/react-query'
import { useErrorMessage } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { Card } from '../ui/Card.tsx'
import { useNow } from '../ui/clock.ts'
import { dateText, dayAt, startOfDay } from '../ui/fields/calendar-day.ts'
import { InlineSelect } from '../ui/fields/InlineSelect.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import {
  type CalendarRow,
  type CalendarView,
  calendarViews,
  daysOf,
  type Grouping,
  groupings,
  rowsOf,
} from './calendar.rules.ts'
import { DayCalendar } from './DayCalendar.tsx'
import type { NewShift } from './ShiftDialog.tsx'
import { ShiftList } from './ShiftList.tsx'
import { WeekCalendar } from './WeekCalendar.tsx'

export interface ShownCalendar {
  view: CalendarView
  by: Grouping
  /** `YYYY-MM-DD`; undefined: today. */
  day: string | undefined
}
interface ShiftCalendarProps {
  shown: ShownCalendar
  place: { fleetId?: string; companyId?: string }
  timeZone: string
  onShow: (some: Partial<ShownCalendar>) => void
  onOpen: (shift: Shift) => void
  /** Missing where the person may not plan. */
  onAdd?: (shift: NewShift) => void
}

/** Shifts by day or week and by driver or vehicle: a calendar, on narrow screens a list. */
export function ShiftCalendar({ shown, place, timeZone, onShow, onOpen, onAdd }: ShiftCalendarProps) {
  const { t, language } = useText()
  const message = useErrorMessage()
  const isNarrow = useMediaQuery('(max-width: 899.95px)', { noSsr: true })
  const nowMs = useNow(30)
  const today = dayAt(nowMs, timeZone)
  const { view, by, day = today } = shown
  const days = daysOf(view, day, timeZone)
  const [first, last] = [days[0], days.at(-1)]
  const shifts = useEndpoint(
    listShifts,
    {
      query: {
        ...place,
        from: new Date(first?.fromMs ?? 0).toISOString(),
        to: new Date(last?.toMs ?? 0).toISOString(),
      },
    },
    { placeholderData: keepPreviousData },
  )
  const drivers = useEndpoint(listDrivers, { query: place })
  const vehicles = useEndpoint(
    listVehicles,
    { query: { ...place, size: 100, sort: 'vehicleNumber' } },
    { enabled: by === 'vehicle' },
  )
  const rows = rowsOf(shifts.data?.items ?? [], by, {
    drivers: drivers.data?.items ?? [],
    vehicles: vehicles.data?.items ?? [],
  })
  const step = view === 'week' ? 7 : 1
  const range =
    view === 'day' || !first || !last
      ? formatDate(language, `${day}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' })
      : `${dateText(first.day)} – ${dateText(last.day)}`
  const add =
    onAdd &&
    ((row: CalendarRow, on: string) => {
      const vehicle = vehicles.data?.items.find(({ id }) => id === row.id)
      onAdd({
        startMs: startOfDay(on, timeZone) + 7 * hourMs,
        driver: by === 'driver' ? { id: row.id, label: row.name } : null,
        vehicle: vehicle ? { id: vehicle.id, label: vehicle.vehicleNumber, fleetId: vehicle.fleetId } : null,
      })
    })
  const calendar = { days, rows, by, today, nowMs, onOpen, onAdd: add }
  return (
    <Card isFlush label={t('shifts.calendar.title')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '6px 10px', p: '10px 14px' }}>
        <IconButton
          aria-label={t(`shifts.previous.${view}`)}
          onClick={() => onShow({ day: addDays(day, -step) })}
        >
          <ChevronLeftRounded />
        </IconButton>
        <Button variant="outlined" size="small" onClick={() => onShow({ day: undefined })}>
          {t('shifts.today')}
        </Button>
        <IconButton aria-label={t(`shifts.next.${view}`)} onClick={() => onShow({ day: addDays(day, step) })}>
          <ChevronRightRounded />
        </IconButton>
        <Box
          component="h2"
          aria-live="polite"
          sx={{ typography: 'h3', m: 0, fontVariantNumeric: 'tabular-nums' }}
        >
          {range}
        </Box>
        <Box sx={{ ml: 'auto', display: 'flex', flexWrap: 'wrap' }}>
          <InlineSelect
            label={t('shifts.view.label')}
            value={view}
            options={calendarViews.map((value) => ({ value, label: t(`shifts.view.${value}`) }))}
            onChange={(next) => onShow({ view: next })}
          />
          <InlineSelect
            label={t('shifts.by.label')}
            value={by}
            options={groupings.map((value) => ({ value, label: t(`shifts.byOption.${value}`) }))}
            onChange={(next) => onShow({ by: next })}
          />
        </Box>
      </Box>
      {shifts.data?.isCut && <Alert severity="info">{t('shifts.cut')}</Alert>}
      {shifts.isError ? (
        <ErrorState
          text={message(shifts.error, t('shifts.loadFailed'))}
          onRetry={() => void shifts.refetch()}
        />
      ) : shifts.data === undefined || drivers.isLoading ? (
        <ListSkeleton rows={6} />
      ) : isNarrow ? (
        <ShiftList days={days} shifts={shifts.data.items} by={by} nowMs={nowMs} onOpen={onOpen} />
      ) : rows.length === 0 ? (
        <EmptyState title={t('shifts.none')} text={t('shifts.drivers.none')} />
      ) : view === 'week' ? (
        <WeekCalendar {...calendar} />
      ) : (
        <DayCalendar {...calendar} />
      )}
    </Card>
  )
}
