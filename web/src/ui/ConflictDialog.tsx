import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useText } from './i18n.tsx'
import { token } from './tokens.ts'

export interface Difference {
  label: string
  mine: string
  theirs: string
}

interface ConflictDialogProps {
  title: string
  /** Who changed it, and when. */
  text: string
  differences: readonly Difference[]
  /** Takes the other person's record into the form. */
  onTakeTheirs: () => void
  /** Saves one's own over it. */
  onKeepMine: () => void
  onClose: () => void
}

/** Somebody else was faster: what differs, and whose to keep. Closing leaves the form as it is. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, text, differences, onTakeTheirs, onKeepMine, onClose } = props
  const { t } = useText()
  const [titleId, textId] = [useId(), useId()]
  const cell = {
    p: '8px 10px 8px 0',
    textAlign: 'left',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
    borderTop: `1px solid ${token('line')}`,
  } as const
  return (
    <Dialog
      open
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      role="alertdialog"
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <DialogContent>
        <Box id={textId} sx={{ color: token('textSoft'), mb: '10px' }}>
          {text}
        </Box>
        {differences.length > 0 && (
          <Box component="table" sx={{ width: '100%', borderCollapse: 'collapse', typography: 'body2' }}>
            <thead>
              <tr>
                {[t('ui.conflict.field'), t('ui.conflict.mine'), t('ui.conflict.theirs')].map((words) => (
                  <Box component="th" scope="col" key={words} sx={{ ...cell, border: 0 }}>
                    {words}
                  </Box>
                ))}
              </tr>
            </thead>
            <tbody>
              {differences.map(({ label, mine, theirs }) => (
                <tr key={label}>
                  <Box component="th" scope="row" sx={{ ...cell, fontWeight: 620 }}>
                    {label}
                  </Box>
                  <Box component="td" sx={cell}>
                    {mine || '—'}
                  </Box>
                  <Box component="td" sx={cell}>
                    {theirs || '—'}
                  </Box>
                </tr>
              ))}
            </tbody>
          </Box>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('ui.back')}</Button>
        <Box sx={{ flex: 1 }} />
        <Button variant="outlined" onClick={onKeepMine}>
          {t('ui.conflict.keepMine')}
        </Button>
        <Button variant="contained" onClick={onTakeTheirs} autoFocus>
          {t('ui.conflict.takeTheirs')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
