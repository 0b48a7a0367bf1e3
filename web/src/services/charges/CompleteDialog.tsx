import CheckRounded from '@mui/icons-material/CheckRounded'
import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { minorOf } from '@rumbo/contract/money'
import { readCharges } from '@rumbo/contract/services.charges.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/data/use-data.ts'
import { ChargeLines } from '../../billing/ChargeLines.tsx'
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { ErrorState } from '../../ui/states.tsx'
import { isAmount } from '../service-check.rules.ts'
import { ChargeSource } from './ChargeSource.tsx'

interface CompleteDialogProps {
  service: Service
  currency: string
  /** @param finalCost null: as computed */
  onComplete: (finalCost: string | null, reason: string | null) => Promise<unknown>
  onClose: () => void
}

/** Shows what the service costs by what was executed, and completes it, with another cost if a reason is stated. */
export function CompleteDialog({ service, currency, onComplete, onClose }: CompleteDialogProps) {
  const { t } = useText()
  const message = useErrorMessage()
  const [typed, setTyped] = useState('')
  const [reason, setReason] = useState('')
  const [wasSent, setSent] = useState(false)
  const answer = useEndpoint(readCharges, { params: { id: service.id } })
  const charge = answer.data?.ifEnded ?? null
  const isRight = typed === '' || isAmount(typed, currency)
  const isChanged =
    charge !== null && typed !== '' && isRight && minorOf(typed, currency) !== minorOf(charge.total, currency)
  const lacksReason = isChanged && reason.trim() === ''
  return (
    <ConfirmDialog
      open
      icon={<CheckRounded />}
      title={t('services.complete.title', { number: service.serviceNumber })}
      text={
        <Box sx={{ display: 'grid', gap: '14px' }}>
          <span>{t('services.complete.text')}</span>
          {answer.isError && (
            <ErrorState
              text={message(answer.error, t('services.charges.failed'))}
              onRetry={() => void answer.refetch()}
            />
          )}
          {answer.isPending && <FormSkeleton fields={2} />}
          {charge !== null && (
            <Box sx={{ display: 'grid', gap: '4px', color: 'text.primary' }}>
              <ChargeLines charge={charge} label={t('services.field.finalCost')} />
              <ChargeSource charge={charge} />
            </Box>
          )}
          <TextField
            label={t(charge === null ? 'services.field.finalCost' : 'services.complete.otherCost')}
            value={typed}
            onChange={(event) => setTyped(event.target.value.trim())}
            error={!isRight}
            helperText={isRight ? t('ui.optional') : t('services.valid.amount')}
            slotProps={{
              htmlInput: { inputMode: 'decimal' },
              input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
            }}
          />
          {isChanged && (
            <TextField
              label={t('services.complete.reason')}
              value={reason}
              required
              onChange={(event) => setReason(event.target.value)}
              error={wasSent && lacksReason}
              helperText={wasSent && lacksReason ? t('fields.required') : undefined}
              slotProps={{ htmlInput: { maxLength: 200 } }}
            />
          )}
        </Box>
      }
      confirmLabel={t('services.action.complete')}
      onConfirm={async () => {
        setSent(true)
        if (!isRight || lacksReason) return
        await onComplete(
          typed === '' || (charge !== null && !isChanged) ? null : typed,
          isChanged ? reason.trim() : null,
        )
        onClose()
      }}
      onClose={onClose}
    />
  )
}
