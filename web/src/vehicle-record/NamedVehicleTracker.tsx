import { DeviceDialog } from '../telemetry/devices/DeviceDialog.tsx'
import { useNamedVehicle } from './use-named-vehicle.ts'

/** The vehicle an address names, to have its tracker connected. */
export function NamedVehicleTracker({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const vehicle = useNamedVehicle(vehicleId, onClose)
  return vehicle && <DeviceDialog vehicle={vehicle} onClose={onClose} />
}
