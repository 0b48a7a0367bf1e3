import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'
import { GuardedDialog } from './GuardedDialog.tsx'

interface ConfirmDialogProps {
  open: boolean
  title: string
  /** Describes what will happen. */
  text?: ReactNode
  confirmLabel: string
  cancelLabel?: string
  /** The dialog is busy until the promise settles; the caller closes it. */
  onConfirm: () => void | Promise<void>
  onClose: () => void
  /** Styled as dangerous, with an icon. */
  isDestructive?: boolean
  icon?: ReactNode
  /** The name to type before confirming is possible. */
  typeName?: string
  /** The action is not possible now, as `text` explains: there is nothing to type or confirm. */
  isBlocked?: boolean
}

/** Asks for confirmation. Escape and Cancel change nothing, and ask first if a field in `text` was changed. */
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
      return // `onConfirm` has shown the error; the dialog stays open for a retry.
    } finally {
      setBusy(false)
    }
  }

  return (
    <GuardedDialog
      isOpen={open}
      isBusy={isBusy}
      // A typed name confirms; it is nothing to keep.
      isChanged={typeName === undefined ? undefined : false}
      onClose={onClose}
      maxWidth="xs"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={text === undefined ? undefined : textId}
    >
      {(leave) => (
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
            <Button onClick={leave} disabled={isBusy} autoFocus={typeName === undefined}>
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
      )}
    </GuardedDialog>
  )
}
