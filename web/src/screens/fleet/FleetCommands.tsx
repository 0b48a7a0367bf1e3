import { FleetVehicleDialog } from './FleetVehicleDialog.tsx'
import { useNamedVehicle } from './use-named-vehicle.ts'

/** The vehicle an address names, opened at its GPS Commands tab. */
export function FleetCommands({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const vehicle = useNamedVehicle(vehicleId, onClose)
  if (vehicle === undefined) return null
  return (
    <FleetVehicleDialog
      vehicle={vehicle}
      fleetId={vehicle.fleetId}
      initialTab="commands"
      isReadOnly
      onClose={onClose}
    />
  )
}
