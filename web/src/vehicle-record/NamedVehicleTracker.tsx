import { DeviceDialog } from '../telemetry/devices/DeviceDialog.tsx'
import { useNamedVehicle } from './use-named-vehicle.ts'

/** Opens the dialog that connects a tracker for the vehicle named in the address. */
export function NamedVehicleTracker({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const vehicle = useNamedVehicle(vehicleId, onClose)
  return vehicle && <DeviceDialog vehicle={vehicle} onClose={onClose} />
}
