import Box from '@mui/material/Box'
import { formatAge, formatDate } from '@rumbo/i18n/formats'
import { useNow } from './clock.ts'
import { useText } from './i18n.tsx'

interface AgeProps {
  /** Time of the event: ISO 8601 or epoch milliseconds; null for never. */
  at: string | number | null
}

/** A ticking relative time: `hace 4 s`, with the full time in the tooltip. */
export function Age({ at }: AgeProps) {
  const { t, language } = useText()
  const now = useNow(1, at !== null)
  if (at === null) return <span>{t('ui.age.never')}</span>
  const moment = new Date(at)
  return (
    <Box
      component="time"
      dateTime={moment.toISOString()}
      title={formatDate(language, moment)}
      sx={{ whiteSpace: 'nowrap' }}
    >
      {formatAge(language, (now + 999 - moment.getTime()) / 1000)}
    </Box>
  )
}
