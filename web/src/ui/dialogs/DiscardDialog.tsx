import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { useId, useRef } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'

interface DiscardDialogProps {
  isOpen: boolean
  onLeave: () => void
  onStay: () => void
}

/** Asks whether to discard what was typed; Escape keeps it. */
export function DiscardDialog({ isOpen, onLeave, onStay }: DiscardDialogProps) {
  const { t } = useText()
  const [titleId, textId] = [useId(), useId()]
  const stay = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={isOpen}
      onClose={onStay}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
      // The dialog beneath may have taken the focus back meanwhile.
      slotProps={{ transition: { onEntered: () => stay.current?.focus() } }}
    >
      <DialogTitle id={titleId}>{t('ui.discard.title')}</DialogTitle>
      <DialogContent>
        <Typography id={textId} sx={{ color: token('textSoft') }}>
          {t('ui.discard.text')}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button ref={stay} onClick={onStay} autoFocus>
          {t('ui.discard.stay')}
        </Button>
        <Button onClick={onLeave} variant="contained">
          {t('ui.discard.leave')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
