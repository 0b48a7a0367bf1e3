import { type GpsCommand, sendCommand } from '@rumbo/contract/commands.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { ProblemError } from '../app/data/problems.ts'
import { useChange } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'
import { type CommandBody, commandErrorsOf, type ParameterErrors } from './command-draft.rules.ts'

/**
 * Sends a command and shows that it is queued. `refused` has the server's fields, `error` everything else in words.
 */
export function useSendCommand(onSent: (command: GpsCommand) => void) {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const send = useChange(sendCommand, {
    onSuccess: (command) => {
      show({
        type: 'success',
        message: t('commands.done.sent', {
          command: t(`commands.type.${command.type}`),
          number: command.vehicleNumber,
        }),
      })
      onSent(command)
    },
  })
  const { error } = send
  const refused: ParameterErrors = error instanceof ProblemError ? commandErrorsOf(error.problem?.errors) : {}
  return {
    send: (body: CommandBody) => send.mutate({ body }),
    reset: send.reset,
    isSending: send.isPending,
    refused,
    error: error && Object.keys(refused).length === 0 ? message(error, t('commands.failure.send')) : null,
  }
}
