import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent, { type DialogContentProps } from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { type ReactNode, type Ref, useId } from 'react'
import { useText } from '../i18n.tsx'
import { GuardedDialog } from './GuardedDialog.tsx'

/** Focuses the first invalid field of a form after the next render. */
export function focusFirstWrong(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}

interface RecordDialogProps {
  title: string
  /** Beside the title, such as a status. */
  mark?: ReactNode
  /** Below the title, such as tabs. */
  head?: ReactNode
  isBusy: boolean
  /** There are unsaved changes: closing asks for confirmation. */
  isChanged: boolean
  /** Why saving failed. */
  error: string | null
  submitLabel: string
  onSubmit: () => void
  onClose: () => void
  maxWidth?: 'sm' | 'md'
  form?: Ref<HTMLFormElement>
  content?: Pick<DialogContentProps, 'id' | 'role' | 'aria-labelledby' | 'sx'>
  children: ReactNode
}

/** A dialog to edit a whole record; full screen on phones. Escape closes it, and asks first if something was changed. */
export function RecordDialog(props: RecordDialogProps) {
  const { title, mark, head, isBusy, isChanged, error, submitLabel, children } = props
  const { t } = useText()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  return (
    <GuardedDialog
      isBusy={isBusy}
      isChanged={isChanged}
      onClose={props.onClose}
      maxWidth={props.maxWidth ?? 'md'}
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
    >
      {(leave) => (
        <form
          ref={props.form}
          onSubmit={(event) => {
            event.preventDefault()
            // React bubbles the submit event of a form in a nested dialog up to here.
            if (event.target === event.currentTarget && !isBusy) props.onSubmit()
          }}
          noValidate
          style={{ display: 'flex', flexDirection: 'column', minHeight: 0, flex: 1 }}
        >
          {/* An id of its own: by default it has the id that names the dialog, with the close button in the name. */}
          <DialogTitle
            component="div"
            id={`${titleId}-bar`}
            sx={{ display: 'flex', alignItems: 'center', gap: '12px', pb: '4px' }}
          >
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0 }}>
              {title}
            </Box>
            {mark}
            <IconButton
              onClick={leave}
              disabled={isBusy}
              aria-label={t('ui.close')}
              edge="end"
              sx={{ ml: 'auto' }}
            >
              <CloseRounded />
            </IconButton>
          </DialogTitle>
          {head}
          <DialogContent {...props.content}>{children}</DialogContent>
          {error !== null && (
            <Box sx={{ px: '20px', pb: '4px' }}>
              <Alert severity="error">{error}</Alert>
            </Box>
          )}
          <DialogActions>
            <Button onClick={leave} size="large" disabled={isBusy}>
              {t('ui.cancel')}
            </Button>
            <Button type="submit" variant="contained" size="large" loading={isBusy}>
              {submitLabel}
            </Button>
          </DialogActions>
        </form>
      )}
    </GuardedDialog>
  )
}
