import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** What will happen. */
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** Busy until the promise ends; closing is the caller's. A rejection ends the busy state. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
  /** Outlined in the colour of danger, with an icon. */
  isDestructive?: boolean
  icon?: ReactNode
  /** The name to type before confirming. */
  typeName?: string
  /** It cannot be done now, as `text` says: no name to type and nothing to confirm. */
  isBlocked?: boolean
}

/** Asks once more. Escape and Cancel leave everything as it is. */
export function ConfirmDialog({
  open,
  title,
  text,
  confirmLabel,
  cancelLabel,
  onConfirm,
  onClose,
  isDestructive = false,
  icon,
  typeName,
  isBlocked = false,
}: ConfirmDialogProps) {
  const { t } = useText()
  const [isBusy, setBusy] = useState(false)
  const [typed, setTyped] = useState('')
  const [titleId, textId] = [useId(), useId()]
  const canConfirm = !isBlocked && (typeName === undefined || typed.trim() === typeName)

  useEffect(() => {
    if (open) setTyped('')
  }, [open])

  const confirm = async (event: FormEvent) => {
    event.preventDefault()
    if (!canConfirm || isBusy) return
    setBusy(true)
    try {
      await onConfirm()
    } catch {
      return // `onConfirm` has shown the error; the dialog stays for another try
    } finally {
      setBusy(false)
    }
  }

  return (
    <Dialog
      open={open}
      onClose={isBusy ? undefined : onClose}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={text === undefined ? undefined : textId}
    >
      <form onSubmit={(event) => void confirm(event)} noValidate>
        <DialogTitle id={titleId}>{title}</DialogTitle>
        <DialogContent>
          {text !== undefined && (
            <Typography id={textId} component="div" sx={{ color: token('textSoft') }}>
              {text}
            </Typography>
          )}
          {typeName !== undefined && !isBlocked && (
            <TextField
              label={t('ui.confirm.typeName', { name: typeName })}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              autoComplete="off"
              sx={{ mt: '16px' }}
            />
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy} autoFocus={typeName === undefined}>
            {cancelLabel ?? t('ui.cancel')}
          </Button>
          <Button
            type="submit"
            variant={isDestructive ? 'outlined' : 'contained'}
            color={isDestructive ? 'error' : 'primary'}
            startIcon={icon ?? (isDestructive ? <DeleteOutlineRounded /> : undefined)}
            disabled={!canConfirm}
            loading={isBusy}
            loadingPosition={icon || isDestructive ? 'start' : undefined}
          >
            {confirmLabel}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
