import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { DeliveryAttempt } from '@rumbo/contract/monitoring.deliveries.contract'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId } from 'react'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useFailureWords } from '../ui/use-failure-words.ts'

/** When a delivery was tried in vain, how long that took, and why; nothing where it never failed. */
export function FailedAttempts({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  const { t, language } = useText()
  const moment = useMoment()
  const failureWords = useFailureWords()
  const titleId = useId()
  if (attempts.length === 0) return null
  return (
    <Box component="section" aria-labelledby={titleId}>
      <Typography id={titleId} variant="subtitle2" component="h3">
        {t('monitoring.deliveries.attempts.failed')}
      </Typography>
      <Box component="ol" aria-labelledby={titleId} sx={{ listStyle: 'none', m: '8px 0 0', p: 0 }}>
        {attempts.map(({ number: attempt, endedAt, milliseconds, error }) => (
          <Box component="li" key={attempt} sx={{ typography: 'body2', py: '4px' }}>
            <Box component="span" sx={{ color: token('textSoft') }}>
              {t('monitoring.deliveries.attempts.number')} {attempt} · {moment(endedAt)} ·{' '}
              {t('monitoring.deliveries.attempts.took', {
                seconds: formatNumber(language, milliseconds / 1000, 1),
              })}
            </Box>
            <Box sx={{ overflowWrap: 'anywhere' }}>{failureWords(error)}</Box>
          </Box>
        ))}
      </Box>
    </Box>
  )
}
