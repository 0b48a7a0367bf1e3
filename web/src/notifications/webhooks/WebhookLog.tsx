import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import {
  listWebhookDeliveries,
  replayWebhookDelivery,
  type Webhook,
} from '@rumbo/contract/notifications.webhooks.contract'
import { useId } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange, usePacedEndpoint } from '../../app/data/use-data.ts'
import { useMoment } from '../../app/use-moment.ts'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** How often the log is read again while it is open. */
const paceMs = 3_000

/** The last calls of a webhook, each of which can be made again. */
export function WebhookLog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useText()
  const moment = useMoment()
  const toasts = useToasts()
  const message = useErrorMessage()
  const titleId = useId()
  const { id } = webhook
  const calls = usePacedEndpoint(listWebhookDeliveries, { params: { id }, query: { size: 50 } }, { paceMs })
  const replay = useChange(replayWebhookDelivery, {
    onSuccess: () => void toasts.show({ type: 'success', message: t('webhooks.log.replayed') }),
    onError: (error) =>
      void toasts.show({ type: 'error', message: message(error, t('webhooks.error.replay')) }),
  })
  return (
    <GuardedDialog onClose={onClose} maxWidth="md" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('webhooks.log.title', { name: webhook.name })}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '12px' }}>
            {calls.isError && <Alert severity="error">{message(calls.error, t('webhooks.error.log'))}</Alert>}
            {calls.data?.items.length === 0 && <Typography>{t('webhooks.log.none')}</Typography>}
            <Box
              component="ul"
              aria-label={t('webhooks.log.label')}
              sx={{ display: 'grid', gap: '12px', m: 0, p: 0, listStyle: 'none' }}
            >
              {calls.data?.items.map((call) => (
                <Box
                  component="li"
                  key={call.id}
                  sx={{ display: 'flex', flexWrap: 'wrap', gap: '8px', alignItems: 'start' }}
                >
                  <Box sx={{ flex: 1, minWidth: 200, overflowWrap: 'anywhere' }}>
                    <Typography sx={{ fontWeight: 600 }}>
                      {call.type} · {t(`monitoring.deliveries.status.${call.status}`)}
                    </Typography>
                    <Typography variant="body2" sx={{ color: token('textSoft') }}>
                      {moment(call.createdAt)} · {t('webhooks.log.attempts', { count: call.attempts })}
                      {call.status === 'pending' && call.nextAttemptAt !== null && (
                        <> · {t('webhooks.log.next', { at: moment(call.nextAttemptAt, 'time') })}</>
                      )}
                    </Typography>
                    {call.error !== null && <Typography variant="body2">{call.error}</Typography>}
                  </Box>
                  <Button
                    size="small"
                    disabled={call.status === 'pending' || !webhook.isActive}
                    aria-label={t('webhooks.log.replayNamed', {
                      type: call.type,
                      at: moment(call.createdAt),
                    })}
                    onClick={() => replay.mutate({ params: { id, deliveryId: call.id } })}
                  >
                    {t('webhooks.log.replay')}
                  </Button>
                </Box>
              ))}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={leave}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
