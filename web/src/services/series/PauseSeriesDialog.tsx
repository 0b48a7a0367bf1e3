import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { pauseServiceSeries, type ServiceSeries } from '@rumbo/contract/services.series.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface PauseSeriesDialogProps {
  series: ServiceSeries
  onClose: () => void
}

/** Asks why a series is paused. Mount it to open it. */
export function PauseSeriesDialog({ series, onClose }: PauseSeriesDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const pause = useChange(pauseServiceSeries)
  const [note, setNote] = useState('')
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (pause.isPending) return
    try {
      await pause.mutateAsync({
        params: { id: series.id },
        body: { note: note.trim() || null, version: series.version },
      })
      toasts.show({ type: 'success', message: t('series.done.paused') })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('series.pause.title')}
      submitLabel={t('series.action.pause')}
      isBusy={pause.isPending}
      error={pause.error ? message(pause.error, t('series.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box>{t('series.pause.text')}</Box>
      <TextField
        label={t('series.pause.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        helperText={t('ui.optional')}
        slotProps={{ htmlInput: { maxLength: 200 } }}
      />
    </FormDialog>
  )
}
