import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { ListSkeleton } from '../ui/skeletons.tsx'
import { EmptyState, ErrorState } from '../ui/states.tsx'
import { token } from '../ui/theme/tokens.ts'

interface ListDialogProps<Item> {
  title: string
  answer: { data?: { items: readonly Item[] } | undefined; error: Error | null; refetch: () => unknown }
  /** Said where it could not be loaded, and where there is nothing. */
  failure: string
  empty: string
  /** A list item with its key. */
  item: (item: Item) => ReactNode
  /** Said below the list. */
  note?: ReactNode
  /** Beside the button that closes. */
  actions?: ReactNode
  onClose: () => void
}

/** A dialog with a list that is loaded, such as the broadcasts of a fleet. */
export function ListDialog<Item>(props: ListDialogProps<Item>) {
  const { title, answer, failure, empty, item, note, actions, onClose } = props
  const { t } = useText()
  const message = useErrorMessage()
  const titleId = useId()
  const items = answer.data?.items
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            {answer.error && (
              <ErrorState title={message(answer.error, failure)} onRetry={() => void answer.refetch()} />
            )}
            {items === undefined && !answer.error && <ListSkeleton rows={3} />}
            {items?.length === 0 && <EmptyState title={empty} />}
            <Box
              component="ul"
              aria-labelledby={titleId}
              sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: '14px' }}
            >
              {items?.map(item)}
            </Box>
            {note && <Box sx={{ mt: '14px', typography: 'body2', color: token('textSoft') }}>{note}</Box>}
          </DialogContent>
          <DialogActions>
            {actions}
            <Button onClick={leave}>{t('ui.close')}</Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
