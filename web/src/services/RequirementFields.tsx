import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { proofKinds } from '@rumbo/contract/services.contract'
import { vehicleTypes } from '@rumbo/contract/vehicles.contract'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { SkillsField } from '../vehicles/SkillsField.tsx'
import type { StepProps } from './CustomerStep.tsx'

/** Types whose services carry something. */
const withLoad: readonly string[] = ['delivery', 'package', 'custom']

/** What the service requires of its vehicle, and of its driver at the end. */
export function RequirementFields({ draft, errors, onChange }: StepProps) {
  const { t } = useText()
  const wrong = (path: string) => (errors[path] ? t(errors[path]) : undefined)
  return (
    <Box sx={{ display: 'grid', gap: '16px', gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } }}>
      <ChoiceField
        label={t('services.field.requiredVehicleType')}
        value={draft.requiredVehicleType ?? ''}
        choices={[
          { value: '' as const, label: t('services.anyVehicleType') },
          ...vehicleTypes.map((value) => ({ value, label: t(`vehicles.type.${value}`) })),
        ]}
        onChange={(value) => onChange({ requiredVehicleType: value === '' ? null : value })}
      />
      <TextField
        label={t('services.field.requiredSeats')}
        value={draft.requiredSeats}
        onChange={(event) => onChange({ requiredSeats: event.target.value.trim() })}
        error={wrong('requiredSeats') !== undefined}
        helperText={wrong('requiredSeats') ?? t('ui.optional')}
        slotProps={{ htmlInput: { inputMode: 'numeric' } }}
      />
      {(withLoad.includes(draft.serviceType) || draft.requiredLoadKg !== '' || draft.requiredLoadM3 !== '') &&
        (['requiredLoadKg', 'requiredLoadM3'] as const).map((field) => (
          <TextField
            key={field}
            label={t(`services.field.${field}`)}
            value={draft[field]}
            onChange={(event) => onChange({ [field]: event.target.value.trim() })}
            error={wrong(field) !== undefined}
            helperText={wrong(field) ?? t('ui.optional')}
            slotProps={{ htmlInput: { inputMode: 'decimal' } }}
          />
        ))}
      <SkillsField
        label={t('services.field.requiredSkills')}
        hint={t('services.requiredSkills.hint')}
        value={draft.requiredSkills}
        error={wrong('requiredSkills')}
        onChange={(requiredSkills) => onChange({ requiredSkills: [...requiredSkills] })}
      />
      <Autocomplete
        multiple
        disableCloseOnSelect
        options={[...proofKinds]}
        getOptionLabel={(kind) => t(`services.proof.${kind}`)}
        value={draft.requiredProofs}
        onChange={(_, requiredProofs) => onChange({ requiredProofs })}
        clearText={t('ui.clear')}
        renderInput={(input) => (
          <TextField
            {...input}
            label={t('services.field.requiredProofs')}
            helperText={t('services.requiredProofs.hint')}
          />
        )}
        sx={{ gridColumn: { sm: 'span 2' } }}
      />
    </Box>
  )
}
