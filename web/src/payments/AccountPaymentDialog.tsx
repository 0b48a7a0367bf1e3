import TextField from '@mui/material/TextField'
import { type Account, recordAccountPayment } from '@rumbo/contract/payments.accounts.contract'
import { type ReceivedMethod, receivedMethods } from '@rumbo/contract/payments.contract'
import { type FormEvent, useState } from 'react'
import { useCan, useErrorMessage, useWorkspace } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AmountField } from './AmountField.tsx'
import { isPositive } from './amount.rules.ts'
import { useMoney } from './use-money.ts'

interface AccountPaymentDialogProps {
  account: Pick<Account, 'contactId' | 'contactName' | 'companyId' | 'currency' | 'balance'>
  onClose: () => void
}

/** Records what a customer paid on account. Mount it to open it. */
export function AccountPaymentDialog({ account, onClose }: AccountPaymentDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const can = useCan()
  const { fleets, fleet } = useWorkspace()
  const { contactId, companyId, currency, balance } = account
  const money = useMoney(currency)
  const offices = fleets.filter(({ id }) => can('payments.record', { companyId, fleetId: id }))
  const [fleetId, setFleetId] = useState(
    offices.find(({ id }) => id === fleet?.id)?.id ?? offices[0]?.id ?? '',
  )
  const [amount, setAmount] = useState(isPositive(balance, currency) ? balance : '')
  const [method, setMethod] = useState<ReceivedMethod>('transfer')
  const [note, setNote] = useState('')
  const [wasSent, setSent] = useState(false)
  const record = useChange(recordAccountPayment, { evicts: ['payments'] })
  const isRight = isPositive(amount, currency)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (!isRight || fleetId === '' || record.isPending) return
    try {
      await record.mutateAsync({
        params: { id: contactId },
        body: { fleetId, method, amount, note: note.trim() || null },
      })
      toasts.show({ type: 'success', message: t('payments.record.done', { amount: money(amount) }) })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t('payments.accounts.pay.title', { name: account.contactName })}
      submitLabel={t('payments.record.submit')}
      isBusy={record.isPending}
      error={record.error ? message(record.error, t('payments.record.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <AmountField
        label={t('payments.field.amount')}
        value={amount}
        currency={currency}
        onChange={setAmount}
        error={wasSent && !isRight ? t('payments.amount.wrong') : undefined}
      />
      <ChoiceField
        label={t('payments.field.method')}
        value={method}
        choices={receivedMethods.map((value) => ({ value, label: t(`payments.method.${value}`) }))}
        onChange={setMethod}
      />
      {offices.length > 1 && (
        <ChoiceField
          label={t('payments.accounts.office')}
          value={fleetId}
          choices={offices.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setFleetId}
        />
      )}
      <TextField
        label={t('payments.field.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </FormDialog>
  )
}
