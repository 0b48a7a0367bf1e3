import Box from '@mui/material/Box'
import { dateText } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { daysUntil, dueState } from './due.rules.ts'

interface DueDayProps {
  /** `YYYY-MM-DD`, both. */
  date: string | null
  today: string
  /** What is due, if the context does not show it. */
  detail?: string
}

/** A due date, coloured by how soon it is. */
export function DueDay({ date, today, detail }: DueDayProps) {
  const { t } = useText()
  if (date === null) return <>—</>
  const days = daysUntil(date, today)
  const state = dueState(days)
  const words =
    state === 'overdue'
      ? t('vehicleForm.expires.overdue')
      : days === 0
        ? t('vehicleForm.expires.today')
        : state === 'soon'
          ? t('vehicleForm.expires.soon', { count: days })
          : ''
  return (
    <Box component="span" sx={{ display: 'inline-block', fontVariantNumeric: 'tabular-nums' }}>
      {dateText(date)}
      {(detail || words) && (
        <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
          {detail}
          {detail && words && ' · '}
          <Box
            component="span"
            sx={{ fontWeight: 620, color: token(state === 'overdue' ? 'critical' : 'alarmed') }}
          >
            {words}
          </Box>
        </Box>
      )}
    </Box>
  )
}
