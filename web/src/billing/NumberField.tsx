import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

interface NumberFieldProps {
  label: string
  value: string
  /** After the number, such as a currency. */
  unit: string
  error?: string | undefined
  hint?: string | undefined
  size?: 'small' | 'medium'
  onChange: (value: string) => void
}

/** A number of rates; empty is zero. */
export function NumberField({ label, value, unit, error, hint, size, onChange }: NumberFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      size={size}
      onChange={(event) => onChange(event.target.value)}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 16 },
        input: { endAdornment: <InputAdornment position="end">{unit}</InputAdornment> },
      }}
    />
  )
}
