import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { formatNumber } from '@rumbo/i18n/formats'
import { useId, useState } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { WorkProgress } from '../../work/WorkProgress.tsx'
import { FenceFileStep } from './FenceFileStep.tsx'
import { type ImportLook, ImportPreview } from './ImportPreview.tsx'
import { RefusedShapes } from './RefusedShapes.tsx'
import { useFenceImport } from './use-fence-import.ts'

interface FenceImportDialogProps {
  fleetId: string
  onClose: () => void
}

/** Imports geofences: choose a file or paste text, look at what it holds and what is refused, and create the rest. */
export function FenceImportDialog({ fleetId, onClose }: FenceImportDialogProps) {
  const { t, language } = useText()
  const titleId = useId()
  const importing = useFenceImport(fleetId)
  const { file, watched, isRunning, failure, result, reading, isReading } = importing
  const [look, setLook] = useState<ImportLook>({ tags: [], isActive: true })
  const [pasted, setPasted] = useState('')
  const number = (value: number) => formatNumber(language, value)
  const count = file?.total ?? 0
  const isOver = result !== null
  return (
    <GuardedDialog
      isChanged={!isOver && !isRunning && (pasted !== '' || file !== null || importing.sending !== null)}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('geofences.import.title')}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px', minWidth: 0 }}>
              {file === null && (
                <FenceFileStep
                  sending={importing.sending}
                  pasted={pasted}
                  onPasted={setPasted}
                  onTake={(chosen) => void importing.take(chosen)}
                />
              )}
              {file !== null && watched === undefined && (
                <ImportPreview
                  file={file}
                  look={look}
                  onLook={setLook}
                  reading={reading}
                  isReading={isReading}
                  onRead={(next) => void importing.readAgain(next)}
                />
              )}
              {watched && !isOver && failure === null && (
                <WorkProgress work={watched.work} isUnread={watched.isUnread} />
              )}
              {result && (
                <>
                  <Alert severity={result.added > 0 ? 'success' : 'info'} role="status">
                    {t('geofences.import.done', { count: result.added, shown: number(result.added) })}
                  </Alert>
                  <RefusedShapes
                    total={result.bad.length}
                    shapes={result.bad.map(({ row, code, value }) => ({
                      index: row,
                      line: null,
                      what: value ?? '',
                      reason: code,
                    }))}
                  />
                </>
              )}
              <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
                {failure && (
                  <Alert severity="error" role="presentation">
                    {failure}
                  </Alert>
                )}
              </Box>
            </Box>
          </DialogContent>
          <DialogActions>
            {file !== null && !isRunning && !isOver && (
              <Button onClick={importing.reset} disabled={isReading} sx={{ mr: 'auto' }}>
                {t('geofences.import.other')}
              </Button>
            )}
            <Button
              // The button that had the focus is gone.
              key={isOver ? 'close' : 'cancel'}
              onClick={leave}
              variant={isOver ? 'contained' : 'text'}
              autoFocus={isOver}
            >
              {t(isOver || isRunning ? 'ui.close' : 'ui.cancel')}
            </Button>
            {file !== null && !isOver && (
              <Button
                variant="contained"
                loading={isRunning || isReading}
                disabled={count === 0}
                onClick={() => void importing.start(look)}
              >
                {t('geofences.import.start', { count, shown: number(count) })}
              </Button>
            )}
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
