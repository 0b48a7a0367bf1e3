import CalendarTodayOutlined from '@mui/icons-material/CalendarTodayOutlined'
import ChevronLeftRounded from '@mui/icons-material/ChevronLeftRounded'
import ChevronRightRounded from '@mui/icons-material/ChevronRightRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { formatDate } from '@rumbo/i18n/formats'
import { useState } from 'react'
import { DateField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { otherDay } from './day.rules.ts'

/** `lunes 23 de noviembre` for `2026-11-23`. */
export function useDayText(): (day: string) => string {
  const { language } = useText()
  return (day) => {
    const text = formatDate(language, `${day}T12:00:00Z`, { show: 'longDate', timeZone: 'UTC' })
    // Within a sentence, Spanish has no comma after the weekday.
    return language === 'es' ? text.replace(',', '') : text
  }
}

interface DayPickerProps {
  day: string
  today: string
  onDay: (day: string) => void
}

/** The day that is planned: the one before, the one after, today, tomorrow, or any. */
export function DayPicker({ day, today, onDay }: DayPickerProps) {
  const { t } = useText()
  const dayText = useDayText()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (next: string) => {
    setAnchor(null)
    onDay(next)
  }
  return (
    <Box
      role="group"
      aria-label={t('planning.day.label')}
      sx={{ display: 'inline-flex', alignItems: 'center' }}
    >
      <IconButton aria-label={t('planning.day.previous')} onClick={() => onDay(otherDay(day, -1))}>
        <ChevronLeftRounded />
      </IconButton>
      <Button
        variant="outlined"
        startIcon={<CalendarTodayOutlined />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ whiteSpace: 'nowrap' }}
      >
        {day === today ? `${t('planning.day.today')}, ` : ''}
        {dayText(day)}
      </Button>
      <IconButton aria-label={t('planning.day.next')} onClick={() => onDay(otherDay(day, 1))}>
        <ChevronRightRounded />
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('planning.day.choose') } }}
      >
        <Box sx={{ display: 'grid', gap: '12px', p: '16px', width: 260 }}>
          <Box sx={{ display: 'flex', gap: '8px' }}>
            <Button variant="outlined" size="small" autoFocus onClick={() => choose(today)}>
              {t('planning.day.today')}
            </Button>
            <Button variant="outlined" size="small" onClick={() => choose(otherDay(today, 1))}>
              {t('planning.day.tomorrow')}
            </Button>
          </Box>
          <DateField
            label={t('planning.day.choose')}
            value={day}
            onChange={(next) => next !== null && next !== day && choose(next)}
          />
        </Box>
      </Popover>
    </Box>
  )
}
