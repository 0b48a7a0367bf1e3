import { useNamedVehicle } from './use-named-vehicle.ts'
import { VehicleRecordDialog } from './VehicleRecordDialog.tsx'

/** Opens the vehicle named in the address at its GPS Commands tab. */
export function NamedVehicleCommands({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const vehicle = useNamedVehicle(vehicleId, onClose)
  if (vehicle === undefined) return null
  return (
    <VehicleRecordDialog
      vehicle={vehicle}
      fleetId={vehicle.fleetId}
      initialTab="commands"
      isReadOnly
      onClose={onClose}
    />
  )
}
