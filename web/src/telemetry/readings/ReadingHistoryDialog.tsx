import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { LatestReading } from '@rumbo/contract/telemetry.readings.contract'
import { dayMs, minuteMs } from '@rumbo/contract/time-units'
import { useId, useState } from 'react'
import { useNow } from '../../ui/clock.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { dayAt } from '../history/legs.rules.ts'
import { ReadingHistory } from './ReadingHistory.tsx'
import { readingLabel } from './readings.rules.ts'
import type { ReadingRange } from './use-readings.ts'

const spans = ['today', 'day', 'week'] as const
type Span = (typeof spans)[number]

const rangeOf = (span: Span, presentMs: number, timeZone: string): ReadingRange =>
  span === 'today'
    ? { date: dayAt(presentMs, timeZone) }
    : {
        from: new Date(presentMs - (span === 'day' ? 1 : 7) * dayMs).toISOString(),
        // What arrives within this minute belongs to it.
        to: new Date(presentMs + minuteMs).toISOString(),
      }

interface ReadingHistoryDialogProps {
  vehicleId: string
  reading: Pick<LatestReading, 'name' | 'key' | 'index'>
  timeZone: string
  onClose: () => void
}

/** The history of one reading: of today, the last 24 hours or 7 days. */
export function ReadingHistoryDialog({ vehicleId, reading, timeZone, onClose }: ReadingHistoryDialogProps) {
  const { t } = useText()
  const titleId = useId()
  const [span, setSpan] = useState<Span>('day')
  const presentMs = useNow(60)
  return (
    <GuardedDialog isChanged={false} onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{readingLabel(t, reading)}</DialogTitle>
          <DialogContent>
            <ToggleButtonGroup
              exclusive
              size="small"
              aria-label={t('readings.history.range')}
              value={span}
              onChange={(_, next: Span | null) => next !== null && setSpan(next)}
              sx={{ mb: '12px' }}
            >
              {spans.map((one) => (
                <ToggleButton key={one} value={one} sx={{ px: '12px' }}>
                  {t(`readings.span.${one}`)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            <Box sx={{ minHeight: 280 }}>
              <ReadingHistory
                key={span}
                vehicleId={vehicleId}
                name={reading.name}
                range={rangeOf(span, presentMs, timeZone)}
                isRunning
                timeZone={timeZone}
              />
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave}>{t('ui.close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
