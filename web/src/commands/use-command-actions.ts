import { cancelCommand, type GpsCommand, readCommand } from '@rumbo/contract/commands.contract'
import { useErrorMessage } from '../app/client-context.tsx'
import { useChange, useData } from '../app/data/use-data.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

export interface CommandActions {
  cancel: (command: GpsCommand) => void
  /** Reads the command's current status and shows it. */
  refresh: (command: GpsCommand) => void
}

/** Cancel and Refresh status of a command, each reporting its outcome. */
export function useCommandActions(): CommandActions {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const { call, evict } = useData()
  const change = useChange(cancelCommand, {
    onSuccess: ({ type, vehicleNumber }) =>
      void show({
        type: 'success',
        message: t('commands.done.cancelled', { command: t(`commands.type.${type}`), number: vehicleNumber }),
      }),
    onError: (error) => void show({ type: 'error', message: message(error, t('commands.failure.cancel')) }),
  })
  const refresh = async ({ id }: GpsCommand) => {
    try {
      const { type, status, vehicleNumber } = await call(readCommand, { params: { id } })
      show({
        type: 'info',
        message: t('commands.done.refreshed', {
          command: t(`commands.type.${type}`),
          number: vehicleNumber,
          status: t(`commands.status.${status}`),
        }),
      })
    } catch (error) {
      show({ type: 'error', message: message(error, t('commands.failure.refresh')) })
    } finally {
      evict(['commands'])
    }
  }
  return {
    cancel: ({ id }) => change.mutate({ params: { id }, body: {} }),
    refresh: (command) => void refresh(command),
  }
}
