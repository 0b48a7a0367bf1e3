import Box from '@mui/material/Box'
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx'

const all = 'all'

interface UserFilterProps {
  label: string
  value: string | undefined
  /** Label of the choice without a filter. */
  none: string
  choices: readonly { value: string; label: string }[]
  /** Called with undefined for no filter. */
  onChange: (value: string | undefined) => void
}

export function UserFilter({ label, value, none, choices, onChange }: UserFilterProps) {
  return (
    <Box sx={{ flex: { xs: '1 1 140px', md: '0 0 168px' } }}>
      <ChoiceField
        size="small"
        label={label}
        value={choices.some((one) => one.value === value) && value !== undefined ? value : all}
        choices={[{ value: all, label: none }, ...choices]}
        onChange={(next) => onChange(next === all ? undefined : next)}
      />
    </Box>
  )
}
