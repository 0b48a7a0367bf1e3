import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

interface AmountFieldProps {
  label: string
  value: string
  currency: string
  onChange: (amount: string) => void
  error?: string | undefined
  hint?: string | undefined
}

/** An amount of money, typed as a decimal number. */
export function AmountField({ label, value, currency, onChange, error, hint }: AmountFieldProps) {
  return (
    <TextField
      label={label}
      value={value}
      required
      onChange={(event) => onChange(event.target.value.trim().replace(',', '.'))}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
      }}
    />
  )
}
