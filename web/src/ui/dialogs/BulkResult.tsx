import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'
import { GuardedDialog } from './GuardedDialog.tsx'

export interface BulkOutcome {
  id: string
  name: string
  /** The outcome in words. */
  words: string
  isWell: boolean
  /** Current state, at the end of the row. */
  state?: ReactNode
}

interface BulkResultProps {
  title: string
  summary: string
  /** Why some items could not be sent at all. */
  failure?: string
  outcomes: readonly BulkOutcome[]
  /** Names longer than a number get a line of their own. */
  hasLongNames?: boolean
  onClose: () => void
}

/** Shows the outcome of a bulk call for each item, refusals first. */
export function BulkResult({
  title,
  summary,
  failure,
  outcomes,
  hasLongNames = false,
  onClose,
}: BulkResultProps) {
  const { t } = useText()
  const titleId = useId()
  const firstColumn = hasLongNames ? 'minmax(0, 1fr)' : '90px'
  return (
    <GuardedDialog onClose={onClose} maxWidth="sm" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: '12px', alignContent: 'start' }}>
            <Box role="status">{summary}</Box>
            {failure && <Alert severity="error">{failure}</Alert>}
            <Box component="ul" aria-label={title} sx={{ listStyle: 'none', m: 0, p: 0 }}>
              {[...outcomes.filter(({ isWell }) => !isWell), ...outcomes.filter(({ isWell }) => isWell)].map(
                ({ id, name, words, isWell, state }) => (
                  <Box
                    component="li"
                    key={id}
                    sx={{
                      display: 'grid',
                      gridTemplateColumns: {
                        xs: 'minmax(0, 1fr) auto',
                        sm: `${firstColumn} minmax(0, 1fr) auto`,
                      },
                      gap: '4px 12px',
                      alignItems: 'center',
                      py: '8px',
                      borderTop: `1px solid ${token('line')}`,
                    }}
                  >
                    <Box sx={{ fontWeight: 700, overflowWrap: 'anywhere' }}>{name}</Box>
                    <Box
                      sx={{
                        gridColumn: { xs: '1 / -1', sm: 'auto' },
                        gridRow: { xs: 2, sm: 'auto' },
                        typography: 'body2',
                        color: isWell ? token('textSoft') : token('critical'),
                      }}
                    >
                      {words}
                    </Box>
                    <Box sx={{ gridRow: { xs: 1, sm: 'auto' }, gridColumn: { xs: 2, sm: 'auto' } }}>
                      {state}
                    </Box>
                  </Box>
                ),
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={leave} autoFocus>
              {t('ui.close')}
            </Button>
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
