import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { useId } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

/** The secret of a webhook, shown this once. */
export function SecretDialog({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) {
  const { t } = useText()
  const toasts = useToasts()
  const titleId = useId()
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    toasts.show({ type: 'success', message: t('webhooks.secret.copied') })
  }
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('webhooks.secret.title', { name })}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '16px' }}>
            <Alert severity="warning" role="presentation">
              {t('webhooks.secret.once')}
            </Alert>
            <TextField
              label={t('webhooks.secret.label')}
              value={secret}
              slotProps={{ htmlInput: { readOnly: true, spellCheck: false } }}
              onFocus={(event) => event.target.select()}
              fullWidth
            />
          </DialogContent>
          <DialogActions>
            <Button onClick={() => void copy()}>{t('webhooks.secret.copy')}</Button>
            <Button variant="contained" onClick={leave}>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
