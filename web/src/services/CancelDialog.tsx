import CancelOutlined from '@mui/icons-material/CancelOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import TextField from '@mui/material/TextField'
import { type FormEvent, useId, useState } from 'react'
import { GuardedDialog } from '../ui/dialogs/GuardedDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import type { CancelBy } from './use-service-moves.ts'

const reasons = [
  'client_changed_mind',
  'client_not_found',
  'too_long',
  'wrong_address',
  'vehicle_problem',
  'no_vehicle',
  'duplicate',
  'other',
] as const
const cancellers = ['client', 'driver', 'central'] as const

interface CancelDialogProps {
  title: string
  /** Null after a refusal, which has been shown. */
  onCancel: (by: CancelBy, note: string) => Promise<unknown>
  onClose: () => void
}

/** Asks who cancels, and why. */
export function CancelDialog({ title, onCancel, onClose }: CancelDialogProps) {
  const { t } = useText()
  const titleId = useId()
  const [by, setBy] = useState<CancelBy>('central')
  const [reason, setReason] = useState<(typeof reasons)[number] | ''>('')
  const [remark, setRemark] = useState('')
  const [wasSent, setSent] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const needsRemark = reason === 'other' && remark.trim() === ''

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    if (reason === '' || needsRemark || isBusy) return
    setBusy(true)
    const words = reason === 'other' ? [] : [t(`services.cancel.reason.${reason}`)]
    await onCancel(by, [...words, remark.trim()].filter(Boolean).join('. ').slice(0, 500))
    onClose()
  }

  return (
    <GuardedDialog isBusy={isBusy} onClose={onClose} maxWidth="xs" fullWidth aria-labelledby={titleId}>
      {(leave) => (
        <form onSubmit={(event) => void submit(event)} noValidate>
          <DialogTitle id={titleId}>{title}</DialogTitle>
          <DialogContent>
            <Box sx={{ display: 'grid', gap: '16px', pt: '8px' }}>
              <ChoiceField
                label={t('services.cancel.who')}
                value={by}
                choices={cancellers.map((value) => ({ value, label: t(`services.cancel.by.${value}`) }))}
                onChange={setBy}
              />
              <ChoiceField
                label={t('services.cancel.reason')}
                value={reason}
                choices={reasons.map((value) => ({ value, label: t(`services.cancel.reason.${value}`) }))}
                onChange={setReason}
                isRequired
                error={wasSent && reason === '' ? t('fields.required') : undefined}
              />
              <TextField
                label={t('services.cancel.remark')}
                value={remark}
                onChange={(event) => setRemark(event.target.value)}
                required={reason === 'other'}
                multiline
                minRows={2}
                error={wasSent && needsRemark}
                helperText={wasSent && needsRemark ? t('fields.required') : undefined}
                slotProps={{ htmlInput: { maxLength: 400 } }}
              />
            </Box>
          </DialogContent>
          <DialogActions>
            <Button onClick={leave} disabled={isBusy}>
              {t('ui.back')}
            </Button>
            <Button
              type="submit"
              variant="outlined"
              color="error"
              startIcon={<CancelOutlined />}
              loading={isBusy}
              loadingPosition="start"
            >
              {t('services.cancel.submit')}
            </Button>
          </DialogActions>
        </form>
      )}
    </GuardedDialog>
  )
}
