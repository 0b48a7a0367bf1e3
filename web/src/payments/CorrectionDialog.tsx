import TextField from '@mui/material/TextField'
import { type Closeout, correctCloseout } from '@rumbo/contract/payments.cash.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AmountField } from './AmountField.tsx'
import { isCorrection } from './amount.rules.ts'

/** Adds a correction to a close-out, with the reason. Mount it to open it. */
export function CorrectionDialog({ closeout, onClose }: { closeout: Closeout; onClose: () => void }) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [amount, setAmount] = useState('')
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const correct = useChange(correctCloseout)
  const isRight = isCorrection(amount, closeout.currency)
  const isReasonMissing = wasSent && reason.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (!isRight || reason.trim() === '' || correct.isPending) return
    try {
      await correct.mutateAsync({ params: { id: closeout.id }, body: { amount, reason: reason.trim() } })
      toasts.show({ type: 'success', message: t('payments.cash.correct.done') })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('payments.cash.correct.title', { number: closeout.closeoutNumber })}
      submitLabel={t('payments.cash.correct.action')}
      isBusy={correct.isPending}
      error={correct.error ? message(correct.error, t('payments.record.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <AmountField
        label={t('payments.cash.correct.amount')}
        value={amount}
        currency={closeout.currency}
        isSigned
        onChange={setAmount}
        error={wasSent && !isRight ? t('services.valid.amount') : undefined}
        hint={t('payments.cash.correct.hint')}
      />
      <TextField
        label={t('payments.field.reason')}
        value={reason}
        required
        onChange={(event) => setReason(event.target.value)}
        error={isReasonMissing}
        helperText={isReasonMissing ? t('fields.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </FormDialog>
  )
}
