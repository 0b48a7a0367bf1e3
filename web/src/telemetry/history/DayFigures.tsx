import Box from '@mui/material/Box'
import { formatDate, formatNumber } from '@rumbo/i18n/formats'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { spanText } from './legs.rules.ts'
import type { Route } from './use-history.ts'

interface DayFiguresProps {
  summary: Route['summary']
  tripCount: number
  stayCount: number
  timeZone: string
}

/** Distance, times and speeds of a day as a list of figures. */
export function DayFigures({ summary, tripCount, stayCount, timeZone }: DayFiguresProps) {
  const { t, language } = useText()
  const clock = (at: string | null) =>
    at === null ? '—' : formatDate(language, at, { show: 'time', timeZone })
  const figures = [
    [t('history.sum.distance'), `${formatNumber(language, summary.distanceMetres / 1000, 1)} km`],
    [t('history.sum.moving'), spanText(summary.movingSeconds)],
    [t('history.sum.idle'), spanText(summary.idleSeconds)],
    [t('history.sum.engine'), spanText(summary.engineSeconds)],
    [t('history.sum.maxSpeed'), `${formatNumber(language, summary.maxSpeedKmh)} km/h`],
    [t('history.sum.trips'), formatNumber(language, tripCount)],
    [t('history.sum.stays'), formatNumber(language, stayCount)],
    [t('history.sum.records'), formatNumber(language, summary.records)],
    [t('history.sum.first'), clock(summary.firstAt)],
    [t('history.sum.last'), clock(summary.lastAt)],
  ] as const
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(96px, 1fr))',
        gap: '8px 12px',
      }}
    >
      {figures.map(([label, value]) => (
        <Box key={label} sx={{ minWidth: 0 }}>
          <Box component="dt" sx={{ typography: 'caption', color: token('textSoft') }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, typography: 'subtitle2', fontVariantNumeric: 'tabular-nums' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}
