import NotificationsOffOutlined from '@mui/icons-material/NotificationsOffOutlined'
import Box from '@mui/material/Box'
import { listEvents } from '@rumbo/contract/events.contract'
import { dismissAlarm, type Vehicle } from '@rumbo/contract/vehicles.contract'
import { useCan, useErrorMessage, useFeatures } from '../app/client-context.tsx'
import { useChange, useEndpoint } from '../app/data/use-data.ts'
import { eventTitle } from '../telemetry/EventList.tsx'
import { ConfirmDialog } from '../ui/dialogs/ConfirmDialog.tsx'
import { useText } from '../ui/i18n.tsx'
import { useToasts } from '../ui/toasts/toasts.tsx'

const maxNamed = 5

interface DismissAlarmDialogProps {
  vehicle: Pick<Vehicle, 'id' | 'vehicleNumber' | 'companyId' | 'fleetId'>
  onClose: () => void
}

/**
 * Asks for confirmation before all open alarms of a vehicle are closed, lists them, and finally shows which were
 * closed.
 */
export function DismissAlarmDialog({ vehicle, onClose }: DismissAlarmDialogProps) {
  const { t } = useText()
  const toasts = useToasts()
  const message = useErrorMessage()
  const mayRead = useCan()('events.read', vehicle)
  const hasEvents = useFeatures().includes('events')
  const open = useEndpoint(
    listEvents,
    {
      query: {
        vehicleId: vehicle.id,
        isAlarm: 'true',
        status: ['active', 'acknowledged'],
        size: maxNamed,
        sort: 'severity',
        order: 'desc',
      },
    },
    { enabled: mayRead && hasEvents },
  )
  const names = [...new Set(open.data?.items.map((event) => eventTitle(t, event)))]
  const rest = (open.data?.total ?? 0) - (open.data?.items.length ?? 0)
  const dismiss = useChange(dismissAlarm, {
    evicts: ['events'],
    onSuccess: ({ vehicleNumber: number }) => {
      const alarms = names.join(', ')
      toasts.show({
        type: 'success',
        message:
          names.length === 0
            ? t('vehicles.done.dismissed', { number })
            : t('vehicleForm.dismiss.done', {
                number,
                alarms: rest > 0 ? t('vehicleForm.dismiss.more', { alarms, count: rest }) : alarms,
              }),
      })
      onClose()
    },
    onError: (error) =>
      toasts.show({ type: 'error', message: message(error, t('vehicleForm.dismiss.failed')) }),
  })
  return (
    <ConfirmDialog
      open
      icon={<NotificationsOffOutlined />}
      title={t('vehicleForm.alarms.dismissTitle', { number: vehicle.vehicleNumber })}
      text={
        names.length === 0 ? (
          `${t('vehicleForm.dismiss.text')} ${t('vehicleForm.alarms.dismissText')}`
        ) : (
          <>
            {t('vehicleForm.dismiss.which')}
            <Box component="ul" sx={{ m: '6px 0 0', pl: '20px' }}>
              {open.data?.items.map((event) => (
                <li key={event.id}>
                  {eventTitle(t, event)}
                  {event.occurrences > 1 &&
                    ` · ${t('vehicleForm.events.times', { count: event.occurrences })}`}
                </li>
              ))}
              {rest > 0 && <li>{t('vehicleForm.dismiss.rest', { count: rest })}</li>}
            </Box>
            <Box sx={{ mt: '8px' }}>{t('vehicleForm.alarms.dismissText')}</Box>
          </>
        )
      }
      confirmLabel={t('vehicles.action.dismissAlarm')}
      onConfirm={async () => {
        await dismiss.mutateAsync({ params: { id: vehicle.id }, body: {} })
      }}
      onClose={onClose}
    />
  )
}
