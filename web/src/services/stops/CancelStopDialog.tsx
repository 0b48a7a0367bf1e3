import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import type { PlannedStop, Service } from '@rumbo/contract/services.contract'
import { cancelStop } from '@rumbo/contract/services.stops.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useChange } from '../../app/data/use-data.ts'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { CancelBy } from '../use-service-moves.ts'

const cancellers = ['client', 'driver', 'central'] as const

interface CancelStopDialogProps {
  service: Service
  stop: PlannedStop
  onClose: () => void
}

/** Asks who cancels one stop, and why. Mount it to open it. */
export function CancelStopDialog({ service, stop, onClose }: CancelStopDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [by, setBy] = useState<CancelBy>('client')
  const [note, setNote] = useState('')
  const change = useChange(cancelStop, { evicts: ['services', 'dispatch'] })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (change.isPending) return
    try {
      await change.mutateAsync({
        params: { id: service.id, stopId: stop.id },
        body: { version: service.version, by, note: note.trim() || null },
      })
      toasts.show({ type: 'success', message: t('services.stops.cancelled', { address: stop.address }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('services.stops.cancelTitle')}
      submitLabel={t('services.stops.cancel')}
      isBusy={change.isPending}
      error={change.error ? message(change.error, t('services.stops.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', color: token('textSoft'), overflowWrap: 'anywhere' }}>
        {t('services.stops.cancelText', { address: stop.address })}
      </Box>
      <ChoiceField
        label={t('services.cancel.who')}
        value={by}
        choices={cancellers.map((value) => ({ value, label: t(`services.cancel.by.${value}`) }))}
        onChange={setBy}
      />
      <TextField
        label={t('services.cancel.remark')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
    </FormDialog>
  )
}
