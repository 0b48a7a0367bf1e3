import { readVehicle } from '@rumbo/contract/vehicles.contract'
import { useEffect } from 'react'
import { useErrorMessage } from '../../app/client-context.tsx'
import { useEndpoint } from '../../app/use-data.ts'
import { useText } from '../../ui/i18n.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { FleetVehicleDialog } from './FleetVehicleDialog.tsx'

/** The vehicle an address names, opened at its GPS Commands tab. */
export function FleetCommands({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const { t } = useText()
  const { show } = useToasts()
  const message = useErrorMessage()
  const { data, error } = useEndpoint(readVehicle, { params: { id: vehicleId } })
  useEffect(() => {
    if (error === null) return
    show({ type: 'error', message: message(error, t('vehicles.error.notFound')) })
    onClose()
  }, [error, show, message, t, onClose])
  if (data === undefined) return null
  return (
    <FleetVehicleDialog
      vehicle={data}
      fleetId={data.fleetId}
      initialTab="commands"
      isReadOnly
      onClose={onClose}
    />
  )
}
