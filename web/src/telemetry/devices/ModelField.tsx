import Autocomplete from '@mui/material/Autocomplete'
import TextField from '@mui/material/TextField'
import { deviceModelList } from '@rumbo/contract/telemetry.contract'
import { useEndpoint } from '../../app/data/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { modelLabel } from './device.rules.ts'

interface ModelFieldProps {
  label: string
  value: string
  onChange: (model: string) => void
  error?: string
  hint?: string
}

/** The model of a tracker: known models by maker, or free text. */
export function ModelField({ label, value, onChange, error, hint }: ModelFieldProps) {
  const { t } = useText()
  const models = useEndpoint(deviceModelList, {}, { staleTime: Number.POSITIVE_INFINITY })
  const options = [...(models.data?.items ?? [])].sort((a, b) =>
    `${a.maker} ${a.model}`.localeCompare(`${b.maker} ${b.model}`),
  )
  return (
    <Autocomplete
      freeSolo
      options={options}
      value={null}
      inputValue={value}
      groupBy={({ maker }) => maker}
      getOptionLabel={(option) => (typeof option === 'string' ? option : modelLabel(option))}
      getOptionKey={(option) => (typeof option === 'string' ? option : `${option.maker} ${option.model}`)}
      onInputChange={(_, text, reason) => reason !== 'reset' && text !== value && onChange(text)}
      clearText={t('ui.clear')}
      renderInput={(input) => (
        <TextField {...input} label={label} error={error !== undefined} helperText={error ?? hint} />
      )}
    />
  )
}
