import Box from '@mui/material/Box'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { DateField } from '../ui/fields/date-fields.tsx'
import { useText } from '../ui/i18n.tsx'
import type { ShiftDraft } from './shift-draft.rules.ts'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

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
          <Box>
            <ToggleButtonGroup
              size="small"
              value={value.weekdays}
              aria-label={t('shifts.field.weekdays')}
              onChange={(_, days: number[]) =>
                onChange({ ...value, weekdays: days.toSorted((a, b) => a - b) })
              }
            >
              {weekdays.map((day) => (
                <ToggleButton
                  key={day}
                  value={day}
                  aria-label={t(`vehicleForm.day.${day}`)}
                  sx={{ width: 38 }}
                >
                  {t(`vehicleForm.dayShort.${day}`)}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
            {errors.weekdays !== undefined && <FormHelperText error>{errors.weekdays}</FormHelperText>}
          </Box>
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
