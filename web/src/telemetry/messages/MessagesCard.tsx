import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Vehicle } from '@rumbo/contract/vehicles.contract'
import { useCan } from '../../app/client-context.tsx'
import { oneOf, useAddressState } from '../../app/navigation/address.tsx'
import { Card } from '../../ui/Card.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { useText } from '../../ui/i18n.tsx'
import { token } from '../../ui/theme/tokens.ts'

const MessagesDialog = lazyDialog(() => import('./MessagesDialog.tsx').then((file) => file.MessagesDialog))

/**
 * Opens the messages of the vehicle's device, by the address `?view=messages`; nothing for those who may not inspect it,
 * and nothing without a device.
 */
export function MessagesCard({ vehicle }: { vehicle: Vehicle }) {
  const { t } = useText()
  const can = useCan()
  const [query, change] = useAddressState()
  const { companyId, fleetId, id: vehicleId } = vehicle
  if (!can('devices.inspect', { companyId, fleetId, vehicleId }) || vehicle.imei === null) return null
  return (
    <Card
      title={t('devices.messages.card')}
      actions={
        <Button size="small" variant="outlined" onClick={() => change({ view: 'messages' }, { push: true })}>
          {t('devices.messages.open')}
        </Button>
      }
    >
      <Typography variant="body2" sx={{ color: token('textSoft') }}>
        {t('devices.messages.cardText')}
      </Typography>
      {oneOf(query.view) === 'messages' && (
        <MessagesDialog vehicle={vehicle} onClose={() => change({ view: undefined })} />
      )}
    </Card>
  )
}
