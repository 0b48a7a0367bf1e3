import FormControlLabel from '@mui/material/FormControlLabel'
import Switch from '@mui/material/Switch'
import { endDuty, listDuty, startDuty } from '@rumbo/contract/notifications.preferences.contract'
import { useCan, useErrorMessage, useFleetSelection, useSession } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { useMoment } from '../app/use-moment.ts'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

/** Whether the person is on duty in the fleet shown, so that its notifications for those on duty reach them. */
export function DutySwitch() {
  const { t } = useText()
  const moment = useMoment()
  const { show } = useToasts()
  const message = useErrorMessage()
  const { user } = useSession()
  const selection = useFleetSelection()
  const fleetId = selection?.fleetIds.length === 1 ? selection.fleetIds[0] : undefined
  const mayDispatch = useCan()('services.dispatch')
  const duty = useEndpoint(
    listDuty,
    { query: { fleetId } },
    { enabled: fleetId !== undefined && mayDispatch },
  )
  const onError = (error: Error) =>
    void show({ type: 'error', message: message(error, t('notifications.duty.failed')) })
  const starting = useChange(startDuty, { onError })
  const ending = useChange(endDuty, { onError })
  if (fleetId === undefined || !mayDispatch || duty.data === undefined) return null
  const own = duty.data.items.find(({ userId }) => userId === user?.id)
  return (
    <FormControlLabel
      control={
        <Switch
          checked={own !== undefined}
          disabled={starting.isPending || ending.isPending}
          onChange={(_, isOn) => (isOn ? starting : ending).mutate({ body: { fleetId } })}
        />
      }
      label={
        own === undefined
          ? t('notifications.duty.off')
          : t('notifications.duty.on', { until: moment(own.until) })
      }
      sx={{ px: '16px', mr: 0 }}
    />
  )
}
