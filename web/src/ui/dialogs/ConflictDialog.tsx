import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import Radio from '@mui/material/Radio'
import { useId, useState } from 'react'
import { useText } from '../i18n.tsx'
import { token } from '../theme/tokens.ts'

export interface Difference {
  /** Identifies the field in `onMerge`. */
  key?: string
  /** Only the other person changed it: their value is preselected. */
  isTheirsOnly?: boolean
  label: string
  mine: string
  theirs: string
}

export interface ConflictDialogProps {
  title: string
  /** Who changed it and when, in words. */
  text: string
  differences: readonly Difference[]
  /** Copies the other person's record into the form. */
  onUseTheirs: () => void
  /** Overwrites it with the user's own version. */
  onKeepMine: () => void
  /**
   * Saves a choice per field: the keys of the fields that keep the other person's value. Default: no such choice is
   * offered.
   */
  onMerge?: (fromTheirs: ReadonlySet<string>) => void
  mergeLabel?: string
  onClose: () => void
}

/**
 * Shown when somebody else saved first: the differences, and which version to keep. Closing leaves the form
 * unchanged.
 */
export function ConflictDialog(props: ConflictDialogProps) {
  const { title, text, differences, onUseTheirs, onKeepMine, onMerge, mergeLabel, onClose } = props
  const { t } = useText()
  const [titleId, textId] = [useId(), useId()]
  const [fromTheirs, setFromTheirs] = useState<ReadonlySet<string>>(
    () => new Set(differences.flatMap(({ key, isTheirsOnly }) => (key && isTheirsOnly ? [key] : []))),
  )
  const choose = (key: string, isTheirs: boolean) => {
    const next = new Set(fromTheirs)
    if (isTheirs) next.add(key)
    else next.delete(key)
    setFromTheirs(next)
  }
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
              {differences.map(({ key = '', label, mine, theirs }) => (
                <tr key={label}>
                  <Box component="th" scope="row" sx={{ ...cell, fontWeight: 620 }}>
                    {label}
                  </Box>
                  {([false, true] as const).map((isTheirs) => {
                    const words = (isTheirs ? theirs : mine) || '—'
                    return (
                      <Box component="td" key={String(isTheirs)} sx={cell}>
                        {onMerge ? (
                          <FormControlLabel
                            control={
                              <Radio
                                size="small"
                                name={`${titleId}-${key}`}
                                checked={fromTheirs.has(key) === isTheirs}
                                onChange={() => choose(key, isTheirs)}
                                slotProps={{ input: { 'aria-label': `${label}: ${words}` } }}
                              />
                            }
                            label={words}
                            sx={{ alignItems: 'flex-start', '& .MuiRadio-root': { py: 0 }, mr: 0 }}
                          />
                        ) : (
                          words
                        )}
                      </Box>
                    )
                  })}
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
        <Button variant={onMerge ? 'outlined' : 'contained'} onClick={onUseTheirs} autoFocus={!onMerge}>
          {t('ui.conflict.takeTheirs')}
        </Button>
        {onMerge && (
          <Button variant="contained" onClick={() => onMerge(fromTheirs)} autoFocus>
            {mergeLabel}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}
