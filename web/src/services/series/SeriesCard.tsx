import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import type { ServiceSeries } from '@rumbo/contract/services.series.contract'
import { boxLook } from '../../ui/card-look.ts'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useSeriesWords } from './use-series-words.ts'

const stateColours = { active: 'active', paused: 'alarmed', ended: 'textSoft' } as const

interface SeriesCardProps {
  series: ServiceSeries
  mayChange: boolean
  isBusy: boolean
  /** Opened from one of its services. */
  isChosen: boolean
  onOpenService: (id: string) => void
  onPause: () => void
  onResume: () => void
  onEnd: () => void
}

/** One series: for whom, when, from where to where, how it stands, and its next days. */
export function SeriesCard(props: SeriesCardProps) {
  const { series, mayChange, isBusy, isChosen, onOpenService, onPause, onResume, onEnd } = props
  const { t } = useText()
  const words = useSeriesWords()
  const { customerName: name, state, nextDays } = series
  const reason = words.reasonOf(series)
  const action = (key: 'pause' | 'resume' | 'end', run: () => void, isDestructive = false) => {
    const label = t(`series.action.${key}`)
    return (
      <Button
        size="small"
        variant="outlined"
        color={isDestructive ? 'error' : 'primary'}
        disabled={isBusy}
        aria-label={`${label}: ${name}`}
        onClick={run}
      >
        {label}
      </Button>
    )
  }
  return (
    <Box
      component="li"
      aria-current={isChosen || undefined}
      sx={{
        ...boxLook,
        p: '14px 16px',
        display: 'grid',
        gap: '8px',
        borderColor: isChosen ? token('primary') : undefined,
      }}
    >
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: '10px', flexWrap: 'wrap' }}>
        <Box component="h3" sx={{ typography: 'h3', m: 0, overflowWrap: 'anywhere' }}>
          {name}
        </Box>
        <Box sx={{ typography: 'body2', color: token('textSoft') }}>
          {t(`services.type.${series.serviceType}`)}
        </Box>
        <Box sx={{ ml: 'auto', typography: 'subtitle2', color: token(stateColours[state]) }}>
          {t(`series.state.${state}`)}
        </Box>
      </Box>
      <Box sx={{ fontWeight: 620 }}>{words.ruleOf(series)}</Box>
      <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {series.stops === 1 ? series.from : `${series.from} → ${series.to}`}
      </Box>
      {state === 'paused' && reason !== null && <Box sx={{ typography: 'body2' }}>{reason}</Box>}
      {state === 'active' && series.failingSince !== null && (
        <Box sx={{ typography: 'body2', color: token('alarmed') }}>{t('series.failing')}</Box>
      )}
      {state === 'active' && (
        <Box
          sx={{
            typography: 'body2',
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'baseline',
            gap: '0 12px',
          }}
        >
          <Box component="span" sx={{ color: token('textSoft') }}>
            {nextDays.length === 0 ? t('series.next.none') : t('series.next')}
          </Box>
          {nextDays.map(({ day, isHoliday, serviceId }) =>
            isHoliday ? (
              <Box component="span" key={day} sx={{ color: token('textSoft') }}>
                {t('series.next.holiday', { day: words.shortOf(day) })}
              </Box>
            ) : serviceId === null ? (
              <span key={day}>{words.shortOf(day)}</span>
            ) : (
              <Link
                key={day}
                component="button"
                type="button"
                sx={{ minHeight: 24, verticalAlign: 'baseline' }}
                aria-label={t('series.next.open', { day: words.shortOf(day) })}
                onClick={() => onOpenService(serviceId)}
              >
                {words.shortOf(day)}
              </Link>
            ),
          )}
        </Box>
      )}
      {mayChange && state !== 'ended' && (
        <Box sx={{ display: 'flex', gap: '8px', flexWrap: 'wrap' }}>
          {state === 'active' ? action('pause', onPause) : action('resume', onResume)}
          {action('end', onEnd, true)}
        </Box>
      )}
    </Box>
  )
}
