import InputAdornment from '@mui/material/InputAdornment'
import TextField from '@mui/material/TextField'
import { figureOf } from '@rumbo/contract/figures'
import { useState } from 'react'
import { useText } from '../../ui/i18n.tsx'

interface MetresFieldProps {
  label: string
  /** NaN where what was typed is no number. */
  value: number
  error?: string | undefined
  hint?: string | undefined
  isDisabled?: boolean
  /** NaN for text that is no number. */
  onChange: (metres: number) => void
}

/** A length in metres; what is typed stays as typed while it means the value. */
export function MetresField({ label, value, error, hint, isDisabled = false, onChange }: MetresFieldProps) {
  const { t } = useText()
  const [typed, setTyped] = useState<string | null>(null)
  const isTyped = typed !== null && Object.is(figureOf(typed), value)
  const written = Number.isNaN(value) ? '' : String(Number(value.toFixed(1)))
  return (
    <TextField
      label={label}
      value={isTyped ? typed : written}
      disabled={isDisabled}
      onChange={({ target }) => {
        setTyped(target.value)
        onChange(figureOf(target.value))
      }}
      error={error !== undefined}
      helperText={error ?? hint}
      slotProps={{
        htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 },
        input: {
          endAdornment: <InputAdornment position="end">{t('fenceEditor.unit.metres')}</InputAdornment>,
        },
      }}
    />
  )
}
