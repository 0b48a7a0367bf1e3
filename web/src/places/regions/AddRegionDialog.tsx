import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import LinearProgress from '@mui/material/LinearProgress'
import { formatNumber } from '@rumbo/i18n/formats'
import { type FormEvent, useId, useState } from 'react'
import { GuardedDialog } from '../../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { RegionFields } from './RegionFields.tsx'
import { checkRegion, type RegionDraft, sizeOf } from './region-draft.rules.ts'
import { useNewRegion } from './use-new-region.ts'

interface AddRegionDialogProps {
  /** Names in use: adding one of them replaces that region. */
  taken: ReadonlySet<string>
  limitBytes: number
  onClose: () => void
  onAdded: (title: string) => void
}

/** Adds a region from a file: names, upload, build; the build continues when the dialog is closed. */
export function AddRegionDialog({ taken, limitBytes, onClose, onAdded }: AddRegionDialogProps) {
  const { t, language } = useText()
  const [titleId, formId] = [useId(), useId()]
  const [draft, setDraft] = useState<RegionDraft>({ file: null, title: '', name: '' })
  const [isChecked, setChecked] = useState(false)
  const task = useNewRegion(onAdded)
  const { share, watched, isBuilding, failure } = task
  const isSending = share !== null
  const limit = sizeOf(limitBytes)
  const limitText = `${formatNumber(language, limit.value, limit.digits)} ${limit.unit}`
  const problems = checkRegion(draft, limitBytes)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setChecked(true)
    if (Object.keys(problems).length === 0) void task.start(draft)
  }

  const percent = Math.round(
    isSending ? share * 100 : watched.work?.total ? (watched.work.done / watched.work.total) * 100 : 0,
  )
  const doing = isSending ? t('regions.add.sending') : t('regions.add.building')
  return (
    <GuardedDialog
      isBusy={isSending}
      isChanged={!isBuilding && (draft.file !== null || draft.title !== '' || draft.name !== '')}
      onClose={onClose}
      maxWidth="sm"
      fullWidth
      aria-labelledby={titleId}
    >
      {(leave) => (
        <>
          <DialogTitle id={titleId}>{t('regions.add.title')}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px', pt: '8px' }}>
              {isSending || isBuilding ? (
                <Box role="status" sx={{ display: 'grid', gap: '10px', py: '12px' }}>
                  <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: '16px' }}>
                    <span>{doing}</span>
                    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
                      {t('regions.add.percent', { percent: formatNumber(language, percent) })}
                    </Box>
                  </Box>
                  <LinearProgress
                    aria-label={doing}
                    variant={percent === 0 ? 'indeterminate' : 'determinate'}
                    value={percent}
                  />
                  {isBuilding && <Box sx={{ typography: 'body2' }}>{t('regions.add.goesOn')}</Box>}
                </Box>
              ) : (
                <RegionFields
                  formId={formId}
                  draft={draft}
                  problems={isChecked ? problems : {}}
                  limitText={limitText}
                  isReplacing={taken.has(draft.name)}
                  onChange={setDraft}
                  onSubmit={submit}
                />
              )}
              <Box role="alert" sx={{ '&:empty': { display: 'none' } }}>
                {failure && !isSending && !isBuilding && (
                  <Alert severity="error" role="presentation">
                    {failure}
                  </Alert>
                )}
              </Box>
            </Box>
          </DialogContent>
          <DialogActions>
            {isSending && <Button onClick={task.cancelSending}>{t('regions.add.cancel')}</Button>}
            {isBuilding && (
              <>
                <Button onClick={watched.cancel} loading={watched.isCancelling}>
                  {t('regions.add.cancel')}
                </Button>
                <Button variant="contained" onClick={onClose}>
                  {t('work.background')}
                </Button>
              </>
            )}
            {!isSending && !isBuilding && (
              <>
                <Button onClick={leave}>{t('ui.cancel')}</Button>
                <Button type="submit" form={formId} variant="contained">
                  {taken.has(draft.name) ? t('regions.add.replace') : t('regions.add.submit')}
                </Button>
              </>
            )}
          </DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
