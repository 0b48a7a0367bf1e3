import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import type { Option } from './shift-draft.rules.ts'

interface OptionFieldProps<O extends Option> {
  label: string
  value: O | null
  options: readonly (O & { remark?: string })[]
  isLoading: boolean
  isDisabled?: boolean
  error?: string
  hint?: string
  noneText: string
  /** Where the server searches; else the options are filtered here. */
  onType?: (typed: string) => void
  onChange: (option: O | null) => void
}

/** A required field that proposes drivers or vehicles while typing. */
export function OptionField<O extends Option>(props: OptionFieldProps<O>) {
  const { label, value, options, isLoading, isDisabled, error, hint, noneText, onType, onChange } = props
  const { t } = useText()
  return (
    <Autocomplete
      options={options}
      value={value as (O & { remark?: string }) | null}
      loading={isLoading}
      disabled={isDisabled}
      autoHighlight
      filterOptions={onType ? (all) => all : undefined}
      getOptionLabel={(option) => option.label}
      getOptionKey={({ id }) => id}
      isOptionEqualToValue={(a, b) => a.id === b.id}
      onInputChange={(_, typed, reason) => reason === 'input' && onType?.(typed)}
      onChange={(_, chosen) => onChange(chosen)}
      noOptionsText={noneText}
      loadingText={t('ui.loading')}
      openText={label}
      closeText={t('ui.close')}
      clearText={t('ui.clear')}
      renderOption={({ key, ...rest }, option) => (
        <Box component="li" key={key} {...rest}>
          <Box sx={{ minWidth: 0 }}>
            <Box sx={{ fontWeight: 620 }}>{option.label}</Box>
            {option.remark && (
              <Box sx={{ typography: 'body2', color: token('textSoft') }}>{option.remark}</Box>
            )}
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField {...input} label={label} required error={error !== undefined} helperText={error ?? hint} />
      )}
    />
  )
}
