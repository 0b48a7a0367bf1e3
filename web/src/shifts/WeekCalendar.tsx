import AddRounded from '@mui/icons-material/AddRounded'
import Box from '@mui/material/Box'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type CalendarDay, type CalendarRow, type Grouping, shiftsOn } from './calendar.rules.ts'
import { ShiftButton } from './ShiftButton.tsx'
import { useGridKeys } from './use-grid-keys.ts'

export interface CalendarProps {
  days: readonly CalendarDay[]
  rows: readonly CalendarRow[]
  by: Grouping
  today: string
  nowMs: number
  onOpen: (shift: Shift) => void
  /** Missing where the person may not plan. */
  onAdd?: (row: CalendarRow, day: string) => void
}

const addLook = {
  border: `1px dashed ${token('lineStrong')}`,
  borderRadius: '8px',
  minHeight: 32,
  width: '100%',
  color: token('textSoft'),
  backgroundColor: 'transparent',
  cursor: 'pointer',
  display: 'grid',
  placeItems: 'center',
  opacity: 0,
  '&:focus-visible': { opacity: 1, outline: `2px solid ${token('primaryText')}` },
  '@media (hover: none)': { opacity: 0.6 },
} as const

/** A week: a row for each driver or vehicle, a column for each day. Arrow keys move, Enter opens or adds. */
export function WeekCalendar({ days, rows, by, today, nowMs, onOpen, onAdd }: CalendarProps) {
  const { t, language } = useText()
  const keys = useGridKeys()
  const nameOf = (day: string, show: 'longDate' | 'date') =>
    formatDate(language, `${day}T12:00:00Z`, { timeZone: 'UTC', show })
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={t('shifts.calendar.week')}
        {...keys.frame}
        sx={{
          width: '100%',
          minWidth: 860,
          borderCollapse: 'collapse',
          tableLayout: 'fixed',
          '& th, & td': { borderTop: `1px solid ${token('line')}`, verticalAlign: 'top', p: '6px' },
          '& td:hover .add, & .add:focus-visible': { opacity: 1 },
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
            {days.map(({ day }) => (
              <Box
                component="th"
                scope="col"
                key={day}
                aria-current={day === today ? 'date' : undefined}
                sx={{
                  textAlign: 'left',
                  typography: 'subtitle2',
                  color: token(day === today ? 'primaryText' : 'textSoft'),
                  boxShadow: day === today ? `inset 0 -2px ${token('primary')}` : undefined,
                }}
              >
                {nameOf(day, 'longDate')
                  .replace(/^(\p{L}{3})\p{L}*,? ?/u, '$1 ')
                  .replace(/ de \p{L}+$/u, '')}
              </Box>
            ))}
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
                {row.name}
              </Box>
              {days.map((day, dayAt) => {
                const shifts = shiftsOn(row.shifts, day, dayAt === 0)
                return (
                  <Box
                    component="td"
                    key={day.day}
                    sx={{ backgroundColor: day.day === today ? token('sunken') : undefined }}
                  >
                    <Box sx={{ display: 'grid', gap: '4px' }}>
                      {shifts.map((shift, index) => (
                        <ShiftButton
                          key={shift.id}
                          shift={shift}
                          by={by}
                          nowMs={nowMs}
                          onOpen={onOpen}
                          {...keys.spot(rowAt, dayAt, index)}
                        />
                      ))}
                      {onAdd && shifts.length === 0 && (
                        <Box
                          component="button"
                          type="button"
                          className="add"
                          aria-label={t('shifts.addFor', {
                            name: row.name,
                            day: nameOf(day.day, 'longDate'),
                          })}
                          onClick={() => onAdd(row, day.day)}
                          {...keys.spot(rowAt, dayAt, 0)}
                          sx={addLook}
                        >
                          <AddRounded fontSize="small" />
                        </Box>
                      )}
                    </Box>
                  </Box>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  )
}
