import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { commandPriorities } from '@rumbo/contract/commands.device-command.contract'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { type FormEvent, useState } from 'react'
import { FormDialog } from '../ui/dialogs/FormDialog.tsx'
import { ChoiceField } from '../ui/fields/ChoiceField.tsx'
import { useText } from '../ui/i18n.tsx'
import { token } from '../ui/theme/tokens.ts'
import {
  type CommandDraft,
  checkCommand,
  commandBodyOf,
  emptyCommand,
  type ParameterErrors,
} from './command-draft.rules.ts'
import { type CommandOption, isGrave } from './commands.rules.ts'
import { ParameterFields } from './ParameterFields.tsx'
import { useSendCommand } from './use-send-command.ts'

interface SendCommandDialogProps {
  vehicle: Vehicle
  option: CommandOption
  isConnected: boolean
  onClose: () => void
}

/** Sends one command to one vehicle: effect, parameters, and expected delivery. Mount it to open it. */
export function SendCommandDialog({ vehicle, option, isConnected, onClose }: SendCommandDialogProps) {
  const { t } = useText()
  const { type } = option
  const [draft, setDraft] = useState<CommandDraft>(emptyCommand)
  const [wasSent, setSent] = useState(false)
  const { send, reset, isSending, refused, error } = useSendCommand(onClose)
  const errors: ParameterErrors = wasSent ? { ...refused, ...checkCommand(type, draft) } : refused
  const change = (some: Partial<CommandDraft>) => {
    setDraft((before) => ({ ...before, ...some }))
    if (error !== null || Object.keys(refused).length > 0) reset()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    setSent(true)
    const form = event.currentTarget
    if (Object.keys(checkCommand(type, draft)).length > 0)
      requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    else if (!isSending) send(commandBodyOf(vehicle.id, type, draft))
  }
  return (
    <FormDialog
      title={t('commands.send.title', {
        command: t(`commands.type.${type}`),
        number: vehicle.vehicleNumber,
      })}
      submitLabel={t('commands.send.submit')}
      isBusy={isSending}
      error={error}
      onSubmit={submit}
      onClose={onClose}
      maxWidth="sm"
    >
      {isGrave(type) ? (
        <Alert severity="warning" role="presentation">
          {t(`commands.about.${type}`)}
        </Alert>
      ) : (
        <Box>{t(`commands.about.${type}`)}</Box>
      )}
      <ParameterFields
        type={type}
        parameters={draft.parameters}
        errors={errors}
        onChange={(some) => change({ parameters: { ...draft.parameters, ...some } })}
      />
      <ChoiceField
        label={t('commands.field.priority')}
        value={draft.priority}
        choices={commandPriorities.map((value) => ({ value, label: t(`commands.priority.${value}`) }))}
        onChange={(priority) => change({ priority })}
      />
      <TextField
        label={t('commands.field.reason')}
        value={draft.reason}
        onChange={(event) => change({ reason: event.target.value })}
        error={errors.reason !== undefined}
        helperText={errors.reason ? t(errors.reason) : t('commands.send.reasonHint')}
        multiline
        minRows={2}
        slotProps={{ htmlInput: { maxLength: 500 } }}
      />
      <Box component="ul" sx={{ m: 0, pl: '18px', typography: 'body2', color: token('textSoft') }}>
        <li>{t(isConnected ? 'commands.send.atOnce' : 'commands.send.later')}</li>
        <li>{t(option.isAnswered ? 'commands.send.answered' : 'commands.send.unanswered')}</li>
      </Box>
    </FormDialog>
  )
}
