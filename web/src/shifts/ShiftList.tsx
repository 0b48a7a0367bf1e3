import Box from '@mui/material/Box'
import type { Shift } from '@rumbo/contract/shifts.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useText } from '../ui/i18n.tsx'
import { EmptyState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { type CalendarDay, type Grouping, shiftsOn } from './calendar.rules.ts'
import { ShiftButton } from './ShiftButton.tsx'

interface ShiftListProps {
  days: readonly CalendarDay[]
  shifts: readonly Shift[]
  by: Grouping
  nowMs: number
  onOpen: (shift: Shift) => void
}

/** The shifts of the days shown, one below the other, for narrow screens. */
export function ShiftList({ days, shifts, by, nowMs, onOpen }: ShiftListProps) {
  const { t, language } = useText()
  if (shifts.length === 0) return <EmptyState title={t('shifts.none')} />
  return (
    <Box sx={{ display: 'grid', gap: '14px', p: '14px' }}>
      {days.map((day, index) => {
        const found = shiftsOn(shifts, day, index === 0)
        if (found.length === 0) return null
        return (
          <Box component="section" key={day.day} sx={{ display: 'grid', gap: '6px' }}>
            <Box component="h2" sx={{ typography: 'h3', m: 0, color: token('textSoft') }}>
              {formatDate(language, `${day.day}T12:00:00Z`, { timeZone: 'UTC', show: 'longDate' })}
            </Box>
            {found.map((shift) => (
              <Box key={shift.id} sx={{ display: 'grid' }}>
                <Box sx={{ typography: 'body2', color: token('textSoft') }}>
                  {by === 'driver'
                    ? shift.driverName
                    : t('shifts.ofVehicle', { number: shift.vehicleNumber })}
                </Box>
                <ShiftButton shift={shift} by={by} nowMs={nowMs} onOpen={onOpen} />
              </Box>
            ))}
          </Box>
        )
      })}
    </Box>
  )
}
