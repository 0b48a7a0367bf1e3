import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import type { OutgoingMessage } from '@rumbo/contract/monitoring.messages.contract'
import { type ReactNode, useId } from 'react'
import { useMoment } from '../app/use-moment.ts'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'

interface MessageDialogProps {
  message: OutgoingMessage
  onClose: () => void
  /** Undefined if it cannot be sent again. */
  onRetry: (() => void) | undefined
  isRetrying: boolean
}

/** A message as its recipient reads it, and why it was not sent. */
export function MessageDialog({ message, onClose, onRetry, isRetrying }: MessageDialogProps) {
  const { t } = useText()
  const moment = useMoment()
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
            {message.subject || t(`monitoring.messages.channel.${message.channel}`)}
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
              {fact(t('monitoring.messages.column.recipient'), message.recipient)}
              {fact(
                t('monitoring.messages.column.channel'),
                t(`monitoring.messages.channel.${message.channel}`),
              )}
              {fact(
                t('monitoring.messages.column.status'),
                t(`monitoring.messages.status.${message.status}`),
              )}
              {fact(t('monitoring.messages.column.createdAt'), moment(message.createdAt))}
              {message.sentAt && fact(t('monitoring.messages.column.sentAt'), moment(message.sentAt))}
              {message.attempts > 0 && fact(t('monitoring.messages.column.attempts'), message.attempts)}
            </Box>
            {message.error && (
              <Alert severity="error" role="presentation">
                {t('monitoring.messages.error')}: {message.error}
              </Alert>
            )}
            <Typography
              component="div"
              lang={message.language}
              sx={{
                whiteSpace: 'pre-line',
                overflowWrap: 'anywhere',
                p: '14px 16px',
                borderRadius: '10px',
                backgroundColor: token('sunken'),
              }}
            >
              {message.body}
            </Typography>
          </DialogContent>
          <DialogActions>
            {onRetry && (
              <Button onClick={onRetry} loading={isRetrying}>
                {t('monitoring.messages.retry')}
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
