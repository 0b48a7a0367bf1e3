import TextField from '@mui/material/TextField'
import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import { useText } from '../ui/i18n.tsx'
import {
  type CommandDraft,
  fieldsOf,
  type ParameterErrors,
  type ParameterName,
} from './command-draft.rules.ts'

const inputModes: Partial<Record<ParameterName, 'numeric' | 'url'>> = {
  speedKmh: 'numeric',
  port: 'numeric',
  url: 'url',
}

interface ParameterFieldsProps {
  type: CommandType
  parameters: CommandDraft['parameters']
  errors: ParameterErrors
  onChange: (some: Partial<CommandDraft['parameters']>) => void
}

/** The parameters of a command type, each with its own error. */
export function ParameterFields({ type, parameters, errors, onChange }: ParameterFieldsProps) {
  const { t } = useText()
  return fieldsOf(type).map(({ name, isRequired }) => {
    const error = errors[name]
    return (
      <TextField
        key={name}
        label={t(`commands.parameter.${name}`)}
        value={parameters[name]}
        onChange={(event) => onChange({ [name]: event.target.value })}
        required={isRequired}
        error={error !== undefined}
        helperText={error ? t(error) : isRequired ? undefined : t('ui.optional')}
        type={name === 'password' ? 'password' : 'text'}
        autoComplete={name === 'password' ? 'new-password' : 'off'}
        slotProps={{ htmlInput: { inputMode: inputModes[name] } }}
      />
    )
  })
}
