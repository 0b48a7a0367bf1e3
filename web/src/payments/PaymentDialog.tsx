import TextField from '@mui/material/TextField'
import {
  type ReceivedMethod,
  readServicePayments,
  receivedMethods,
  recordPayment,
} from '@rumbo/contract/payments.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { listVehicleContacts } from '@rumbo/contract/vehicles.contacts.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AmountField } from './AmountField.tsx'
import { isPositive, lessOf } from './amount.rules.ts'
import { useMoney } from './use-money.ts'

const office = 'office'

/** The people who may have received the money: the service's driver first, then the drivers of its vehicle. */
function useDrivers(service: Service): { id: string; name: string }[] {
  const { assignedVehicleId, assignedDriverId, driverName } = service
  const contacts = useEndpoint(
    listVehicleContacts,
    { params: { id: assignedVehicleId ?? '' } },
    { enabled: assignedVehicleId !== null },
  )
  const own = assignedDriverId === null ? [] : [{ id: assignedDriverId, name: driverName ?? '' }]
  const others = (contacts.data?.items ?? [])
    .filter(({ role }) => role === 'primary_driver' || role === 'backup_driver')
    .map(({ contactId, firstName, lastName }) => ({ id: contactId, name: `${firstName} ${lastName}` }))
  return [...own, ...others].filter(({ id }, at, all) => all.findIndex((one) => one.id === id) === at)
}

interface PaymentDialogProps {
  service: Service
  kind: 'payment' | 'refund'
  onClose: () => void
}

/** Records what was received for a service, or given back. Mount it to open it. */
export function PaymentDialog({ service, kind, onClose }: PaymentDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { id, serviceNumber: number, currency, paymentMethod } = service
  const money = useMoney(currency)
  const drivers = useDrivers(service)
  const payments = useEndpoint(readServicePayments, { params: { id } }).data
  const isRefund = kind === 'refund'
  const due = payments?.balance ?? null
  const proposed =
    isRefund && payments ? lessOf(payments.received, payments.refunded, currency) : isRefund ? null : due
  const [typed, setTyped] = useState<string | null>(null)
  const amount = typed ?? (proposed !== null && isPositive(proposed, currency) ? proposed : '')
  const [method, setMethod] = useState<ReceivedMethod>(
    receivedMethods.find((one) => one === paymentMethod) ?? 'cash',
  )
  const [chosenBy, setBy] = useState<string | null>(null)
  const by = chosenBy ?? (method === 'cash' ? (drivers[0]?.id ?? office) : office)
  const [note, setNote] = useState('')
  const [wasSent, setSent] = useState(false)
  const record = useChange(recordPayment, { evicts: ['services'] })
  const isRight = isPositive(amount, currency)
  const above = !isRefund && isRight && due !== null ? lessOf(amount, due, currency) : ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (!isRight || record.isPending) return
    try {
      await record.mutateAsync({
        params: { id },
        body: { kind, method, amount, driverId: by === office ? null : by, note: note.trim() || null },
      })
      toasts.show({
        type: 'success',
        message: t(isRefund ? 'payments.refund.done' : 'payments.record.done', { amount: money(amount) }),
      })
      onClose()
    } catch {
      // The form shows the failure.
    }
  }
  return (
    <FormDialog
      title={t(isRefund ? 'payments.refund.title' : 'payments.record.title', { number })}
      submitLabel={t(isRefund ? 'payments.refund.submit' : 'payments.record.submit')}
      isBusy={record.isPending}
      error={record.error ? message(record.error, t('payments.record.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <AmountField
        label={t('payments.field.amount')}
        value={amount}
        currency={currency}
        onChange={setTyped}
        error={wasSent && !isRight ? t('payments.amount.wrong') : undefined}
        hint={isPositive(above, currency) ? t('payments.amount.above', { amount: money(above) }) : undefined}
      />
      <ChoiceField
        label={t(isRefund ? 'payments.field.refundMethod' : 'payments.field.method')}
        value={method}
        choices={receivedMethods.map((value) => ({ value, label: t(`payments.method.${value}`) }))}
        onChange={setMethod}
      />
      <ChoiceField
        label={t(isRefund ? 'payments.field.refundedBy' : 'payments.field.receivedBy')}
        value={by}
        choices={[
          { value: office, label: t('payments.office') },
          ...drivers.map((driver) => ({ value: driver.id, label: driver.name })),
        ]}
        onChange={setBy}
      />
      <TextField
        label={t('payments.field.note')}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 300 } }}
      />
    </FormDialog>
  )
}
