import ShieldOutlined from '@mui/icons-material/ShieldOutlined'
import { endDuty, listDuty, startDuty } from '@rumbo/contract/notifications.preferences.contract'
import { useEffect, useEffectEvent } from 'react'
import { useCan, useErrorMessage, useSession, useWorkspace } from '../../app/client-context.tsx'
import { useChange, useEndpoint } from '../../app/data/use-data.ts'
import type { ChoiceMenuItem } from '../../ui/fields/ChoiceMenu.tsx'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'

interface DutyItemProps {
  /** Receives the item; none where no single fleet is shown, or where the person may not dispatch in it. */
  onItems: (items: readonly ChoiceMenuItem[]) => void
}

/** The item of the person's menu that begins or ends their duty in the active fleet. Renders nothing itself. */
export function DutyItem({ onItems }: DutyItemProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const { user } = useSession()
  const { fleet } = useWorkspace()
  const can = useCan()
  const isMine = fleet !== null && can('services.dispatch') && can('dispatch.read')
  const fleetId = fleet?.id ?? ''
  const duty = useEndpoint(listDuty, { query: { fleetId } }, { enabled: isMine })
  const onError = (error: Error) =>
    void toasts.show({ type: 'error', message: message(error, t('shell.duty.error')) })
  const said = (key: 'shell.duty.started' | 'shell.duty.ended') => () =>
    void toasts.show({ type: 'success', message: t(key, { fleet: fleet?.name ?? '' }) })
  const start = useChange(startDuty, { onError, onSuccess: said('shell.duty.started') })
  const end = useChange(endDuty, { onError, onSuccess: said('shell.duty.ended') })
  const isOn = duty.data?.items.some(({ userId }) => userId === user?.id)
  const fleetName = fleet?.name ?? ''
  const choose = useEffectEvent(() => (isOn ? end : start).mutate({ body: { fleetId } }))
  const report = useEffectEvent(() =>
    onItems(
      isMine && isOn !== undefined
        ? [
            {
              icon: <ShieldOutlined fontSize="small" />,
              label: t(isOn ? 'shell.duty.end' : 'shell.duty.start', { fleet: fleetName }),
              onChoose: () => choose(),
            },
          ]
        : [],
    ),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: reported again where the words or the action change
  useEffect(() => report(), [isMine, isOn, fleetId, t])
  return null
}
