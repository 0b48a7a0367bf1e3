import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { useText } from '../i18n.tsx'

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

interface WeekdaysFieldProps {
  label: string
  /** 1 Monday to 7 Sunday, in their order. */
  value: readonly number[]
  error: string | undefined
  onChange: (value: number[]) => void
}

/** Days of the week as buttons that stay pressed. */
export function WeekdaysField({ label, value, error, onChange }: WeekdaysFieldProps) {
  const { t } = useText()
  return (
    <Box>
      <ToggleButtonGroup
        size="small"
        value={value}
        aria-label={label}
        onChange={(_, days: number[]) => onChange(days.toSorted((a, b) => a - b))}
      >
        {weekdays.map((day) => (
          <ToggleButton
            key={day}
            value={day}
            aria-label={t(`vehicleForm.day.${day}`)}
            sx={{ width: 38, minHeight: 36 }}
          >
            {t(`vehicleForm.dayShort.${day}`)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      {error !== undefined && <FormHelperText error>{error}</FormHelperText>}
    </Box>
  )
}
