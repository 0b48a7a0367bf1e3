import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded'
import RadioButtonUncheckedRounded from '@mui/icons-material/RadioButtonUncheckedRounded'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import type { ReactNode } from 'react'
import { addresses } from '../addresses.ts'
import { AppLink } from '../app/navigation/address.tsx'
import { Card } from '../ui/Card.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'
import { visuallyHidden } from '../ui/visually-hidden.ts'
import { useFirstSteps } from './use-first-steps.ts'

interface FirstStepsProps {
  fleetId: string
  onHide?: () => void
  whenDone?: ReactNode
}

/**
 * The setup steps of a new fleet with progress, according to its records; `whenDone` once all are done. Steps that
 * the user or the plan may not take are omitted. `onHide` is undefined if hiding cannot be stored.
 */
export function FirstSteps({ fleetId, onHide, whenDone = null }: FirstStepsProps) {
  const { t } = useText()
  const { state, may, isLoading, isSilent, failure, retry } = useFirstSteps(fleetId)
  const { trackerOf } = state
  const steps = [
    {
      is: may.vehicles,
      done: state.vehicle,
      label: t('panel.start.vehicle'),
      to: addresses.fleet({ add: true }),
    },
    {
      is: may.vehicles,
      done: state.gps,
      label: t('panel.start.gps'),
      // Without a vehicle there is nothing to connect a tracker to.
      to: addresses.fleet(trackerOf === undefined ? { add: true } : { connect: trackerOf }),
      detail: state.isAwaitingSignal ? t('panel.start.awaiting') : undefined,
    },
    {
      is: may.people,
      done: state.people,
      label: t('panel.start.people'),
      to: addresses.userManagement({ invite: true }),
    },
    {
      is: may.services,
      done: state.service,
      label: t('panel.start.service'),
      to: addresses.services({ add: true }),
    },
  ].filter(({ is }) => is)
  const done = steps.filter((step) => step.done).length
  // Shows nothing while all steps may turn out to be done, to avoid a flash.
  if (steps.length === done) return whenDone
  if (isLoading && !isSilent) return null
  return (
    <Card
      title={t('panel.start.title')}
      detail={isLoading ? undefined : t('panel.start.progress', { done, total: steps.length })}
      actions={
        onHide && (
          <Button size="small" onClick={onHide}>
            {t('panel.start.hide')}
          </Button>
        )
      }
    >
      {isLoading ? (
        <ListSkeleton rows={steps.length} />
      ) : (
        <>
          <LinearProgress
            // Shows progress, not activity.
            role="meter"
            variant="determinate"
            value={(done / steps.length) * 100}
            aria-label={t('panel.start.progress', { done, total: steps.length })}
            sx={{ mb: '14px', borderRadius: '4px', backgroundColor: token('sunken') }}
          />
          {failure !== null && <ErrorState title={failure} onRetry={retry} />}
          <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '4px' }}>
            {steps.map((step) => (
              <Box
                component="li"
                key={step.label}
                sx={{ display: 'flex', alignItems: 'center', gap: '10px', minHeight: { xs: 44, sm: 32 } }}
              >
                {step.done ? (
                  <CheckCircleRounded aria-hidden sx={{ color: token('active') }} />
                ) : (
                  <RadioButtonUncheckedRounded aria-hidden sx={{ color: token('lineStrong') }} />
                )}
                {step.done ? (
                  <Box component="span" sx={{ color: token('textSoft') }}>
                    {step.label}
                  </Box>
                ) : (
                  <AppLink to={step.to}>{step.label}</AppLink>
                )}
                {step.done && <span style={visuallyHidden}>{t('panel.start.done')}</span>}
                {step.detail !== undefined && (
                  <Box component="span" sx={{ typography: 'body2', color: token('textSoft') }}>
                    {step.detail}
                  </Box>
                )}
              </Box>
            ))}
          </Box>
        </>
      )}
    </Card>
  )
}
