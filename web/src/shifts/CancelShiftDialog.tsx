import Box from '@mui/material/Box'
import { cancelShift, type Reach, type Shift } from '@rumbo/contract/shifts.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** Asks whether to cancel one shift, or also the later ones of its series. Mount it to open it. */
export function CancelShiftDialog({ shift, onClose }: { shift: Shift; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const moment = useMoment()
  const [reach, setReach] = useState<Reach>('one')
  const cancel = useChange(cancelShift, { evicts: ['services', 'vehicles'] })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    if (cancel.isPending) return
    try {
      await cancel.mutateAsync({ params: { id: shift.id }, body: { reach, version: shift.version } })
      toasts.show({ type: 'success', message: t('shifts.cancelled') })
      onClose()
    } catch {
      // The form shows the refusal.
    }
  }
  return (
    <FormDialog
      title={t('shifts.cancelTitle')}
      submitLabel={t('shifts.cancel')}
      isBusy={cancel.isPending}
      error={cancel.error ? message(cancel.error, t('shifts.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box>
        {t('shifts.cancelText', {
          driver: shift.driverName,
          number: shift.vehicleNumber,
          at: moment(shift.startsAt),
        })}
      </Box>
      {shift.seriesId && (
        <ChoiceField
          label={t('shifts.field.reach')}
          value={reach}
          choices={(['one', 'following'] as const).map((value) => ({
            value,
            label: t(`shifts.reach.${value}`),
          }))}
          onChange={setReach}
        />
      )}
    </FormDialog>
  )
}
