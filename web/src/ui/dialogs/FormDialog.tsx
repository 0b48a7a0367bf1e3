import DeleteOutlineRounded from '@mui/icons-material/DeleteOutlineRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type FormEventHandler, type ReactNode, useId } from 'react'
import { useText } from '../i18n.tsx'
import { GuardedDialog } from './GuardedDialog.tsx'

interface FormDialogProps {
  title: string
  submitLabel: string
  /** Its button is styled as dangerous, with an icon. */
  isDestructive?: boolean
  isBusy: boolean
  /** There are unsaved changes. Default: whether the user changed a field. */
  isChanged?: boolean
  /** Called instead of closing: the form can only be submitted, without Cancel. */
  onHeld?: () => void
  /** An error of the form as a whole. */
  error?: string | null
  onSubmit: FormEventHandler<HTMLFormElement>
  onClose: () => void
  /** Placed left of Cancel. */
  extraAction?: ReactNode
  maxWidth?: 'xs' | 'sm' | 'md' | 'lg'
  children: ReactNode
}

/**
 * A short form in a dialog: one column of fields, Cancel and one button. Escape closes it except while sending, and asks
 * first if something was changed.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    title,
    submitLabel,
    isDestructive = false,
    isBusy,
    isChanged,
    onHeld,
    error,
    onSubmit,
    onClose,
    extraAction,
    maxWidth = 'xs',
    children,
  } = props
  const { t } = useText()
  const titleId = useId()
  return (
    <GuardedDialog
      isBusy={isBusy}
      isChanged={isChanged}
      onHeld={onHeld}
      onClose={onClose}
      maxWidth={maxWidth}
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        // The fields scroll, so that the buttons stay in view.
        <Box
          component="form"
          onSubmit={onSubmit}
          noValidate
          aria-label={title}
          sx={{ display: 'flex', flexDirection: 'column', minHeight: 0 }}
        >
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px', pt: '8px' }}>
              {children}
              <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
                {error && (
                  <Alert severity="error" role="presentation">
                    {error}
                  </Alert>
                )}
              </Box>
            </Box>
          </DialogContent>
          <DialogActions>
            {extraAction}
            {!onHeld && (
              <Button onClick={leave} disabled={isBusy}>
                {t('ui.cancel')}
              </Button>
            )}
            <Button
              type="submit"
              variant={isDestructive ? 'outlined' : 'contained'}
              color={isDestructive ? 'error' : 'primary'}
              startIcon={isDestructive && <DeleteOutlineRounded />}
              loading={isBusy}
              loadingPosition={isDestructive ? 'start' : undefined}
            >
              {submitLabel}
            </Button>
          </DialogActions>
        </Box>
      )}
    </GuardedDialog>
  )
}
