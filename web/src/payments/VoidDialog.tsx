import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type PaymentEntry, voidPayment } from '@rumbo/contract/payments.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { useMoney } from './use-money.ts'

/** Asks why an entry is voided. Mount it to open it. */
export function VoidDialog({ entry, onClose }: { entry: PaymentEntry; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const money = useMoney(entry.currency)
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const change = useChange(voidPayment, { evicts: ['services'] })
  const isMissing = wasSent && reason.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (reason.trim() === '' || change.isPending) return
    try {
      await change.mutateAsync({ params: { id: entry.id }, body: { reason: reason.trim() } })
      toasts.show({ type: 'success', message: t('payments.void.done') })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('payments.void.title', { amount: money(entry.amount) })}
      submitLabel={t('payments.void.action')}
      isBusy={change.isPending}
      error={change.error ? message(change.error, t('payments.record.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('payments.void.text')}</Box>
      <TextField
        label={t('payments.field.reason')}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
        error={isMissing}
        helperText={isMissing ? t('fields.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </FormDialog>
  )
}
