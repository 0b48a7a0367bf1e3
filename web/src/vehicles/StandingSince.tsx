import Box from '@mui/material/Box'
import { formatDate, formatDurationShort } from '@rumbo/i18n/formats'
import { useWorkspace } from '../app/client-context.tsx'
import { useNow } from '../ui/clock.ts'
import { dayAt } from '../ui/fields/calendar-day.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

interface StandingSinceProps {
  /** Epoch milliseconds. */
  at: number
  /** `words`: on one line; `cell`: on two, with the day only; `plain`: on two, under a heading that says it stands. */
  look?: 'words' | 'plain' | 'cell'
}

/** Since when a vehicle stands: the time if that was today, else the day too. */
export function StandingSince({ at, look = 'words' }: StandingSinceProps) {
  const { t, language } = useText()
  const now = useNow(30)
  const timeZone = useWorkspace().company?.timeZone ?? 'UTC'
  const whole = formatDate(language, at, { timeZone })
  const isToday = dayAt(at, timeZone) === dayAt(now, timeZone)
  const since = isToday ? formatDate(language, at, { show: 'time', timeZone }) : whole
  const duration = formatDurationShort((now - at) / 1000)
  return (
    <Box
      component="time"
      dateTime={new Date(at).toISOString()}
      title={t('vehicles.standing.since', { since: whole })}
      sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: look === 'words' ? undefined : 'nowrap' }}
    >
      {look === 'words' ? (
        `${t('vehicles.standing.since', { since })} · ${duration}`
      ) : (
        <>
          {look === 'cell' ? t('vehicles.standing.for', { duration }) : <b>{duration}</b>}
          <Box component="span" sx={{ display: 'block', typography: 'body2', color: token('textSoft') }}>
            {t('vehicles.standing.from', {
              since:
                look === 'cell' && !isToday ? formatDate(language, at, { show: 'date', timeZone }) : since,
            })}
          </Box>
        </>
      )}
    </Box>
  )
}
