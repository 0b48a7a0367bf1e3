import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useText } from '../../ui/i18n.tsx'

/** Stays until OK: neither Escape nor a click outside closes it. */
export function SessionExpiredDialog({ onAcknowledge }: { onAcknowledge: () => void }) {
  const { t } = useText()
  const [titleId, textId] = [useId(), useId()]
  return (
    <Dialog
      open
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogTitle id={titleId}>{t('identity.expired.title')}</DialogTitle>
      <DialogContent id={textId}>{t('identity.expired.text')}</DialogContent>
      <DialogActions>
        <Button variant="contained" onClick={onAcknowledge} autoFocus>
          {t('identity.expired.ok')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
