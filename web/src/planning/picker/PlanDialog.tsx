import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx'
import { TimeField } from '../../ui/fields/date-fields.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

export interface PlanFields {
  name: string
  /** `HH:mm`; both null for the whole day. */
  startTime: string | null
  endTime: string | null
}

interface PlanDialogProps {
  title: string
  submitLabel: string
  first: PlanFields
  isBusy: boolean
  error: string | null
  onSubmit: (fields: PlanFields) => void
  onClose: () => void
}

const longestName = 80

/** Name and hours of a plan: to create, copy or change one. */
export function PlanDialog({ title, submitLabel, first, isBusy, error, onSubmit, onClose }: PlanDialogProps) {
  const { t } = useText()
  const [fields, setFields] = useState(first)
  const [wasSent, setSent] = useState(false)
  const isNameless = fields.name.trim() === ''
  const isHalf = (fields.startTime === null) !== (fields.endTime === null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setSent(true)
    if (!isNameless && !isHalf) onSubmit({ ...fields, name: fields.name.trim() })
  }
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      isBusy={isBusy}
      isChanged={JSON.stringify(fields) !== JSON.stringify(first)}
      error={error}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('planning.plan.name')}
        value={fields.name}
        required
        autoFocus
        error={wasSent && isNameless}
        helperText={wasSent && isNameless ? t('planning.plan.nameRequired') : undefined}
        slotProps={{ htmlInput: { maxLength: longestName } }}
        onChange={({ target }) => setFields({ ...fields, name: target.value })}
      />
      <Box sx={{ display: 'grid', gridTemplateColumns: '1fr 1fr', gap: '12px' }}>
        <TimeField
          label={t('planning.plan.startTime')}
          value={fields.startTime}
          error={wasSent && isHalf && fields.startTime === null ? t('planning.plan.hoursBoth') : undefined}
          onChange={(startTime) => setFields({ ...fields, startTime })}
        />
        <TimeField
          label={t('planning.plan.endTime')}
          value={fields.endTime}
          error={wasSent && isHalf && fields.endTime === null ? t('planning.plan.hoursBoth') : undefined}
          onChange={(endTime) => setFields({ ...fields, endTime })}
        />
      </Box>
      <Box sx={{ typography: 'body2', color: token('textSoft') }}>{t('planning.plan.hoursHint')}</Box>
    </FormDialog>
  )
}
