import Box from '@mui/material/Box'
import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { paymentMethods, paymentStatuses, priorities, serviceTypes } from '@rumbo/contract/services.contract'
import type { ReactNode } from 'react'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { DateTimeField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import type { StepProps } from './CustomerStep.tsx'
import { RequirementFields } from './RequirementFields.tsx'

interface DetailsStepProps extends StepProps {
  timeZone: string | undefined
  currency: string
  /** The dispatch time was set to now, because the first window starts in less than 30 minutes. */
  isAdjusted: boolean
  /** Whether the service repeats. */
  repeat: ReactNode
}

/** Service type, priority, dispatch time and payment. */
export function DetailsStep(props: DetailsStepProps) {
  const { draft, errors, onChange, timeZone, currency, isAdjusted, repeat } = props
  const { t } = useText()
  const wrong = (path: string) => (errors[path] ? t(errors[path]) : undefined)
  const pair = { display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }
  return (
    <Box sx={{ display: 'grid', gap: '16px' }}>
      <Box sx={pair}>
        <ChoiceField
          label={t('services.field.serviceType')}
          value={draft.serviceType}
          choices={serviceTypes.map((value) => ({ value, label: t(`services.type.${value}`) }))}
          onChange={(serviceType) => onChange({ serviceType, extras: [] })}
          isRequired
          error={wrong('serviceType')}
        />
        <ChoiceField
          label={t('services.field.priorityLevel')}
          value={draft.priorityLevel}
          choices={priorities.map((value) => ({ value, label: t(`services.priority.${value}`) }))}
          onChange={(priorityLevel) => onChange({ priorityLevel })}
        />
      </Box>
      <Box sx={pair}>
        <DateTimeField
          label={t('services.field.dispatchTime')}
          value={draft.dispatchTime}
          onChange={(dispatchTime) => onChange({ dispatchTime, isDispatchOwn: true })}
          timeZone={timeZone}
          isRequired
          error={wrong('dispatchTime')}
          hint={
            isAdjusted
              ? t('services.valid.dispatchTimeAdjusted')
              : draft.isDispatchOwn
                ? undefined
                : t('services.dialog.dispatchHint')
          }
        />
        <TextField
          label={t('services.field.estimatedCost')}
          value={draft.estimatedCost}
          onChange={(event) => onChange({ estimatedCost: event.target.value.trim() })}
          error={wrong('estimatedCost') !== undefined}
          helperText={wrong('estimatedCost') ?? t('services.dialog.agreedHint')}
          slotProps={{
            htmlInput: { inputMode: 'decimal' },
            input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
          }}
        />
      </Box>
      <Box sx={pair}>
        <ChoiceField
          label={t('services.field.paymentMethod')}
          value={draft.paymentMethod}
          choices={paymentMethods.map((value) => ({ value, label: t(`services.payment.method.${value}`) }))}
          onChange={(paymentMethod) => onChange({ paymentMethod })}
        />
        <ChoiceField
          label={t('services.field.paymentStatus')}
          value={draft.paymentStatus}
          choices={paymentStatuses.map((value) => ({ value, label: t(`services.payment.status.${value}`) }))}
          onChange={(paymentStatus) => onChange({ paymentStatus })}
        />
      </Box>
      <RequirementFields draft={draft} errors={errors} onChange={onChange} />
      <TextField
        label={t('services.field.notes')}
        value={draft.notes}
        onChange={(event) => onChange({ notes: event.target.value })}
        multiline
        minRows={2}
        maxRows={6}
        error={wrong('notes') !== undefined}
        helperText={wrong('notes') ?? t('ui.optional')}
      />
      {repeat}
    </Box>
  )
}
