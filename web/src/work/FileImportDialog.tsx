import CloseRounded from '@mui/icons-material/CloseRounded'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import IconButton from '@mui/material/IconButton'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useId } from 'react'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { Steps } from '../ui/Steps.tsx'
import { csvText } from './csv.rules.ts'
import { ImportColumnsStep } from './ImportColumnsStep.tsx'
import { ImportFileStep } from './ImportFileStep.tsx'
import { ImportProgress, ImportResult, importable } from './ImportResult.tsx'
import { saveBlob } from './use-files.ts'
import { type ImportPhase, type ImportPlan, useImport } from './use-import.ts'

const phases: readonly ImportPhase[] = ['file', 'columns', 'check', 'import']
const grow = <Box sx={{ flex: 1 }} />

interface FileImportDialogProps<Field extends string, Choice extends string> {
  plan: ImportPlan<Field, Choice>
  onClose: () => void
}

/** Imports records from a CSV or XLSX file: choose it, map its columns, check every row, import. */
export function FileImportDialog<Field extends string, Choice extends string>({
  plan,
  onClose,
}: FileImportDialogProps<Field, Choice>) {
  const { t } = useText()
  const titleId = useId()
  const isPhone = useMediaQuery('(max-width: 600px)', { noSsr: true })
  const task = useImport(plan)
  const { phase, watched, isRunning, failure } = task
  const { work } = watched
  const result = work?.status === 'done' ? work.result : null
  const isBusy = isRunning || task.sending !== null

  const knownOf = (field: string) => plan.fields.find((one) => one === field)
  const nameOf = (field: string) => {
    const known = knownOf(field)
    return known === undefined ? null : plan.nameOf(known)
  }
  const hintOf = (field: string) => {
    const known = knownOf(field)
    return known === undefined ? null : (plan.hintOf?.(known) ?? null)
  }
  const saveTemplate = () => {
    const csv = new Blob([csvText([plan.fields.map(plan.nameOf)])], { type: 'text/csv;charset=utf-8' })
    saveBlob(csv, t('work.import.templateFile'))
  }

  const waiting = result?.waiting ?? 0
  const review =
    plan.review && waiting > 0 ? (
      <Button variant="contained" size="large" onClick={plan.review.onOpen}>
        {plan.review.label(waiting)}
      </Button>
    ) : null
  const actions = () => {
    if (isRunning) {
      return (
        <>
          {grow}
          <Button
            variant="outlined"
            size="large"
            disabled={work === undefined}
            loading={watched.isCancelling}
            onClick={watched.cancel}
          >
            {t('work.import.stop')}
          </Button>
        </>
      )
    }
    if (phase === 'file') {
      return (
        <Button size="large" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
      )
    }
    if (phase === 'columns') {
      return (
        <>
          <Button size="large" onClick={() => task.goBack('file')}>
            {t('work.import.other')}
          </Button>
          {grow}
          <Button
            variant="contained"
            size="large"
            disabled={!task.isMapped || task.isLooking}
            onClick={() => void task.check()}
          >
            {t('work.import.check')}
          </Button>
        </>
      )
    }
    if (phase === 'import' && result !== null) {
      return (
        <>
          {grow}
          <Button variant={review === null ? 'contained' : 'text'} size="large" onClick={onClose}>
            {t('work.import.close')}
          </Button>
          {review}
        </>
      )
    }
    const good = result === null ? 0 : importable(result)
    const hasBad = result !== null && result.bad.length > 0
    return (
      <>
        <Button size="large" onClick={() => task.goBack('columns')}>
          {t('ui.back')}
        </Button>
        {hasBad && (
          <Button size="large" onClick={() => task.goBack('file')}>
            {t('work.import.other')}
          </Button>
        )}
        {grow}
        {result === null ? (
          <Button variant="contained" size="large" onClick={() => void task.check()}>
            {t('work.import.again')}
          </Button>
        ) : (
          good > 0 && (
            <Button
              variant={hasBad ? 'outlined' : 'contained'}
              size="large"
              onClick={() => void task.start(hasBad)}
            >
              {hasBad ? t('work.import.good', { count: good }) : plan.allLabel(good)}
            </Button>
          )
        )}
      </>
    )
  }

  return (
    <GuardedDialog
      isBusy={isBusy}
      isChanged={phase === 'columns' || phase === 'check'}
      onClose={onClose}
      maxWidth="md"
      fullWidth
      fullScreen={isPhone}
      aria-labelledby={titleId}
      // Otherwise the browser would open a file dropped beside the drop zone and leave the page.
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => event.preventDefault()}
    >
      {(leave) => (
        <>
          <Box sx={{ display: 'flex', alignItems: 'center', gap: '8px', p: '18px 20px 8px' }}>
            <Box component="h2" id={titleId} sx={{ typography: 'h1', m: 0, flex: 1 }}>
              {plan.title}
            </Box>
            <IconButton onClick={leave} disabled={isBusy} aria-label={t('ui.close')} edge="end">
              <CloseRounded />
            </IconButton>
          </Box>
          <Box sx={{ px: '20px', pb: '8px' }}>
            <Steps
              labels={(['file', 'columns', 'check', 'done'] as const).map((key) =>
                t(`work.import.step.${key}`),
              )}
              current={phases.indexOf(phase)}
            />
          </Box>
          <DialogContent sx={{ minHeight: isPhone ? undefined : 280 }}>
            {phase === 'file' && (
              <ImportFileStep
                task={task}
                target={plan.target?.(task.sending !== null)}
                onTemplate={saveTemplate}
              />
            )}
            {phase === 'columns' && <ImportColumnsStep task={task} plan={plan} />}
            {(phase === 'check' || phase === 'import') &&
              (isRunning ? (
                <ImportProgress watched={watched} isDryRun={phase === 'check'} />
              ) : (
                result !== null && <ImportResult result={result} nameOf={nameOf} hintOf={hintOf} />
              ))}
          </DialogContent>
          {failure !== null && (
            <Box sx={{ px: '20px', pb: '4px' }}>
              <Alert severity="error">{failure}</Alert>
            </Box>
          )}
          <DialogActions>{actions()}</DialogActions>
        </>
      )}
    </GuardedDialog>
  )
}
