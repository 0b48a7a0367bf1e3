import BuildOutlined from '@mui/icons-material/BuildOutlined'
import CheckCircleOutlined from '@mui/icons-material/CheckCircleOutlined'
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Typography from '@mui/material/Typography'
import type { LiveVisit } from '@rumbo/contract/planning.publish.contract'
import { useId } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useText } from '../../ui/i18n.tsx'
import { LockedReason } from '../../ui/LockedReason.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { atRisk, isLate } from './live.rules.ts'
import type { LiveWords } from './use-live-words.ts'

interface RiskPanelProps {
  /** Null until they are read. */
  visits: readonly LiveVisit[] | null
  /** When they were read last. */
  now: string | null
  error: Error | null
  onRetry: () => void
  vehicleNumberOf: (vehicleId: string) => string
  customerOf: (serviceId: string) => string
  words: LiveWords
  /** Shows a stop in timeline and map. */
  onShow: (visit: LiveVisit) => void
  /** Opens the run panel with the mode that repairs. */
  onRepair: () => void
  /** Why the plan may not be repaired, in words; null: it may. */
  lockedReason: string | null
}

/** The stops of a published plan that will be late or whose vehicle cannot go on, the latest first, and what to do about it. */
export function RiskPanel(props: RiskPanelProps) {
  const { visits, now, error, onRetry, vehicleNumberOf, customerOf, words, onShow, onRepair, lockedReason } =
    props
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const hintId = useId()
  const found = atRisk(visits ?? [])
  if (error && visits === null)
    return <ErrorState text={message(error, t('planningLive.live.failed'))} onRetry={onRetry} />
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      aria-busy={visits === null}
      sx={{ display: 'grid', gap: '8px' }}
    >
      <Typography id={titleId} variant="h3" component="h2">
        {t('planningLive.risk.title')}
      </Typography>
      {error && now !== null && (
        <Alert severity="warning">{t('planningLive.live.old', { at: words.clock(now) })}</Alert>
      )}
      {visits !== null && found.length === 0 && (
        <Box sx={{ display: 'flex', gap: '8px', color: token('textSoft') }}>
          <CheckCircleOutlined aria-hidden sx={{ fontSize: 20, flex: 'none', color: token('active') }} />
          <Box sx={{ typography: 'body2' }}>
            <Box sx={{ fontWeight: 600, color: token('text') }}>{t('planningLive.risk.none')}</Box>
            {t('planningLive.risk.noneText')}
          </Box>
        </Box>
      )}
      {found.length > 0 && (
        <>
          <Typography role="status">{t('planningLive.risk.count', { count: found.length })}</Typography>
          {lockedReason === null ? (
            <Box>
              <Button
                variant="contained"
                startIcon={<BuildOutlined />}
                aria-describedby={hintId}
                onClick={onRepair}
              >
                {t('planningLive.risk.repair')}
              </Button>
              <Typography
                id={hintId}
                variant="caption"
                component="p"
                sx={{ color: token('textSoft'), mt: '4px' }}
              >
                {t('planningLive.risk.repairHint')}
              </Typography>
            </Box>
          ) : (
            <LockedReason label={t('planningLive.risk.repair')} reason={lockedReason} />
          )}
          <Box component="ul" aria-labelledby={titleId} sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {found.map((visit) => (
              <Box key={visit.stopId} component="li" sx={{ borderTop: `1px solid ${token('line')}` }}>
                <ButtonBase
                  onClick={() => onShow(visit)}
                  sx={{ display: 'block', width: '100%', textAlign: 'left', py: '8px' }}
                >
                  <Box sx={{ display: 'flex', gap: '6px', alignItems: 'center', color: token('critical') }}>
                    <WarningAmberRounded aria-hidden fontSize="small" />
                    <strong>
                      {isLate(visit)
                        ? t('planningLive.risk.late', { minutes: words.minutes(visit) })
                        : t('planningLive.live.obstacle.out_of_service')}
                    </strong>
                  </Box>
                  <Typography variant="body2">
                    {t('planningLive.risk.stop', {
                      vehicle: vehicleNumberOf(visit.vehicleId),
                      number: visit.sequence,
                      customer: customerOf(visit.serviceId),
                    })}
                  </Typography>
                  <Typography variant="caption" sx={{ color: token('textSoft') }}>
                    {words.visit(visit)}
                  </Typography>
                </ButtonBase>
              </Box>
            ))}
          </Box>
        </>
      )}
    </Box>
  )
}
