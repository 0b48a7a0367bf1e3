import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type Closeout, closeCash, type OpenCash, readOpenCash } from '@rumbo/contract/payments.cash.contract'
import { type FormEvent, useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { FactList } from '../ui/FactList.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { AmountField } from './AmountField.tsx'
import { isCounted, isNegative, lessOf } from './amount.rules.ts'
import { Difference } from './Difference.tsx'
import { EntryList } from './EntryList.tsx'
import { useMoney } from './use-money.ts'

interface CloseCashDialogProps {
  cash: OpenCash
  onDone: (closeout: Closeout) => void
  onClose: () => void
}

/** Counts the cash of a driver and closes it out. Mount it to open it. */
export function CloseCashDialog({ cash, onDone, onClose }: CloseCashDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { fleetId, driverId, driverName: driver } = cash
  const close = useChange(closeCash, { evicts: ['services', 'payments'] })
  const answer = useEndpoint(
    readOpenCash,
    { params: { id: driverId }, query: { fleetId } },
    // Closing it out leaves nothing to read.
    { enabled: !close.isPending && !close.isSuccess },
  )
  const { owed: expected, currency } = answer.data ?? cash
  const money = useMoney(currency)
  const [counted, setCounted] = useState('')
  const [note, setNote] = useState('')
  const [wasSent, setSent] = useState(false)
  const isSigned = isNegative(expected)
  const isRight = isCounted(counted, currency, isSigned)
  const difference = isRight ? lessOf(counted, expected, currency) : null
  const needsNote = difference !== null && Number(difference) !== 0
  const isNoteMissing = needsNote && note.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isRight || isNoteMissing || close.isPending) return
    try {
      const closeout = await close.mutateAsync({
        body: { fleetId, driverId, expected, counted, note: note.trim() || null },
      })
      toasts.show({
        type: 'success',
        message: t('payments.cash.close.done', { number: closeout.closeoutNumber }),
      })
      onDone(closeout)
    } catch {
      // The form shows the failure; what changed meanwhile is read again.
    }
  }
  return (
    <FormDialog
      title={t('payments.cash.close.title', { driver })}
      submitLabel={t('payments.cash.close.submit')}
      maxWidth="sm"
      isBusy={close.isPending}
      error={close.error ? message(close.error, t('payments.cash.close.failed')) : null}
      onSubmit={(event) => void submit(event)}
      onClose={onClose}
    >
      <FactList
        facts={[
          { name: t('payments.cash.field.expected'), value: <strong>{money(expected)}</strong> },
          {
            name: t('payments.cash.field.difference'),
            value: difference && <Difference amount={difference} currency={currency} />,
          },
        ]}
      />
      <AmountField
        label={t('payments.cash.field.counted')}
        value={counted}
        currency={currency}
        onChange={setCounted}
        isSigned={isSigned}
        hint={isSigned ? t('payments.cash.countedHint') : undefined}
        error={wasSent && !isRight ? t('services.valid.amount') : undefined}
      />
      <TextField
        label={t('payments.field.note')}
        value={note}
        required={needsNote}
        onChange={(event) => setNote(event.target.value)}
        error={wasSent && isNoteMissing}
        helperText={wasSent && isNoteMissing ? t('fields.required') : undefined}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('payments.cash.close.final')}</Box>
      <Box component="h3" sx={{ typography: 'h2', m: 0 }}>
        {t('payments.entries.title')}
      </Box>
      <EntryList entries={answer.data?.payments ?? []} currency={currency} isOfDriver />
    </FormDialog>
  )
}
