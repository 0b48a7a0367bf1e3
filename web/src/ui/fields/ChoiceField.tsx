import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'

interface ChoiceFieldProps<V extends string> {
  id?: string
  label: string
  value: V | ''
  choices: readonly { value: V; label: string }[]
  onChange: (value: V) => void
  isRequired?: boolean
  isDisabled?: boolean
  error?: string
  hint?: string
  size?: 'small' | 'medium'
}

/** A select with few options, outlined like the other fields. */
export function ChoiceField<V extends string>(props: ChoiceFieldProps<V>) {
  const { id, label, value, choices, onChange, isRequired, isDisabled, error, hint, size } = props
  return (
    <TextField
      select
      id={id}
      label={label}
      value={value}
      size={size}
      required={isRequired}
      disabled={isDisabled}
      error={error !== undefined}
      helperText={error ?? hint}
      onChange={(event) => onChange(event.target.value as V)}
    >
      {choices.map((choice) => (
        <MenuItem key={choice.value} value={choice.value}>
          {choice.label}
        </MenuItem>
      ))}
    </TextField>
  )
}
