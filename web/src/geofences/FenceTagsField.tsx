import Autocomplete from '@mui/material/Autocomplete'
import Chip from '@mui/material/Chip'
import TextField from '@mui/material/TextField'
import { useText } from '../ui/i18n.tsx'
import { distinctTags } from './fence-check.rules.ts'

interface FenceTagsFieldProps {
  label: string
  value: readonly string[]
  error?: string
  onChange: (tags: readonly string[]) => void
}

/** Tags as free text: Enter adds one. */
export function FenceTagsField({ label, value, error, onChange }: FenceTagsFieldProps) {
  const { t } = useText()
  return (
    <Autocomplete
      multiple
      freeSolo
      autoSelect
      options={[]}
      value={[...value]}
      onChange={(_, next: string[]) => onChange(distinctTags(next))}
      clearText={t('ui.clear')}
      renderValue={(tags, itemProps) =>
        tags.map((tag, index) => {
          const { key, ...rest } = itemProps({ index })
          return <Chip key={key} size="small" label={tag} {...rest} />
        })
      }
      renderInput={(input) => (
        <TextField
          {...input}
          label={label}
          error={error !== undefined}
          helperText={error ?? t('geofences.tags.hint')}
        />
      )}
    />
  )
}
