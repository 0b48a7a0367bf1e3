import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { hourMs } from '@rumbo/contract/time-units'
import { formatDate } from '@rumbo/i18n/formats'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { barOf, type CalendarDay, type CalendarRow, type Grouping } from './calendar.rules.ts'
import { standingLook } from './standing-look.tsx'
import { useGridKeys } from './use-grid-keys.ts'
import { useShiftWords } from './use-shift-words.ts'
import type { CalendarProps } from './WeekCalendar.tsx'

const barHeight = 26

/** A day by the hour: the planned time of each shift as a bar, and the actual time below it. */
export function DayCalendar({ days, rows, by, nowMs, onOpen, onAdd }: CalendarProps) {
  const { t } = useText()
  const moment = useMoment()
  const keys = useGridKeys()
  const [day] = days
  if (!day) return null
  const hours = Array.from({ length: 8 }, (_, index) => day.fromMs + index * 3 * hourMs)
  const now = barOf(nowMs, nowMs + 1, day)
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={t('shifts.calendar.day')}
        {...keys.frame}
        sx={{
          width: '100%',
          minWidth: 760,
          borderCollapse: 'collapse',
          '& th, & td': { borderTop: `1px solid ${token('line')}`, p: '6px' },
        }}
      >
        <thead>
          <tr>
            <Box
              component="th"
              scope="col"
              sx={{ width: 150, textAlign: 'left', typography: 'body2', color: token('textSoft') }}
            >
              {t(`shifts.by.${by}`)}
            </Box>
            <Box component="th" scope="col" sx={{ position: 'relative', height: 32 }}>
              {hours.map((at) => (
                <Box
                  key={at}
                  sx={{
                    position: 'absolute',
                    left: `${barOf(at, at + 1, day)?.left ?? 0}%`,
                    bottom: 6,
                    typography: 'caption',
                    fontVariantNumeric: 'tabular-nums',
                    color: token('textSoft'),
                  }}
                >
                  {moment(new Date(at).toISOString(), 'time')}
                </Box>
              ))}
            </Box>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowAt) => (
            <tr key={row.id}>
              <Box
                component="th"
                scope="row"
                sx={{ textAlign: 'left', typography: 'body1', fontWeight: 620, overflowWrap: 'anywhere' }}
              >
                <Box sx={{ display: 'flex', alignItems: 'center', gap: '4px' }}>
                  <Box sx={{ flex: 1, minWidth: 0 }}>{row.name}</Box>
                  {onAdd && <AddButton row={row} day={day} onAdd={onAdd} spot={keys.spot(rowAt, 0, 0)} />}
                </Box>
              </Box>
              <Box component="td" sx={{ position: 'relative', height: 60, verticalAlign: 'top' }}>
                {hours.slice(1).map((at) => (
                  <Box
                    key={at}
                    aria-hidden
                    sx={{
                      position: 'absolute',
                      top: 0,
                      bottom: 0,
                      left: `${barOf(at, at + 1, day)?.left ?? 0}%`,
                      borderLeft: `1px solid ${token('line')}`,
                    }}
                  />
                ))}
                {now && (
                  <Box
                    aria-hidden
                    sx={{
                      position: 'absolute',
                      top: 0,
                      bottom: 0,
                      left: `${now.left}%`,
                      borderLeft: `2px solid ${token('primary')}`,
                    }}
                  />
                )}
                {row.shifts.map((shift, index) => (
                  <ShiftBars
                    key={shift.id}
                    shift={shift}
                    day={day}
                    nowMs={nowMs}
                    by={by}
                    onOpen={onOpen}
                    spot={keys.spot(rowAt, index + 1, 0)}
                  />
                ))}
              </Box>
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}

interface AddButtonProps {
  row: CalendarRow
  day: CalendarDay
  onAdd: (row: CalendarRow, day: string) => void
  spot: object
}
function AddButton({ row, day: { day }, onAdd, spot }: AddButtonProps) {
  const { t, language } = useText()
  const name = formatDate(language, `${day}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' })
  return (
    <IconButton
      size="small"
      aria-label={t('shifts.addFor', { name: row.name, day: name })}
      onClick={() => onAdd(row, day)}
      {...spot}
    >
      <AddRounded fontSize="small" />
    </IconButton>
  )
}

interface ShiftBarsProps {
  shift: Shift
  day: CalendarDay
  nowMs: number
  by: Grouping
  onOpen: (shift: Shift) => void
  spot: object
}
function ShiftBars({ shift, day, nowMs, by, onOpen, spot }: ShiftBarsProps) {
  const words = useShiftWords()(shift, nowMs, by)
  const { colour, icon: Icon } = standingLook[words.standing]
  const { startsAt, endsAt, startedAt, endedAt, breaks } = shift
  const planned = barOf(Date.parse(startsAt), Date.parse(endsAt), day)
  const actual =
    startedAt === null
      ? null
      : barOf(Date.parse(startedAt), endedAt === null ? nowMs : Date.parse(endedAt), day)
  const at = planned ?? actual
  if (!at) return null
  return (
    <>
      <Box
        component="button"
        type="button"
        aria-label={words.whole}
        title={words.whole}
        onClick={() => onOpen(shift)}
        {...spot}
        sx={{
          position: 'absolute',
          top: 8,
          left: `${at.left}%`,
          width: `${at.width}%`,
          minWidth: 26,
          height: barHeight,
          display: 'flex',
          alignItems: 'center',
          gap: '4px',
          px: '6px',
          overflow: 'hidden',
          whiteSpace: 'nowrap',
          font: 'inherit',
          typography: 'subtitle2',
          color: token('text'),
          backgroundColor: token(`${colour}Tint`),
          border: `1px solid ${token(colour)}`,
          borderStyle: planned ? 'solid' : 'dashed',
          borderRadius: '8px',
          cursor: 'pointer',
          '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: 1, zIndex: 1 },
        }}
      >
        <Icon aria-hidden sx={{ fontSize: 16, color: token(colour) }} />
        {by === 'driver' ? shift.vehicleNumber : shift.driverName}
      </Box>
      {breaks.map(({ afterMinutes, minutes }) => {
        const from = Date.parse(startsAt) + afterMinutes * 60_000
        const bar = barOf(from, from + minutes * 60_000, day)
        return (
          bar && (
            <Box
              key={afterMinutes}
              aria-hidden
              sx={{
                position: 'absolute',
                pointerEvents: 'none',
                top: 8 + barHeight - 5,
                height: 4,
                left: `${bar.left}%`,
                width: `${bar.width}%`,
                backgroundColor: token('lineStrong'),
              }}
            />
          )
        )
      })}
      {actual && (
        <Box
          aria-hidden
          sx={{
            position: 'absolute',
            top: 8 + barHeight + 4,
            height: 8,
            left: `${actual.left}%`,
            width: `${actual.width}%`,
            minWidth: 3,
            borderRadius: '4px',
            backgroundColor: token(colour),
          }}
        />
      )}
    </>
  )
}
