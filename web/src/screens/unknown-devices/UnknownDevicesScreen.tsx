import { DeviceTabs } from '../../telemetry/devices/DeviceTabs.tsx'
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useNewVehicleFleet } from '../../vehicles/use-fleet-choices.ts'

const VehicleRecordDialog = lazyDialog(() =>
  import('../../vehicle-record/VehicleRecordDialog.tsx').then((file) => file.VehicleRecordDialog),
)

/** Devices without a vehicle, expected identifiers, rejected reports, and for super admins the gateways. */
export function UnknownDevicesScreen({ title }: { title: string }) {
  const fleetId = useNewVehicleFleet()
  const newVehicle = (identifier: string, onClose: () => void) => (
    <VehicleRecordDialog fleetId={fleetId ?? ''} identifier={identifier} onClose={onClose} />
  )
  return (
    <>
      <PageHeader title={title} />
      <DeviceTabs newVehicle={fleetId === null ? undefined : newVehicle} />
    </>
  )
}
