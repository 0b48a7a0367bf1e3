import Box from '@mui/material/Box'
import type { ReadingSeries } from '@rumbo/contract/telemetry.readings.contract'
import { formatDate } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { readingLabel, readingText } from './readings.rules.ts'

interface ReadingChangesProps {
  series: ReadingSeries
  changes: NonNullable<ReadingSeries['changes']>
  timeZone: string
  onMoment?: (ms: number) => void
}

const row = {
  display: 'flex',
  alignItems: 'baseline',
  gap: '12px',
  width: '100%',
  p: '6px 2px',
  border: 0,
  borderTop: `1px solid ${token('line')}`,
  background: 'none',
  color: 'inherit',
  textAlign: 'left',
  typography: 'body2',
  fontVariantNumeric: 'tabular-nums',
} as const
const clickable = {
  cursor: 'pointer',
  '&:hover': { backgroundColor: token('sunken') },
  '&:focus-visible': { outline: `2px solid ${token('primaryText')}`, outlineOffset: -2 },
} as const

/** The changes of a text or of yes and no, the latest first. */
export function ReadingChanges({ series, changes, timeZone, onMoment }: ReadingChangesProps) {
  const { t, language } = useText()
  const label = t('readings.history.changes', { name: readingLabel(t, series) })
  const rows = changes.time
    .map((ms, at) => ({
      ms,
      value: changes.value[at] ?? '',
      isAgain: at > 0 && changes.value[at - 1] === changes.value[at],
    }))
    .reverse()
  return (
    <Box
      component="ol"
      aria-label={label}
      // Scrolls by keyboard too.
      tabIndex={0}
      sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 360, overflowY: 'auto' }}
    >
      {rows.map(({ ms, value, isAgain }) => {
        const inner = (
          <>
            <Box
              component="time"
              dateTime={new Date(ms).toISOString()}
              sx={{ color: token('textSoft'), whiteSpace: 'nowrap' }}
            >
              {formatDate(language, ms, { show: 'dateTimeSeconds', timeZone })}
            </Box>
            <Box component="span" sx={{ overflowWrap: 'anywhere' }}>
              {readingText(t, language, series, value)}
              {isAgain && (
                <Box component="span" sx={{ color: token('textSoft') }}>
                  {' '}
                  {t('readings.history.again')}
                </Box>
              )}
            </Box>
          </>
        )
        return (
          <li key={ms}>
            {onMoment === undefined ? (
              <Box sx={row}>{inner}</Box>
            ) : (
              <Box
                component="button"
                type="button"
                sx={{ ...row, ...clickable, fontFamily: 'inherit' }}
                onClick={() => onMoment(ms)}
              >
                {inner}
              </Box>
            )}
          </li>
        )
      })}
      {series.isThinned && (
        <Box component="li" sx={{ typography: 'caption', color: token('textSoft') }}>
          {t('readings.history.thinned')}
        </Box>
      )}
    </Box>
  )
}
