import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { declareEmergency } from '@rumbo/contract/events.emergency.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

interface DeclareEmergencyDialogProps {
  vehicle: Pick<Vehicle, 'id' | 'vehicleNumber'>
  onClose: () => void
}

/** Asks for confirmation, and for a note, before a vehicle becomes critical by hand. */
export function DeclareEmergencyDialog({ vehicle, onClose }: DeclareEmergencyDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [note, setNote] = useState('')
  const declare = useChange(declareEmergency, {
    evicts: ['vehicles'],
    onSuccess: () => {
      toasts.show({
        type: 'success',
        message: t('events.emergency.done', { number: vehicle.vehicleNumber }),
      })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('events.emergency.title', { number: vehicle.vehicleNumber })}
      submitLabel={t('events.emergency.action')}
      isBusy={declare.isPending}
      error={declare.isError ? message(declare.error, t('events.emergency.failed')) : null}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (!declare.isPending)
          declare.mutate({ params: { id: vehicle.id }, body: { note: note.trim() || null } })
      }}
      onClose={onClose}
    >
      <Box>{t('events.emergency.text')}</Box>
      <TextField
        label={t('vehicleForm.events.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        multiline
        minRows={2}
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
    </FormDialog>
  )
}
