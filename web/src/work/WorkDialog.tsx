import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Typography from '@mui/material/Typography'
import { problemCodes } from '@rumbo/contract/problems.contract'
import type { Work } from '@rumbo/contract/work.contract'
import { problemParams } from '@rumbo/i18n/problem-params'
import { useId } from 'react'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText, type WordText } from '../ui/i18n.tsx'
import { isEnded, type WatchedWork } from './use-work.ts'
import { WorkProgress } from './WorkProgress.tsx'

/** Why a work failed, in words; null if it did not fail. */
export function workError(t: WordText, work: Work | undefined): string | null {
  if (work?.status !== 'failed') return null
  const code = problemCodes.find((one) => one === work.error) ?? 'internal'
  return t(`problems.${code}`, problemParams())
}

interface WorkDialogProps {
  title: string
  watched: WatchedWork
  onClose: () => void
  /** Downloads the finished file again. */
  onDownload?: () => void
}

/** A long-running work in a dialog: progress, cancel, continue in the background; finally the file or the error. */
export function WorkDialog({ title, watched, onClose, onDownload }: WorkDialogProps) {
  const { t } = useText()
  const titleId = useId()
  const { work, isUnread, cancel, isCancelling } = watched
  const error = workError(t, work)
  const hasEnded = isEnded(work)
  return (
    <GuardedDialog onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px' }}>
              <WorkProgress work={work} isUnread={isUnread} />
              <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
                {error && (
                  <Alert severity="error" role="presentation">
                    {error}
                  </Alert>
                )}
              </Box>
              {work?.status === 'cancelled' && (
                <Typography variant="body2">{t('work.cancel.undone')}</Typography>
              )}
            </Box>
          </DialogContent>
          <DialogActions>
            {hasEnded ? (
              <>
                <Button onClick={leave}>{t('work.close')}</Button>
                {work?.status === 'done' && work.result?.fileId && onDownload && (
                  <Button variant="contained" onClick={onDownload}>
                    {t('work.download.button')}
                  </Button>
                )}
              </>
            ) : (
              <>
                <Button onClick={cancel} loading={isCancelling} disabled={work === undefined}>
                  {t('work.cancel.button')}
                </Button>
                <Button variant="contained" onClick={leave}>
                  {t('work.background')}
                </Button>
              </>
            )}
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
