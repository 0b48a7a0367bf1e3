import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import type { FailingReceiver } from '@rumbo/contract/monitoring.deliveries.contract'
import { useMoment } from '../app/use-moment.ts'
import { useNow } from '../ui/clock.ts'
import { useText } from '../ui/i18n.tsx'

/** The servers to which nothing but a trial is sent, and why. */
export function FailingReceivers({ receivers }: { receivers: readonly FailingReceiver[] }) {
  const { t } = useText()
  const moment = useMoment()
  const now = useNow(1, receivers.length > 0)
  return receivers.map(({ receiver, failingSince, openUntil, error }) => (
    <Alert key={receiver} severity="error" role="status">
      {t('monitoring.deliveries.receiver.fails', { receiver, since: moment(failingSince), error })}
      <Box>
        {Date.parse(openUntil) <= now
          ? t('monitoring.deliveries.receiver.trialNext')
          : t('monitoring.deliveries.receiver.trial', { until: moment(openUntil, 'time') })}
      </Box>
    </Alert>
  ))
}
