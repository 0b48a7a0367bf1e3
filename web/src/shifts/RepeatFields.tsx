import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { DateField } from '../ui/fields/date-fields.tsx'
import { WeekdaysField } from '../ui/fields/WeekdaysField.tsx'
import { useText } from '../ui/i18n.tsx'
import type { ShiftDraft } from './shift-draft.rules.ts'

interface RepeatFieldsProps {
  value: ShiftDraft['repeat']
  errors: { weekdays: string | undefined; until: string | undefined }
  /** `YYYY-MM-DD`, the earliest last day. */
  from: string
  onChange: (value: ShiftDraft['repeat']) => void
}

/** Whether a new shift repeats: on which days of the week, and until when. */
export function RepeatFields({ value, errors, from, onChange }: RepeatFieldsProps) {
  const { t } = useText()
  return (
    <Box sx={{ display: 'grid', gap: '12px' }}>
      <FormControlLabel
        control={
          <Switch
            checked={value !== null}
            onChange={(_, isOn) => onChange(isOn ? { weekdays: [1, 2, 3, 4, 5], until: null } : null)}
          />
        }
        label={t('shifts.field.repeat')}
      />
      {value && (
        <>
          <WeekdaysField
            label={t('shifts.field.weekdays')}
            value={value.weekdays}
            error={errors.weekdays}
            onChange={(weekdays) => onChange({ ...value, weekdays })}
          />
          <DateField
            label={t('shifts.field.until')}
            value={value.until}
            min={from}
            isRequired
            error={errors.until}
            onChange={(until) => onChange({ ...value, until })}
          />
        </>
      )}
    </Box>
  )
}
