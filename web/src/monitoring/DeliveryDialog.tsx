import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { Delivery, DeliveryAttempt } from '@rumbo/contract/monitoring.deliveries.contract'
import { type ReactNode, useId } from 'react'
import { useMoment } from '../app/use-moment.ts'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useFailureWords } from '../ui/use-failure-words.ts'
import { FailedAttempts } from './FailedAttempts.tsx'

interface DeliveryDialogProps {
  delivery: Delivery
  failedAttempts: readonly DeliveryAttempt[]
  onClose: () => void
  /** Undefined if it cannot be sent again. */
  onRetry: (() => void) | undefined
  isRetrying: boolean
}

/** A delivery as its recipient reads it, and why it was not sent. */
export function DeliveryDialog({
  delivery,
  failedAttempts,
  onClose,
  onRetry,
  isRetrying,
}: DeliveryDialogProps) {
  const { t } = useText()
  const moment = useMoment()
  const failureWords = useFailureWords()
  const titleId = useId()
  const fact = (name: string, value: ReactNode) => (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: token('textSoft') }}>
        {name}
      </Box>
      <Box component="dd" sx={{ m: 0, overflowWrap: 'anywhere' }}>
        {value}
      </Box>
    </Box>
  )
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>
            {delivery.subject || t(`monitoring.deliveries.channel.${delivery.channel}`)}
          </DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '16px' }}>
            <Box
              component="dl"
              sx={{
                display: 'grid',
                gridTemplateColumns: 'auto 1fr',
                gap: '4px 16px',
                m: 0,
                typography: 'body2',
              }}
            >
              {fact(t('monitoring.deliveries.column.recipient'), delivery.recipient)}
              {fact(
                t('monitoring.deliveries.column.channel'),
                t(`monitoring.deliveries.channel.${delivery.channel}`),
              )}
              {fact(
                t('monitoring.deliveries.column.status'),
                t(`monitoring.deliveries.status.${delivery.status}`),
              )}
              {fact(t('monitoring.deliveries.column.createdAt'), moment(delivery.createdAt))}
              {delivery.sentAt && fact(t('monitoring.deliveries.column.sentAt'), moment(delivery.sentAt))}
              {delivery.attempts > 0 && fact(t('monitoring.deliveries.column.attempts'), delivery.attempts)}
            </Box>
            {delivery.error && (
              <Alert severity="error" role="presentation">
                {t('monitoring.deliveries.error')}: {failureWords(delivery.error)}
              </Alert>
            )}
            <Typography
              component="div"
              lang={delivery.body ? delivery.language : undefined}
              sx={{
                whiteSpace: 'pre-line',
                overflowWrap: 'anywhere',
                p: '14px 16px',
                borderRadius: '10px',
                backgroundColor: token('sunken'),
              }}
            >
              {delivery.body || t('monitoring.deliveries.body.removed')}
            </Typography>
            <FailedAttempts attempts={failedAttempts} />
          </DialogContent>
          <DialogActions>
            {onRetry && (
              <Button onClick={onRetry} loading={isRetrying}>
                {t('monitoring.deliveries.retry')}
              </Button>
            )}
            <Button variant="contained" onClick={leave}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
