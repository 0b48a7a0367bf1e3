import TextField from '@mui/material/TextField'
import { testDelivery } from '@rumbo/contract/monitoring.deliveries.contract'
import { useState } from 'react'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange } from '../app/data/use-data.ts'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

type TestedChannel = 'email' | 'sms'
interface TestDeliveryDialogProps {
  /** Those that are configured; at least one. */
  channels: readonly TestedChannel[]
  onClose: () => void
}

/** Sends a mail or SMS to see whether the channel works. */
export function TestDeliveryDialog({ channels, onClose }: TestDeliveryDialogProps) {
  const { t, language } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const [channel, setChannel] = useState<TestedChannel>(channels[0] ?? 'email')
  const [recipient, setRecipient] = useState('')
  const test = useChange(testDelivery, {
    onSuccess: () => {
      toasts.show({ type: 'success', message: t('monitoring.deliveries.test.done') })
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('monitoring.deliveries.test.title')}
      submitLabel={t('monitoring.deliveries.test.submit')}
      isBusy={test.isPending}
      error={test.isError ? message(test.error, t('monitoring.deliveries.test.failed')) : null}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (!test.isPending) test.mutate({ body: { channel, recipient: recipient.trim(), language } })
      }}
      onClose={onClose}
    >
      {channels.length > 1 && (
        <ChoiceField
          label={t('monitoring.deliveries.test.channel')}
          value={channel}
          choices={channels.map((value) => ({
            value,
            label: t(`monitoring.deliveries.channel.${value}`),
          }))}
          onChange={(next) => {
            setChannel(next)
            setRecipient('')
          }}
        />
      )}
      <TextField
        label={t(`monitoring.deliveries.test.${channel}`)}
        type={channel === 'email' ? 'email' : 'tel'}
        value={recipient}
        onChange={(event) => setRecipient(event.target.value)}
        required
        autoFocus
        autoComplete="off"
        slotProps={{ htmlInput: { maxLength: 254 } }}
      />
    </FormDialog>
  )
}
