import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'

interface AmountFieldProps {
  label: string
  value: string
  currency: string
  onChange: (amount: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** It may be negative; the keyboards of phones for decimal numbers have no sign. */
  isSigned?: boolean
}

/** An amount of money, typed as a decimal number. */
export function AmountField(props: AmountFieldProps) {
  const { label, value, currency, onChange, error, hint, isSigned = false } = props
  return (
    <TextField
      label={label}
      value={value}
      required
      onChange={(event) => onChange(event.target.value.trim().replace(',', '.'))}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{
        htmlInput: { inputMode: isSigned ? 'text' : 'decimal', autoComplete: 'off' },
        input: { endAdornment: <InputAdornment position="end">{currency}</InputAdornment> },
      }}
    />
  )
}
