import { useNamedVehicle } from './use-named-vehicle.ts'
import { VehicleRecordCard } from './VehicleRecordCard.tsx'

/** Opens the vehicle named in the address at its GPS Commands tab. */
export function NamedVehicleCommands({ vehicleId, onClose }: { vehicleId: string; onClose: () => void }) {
  const vehicle = useNamedVehicle(vehicleId, onClose)
  if (vehicle === undefined) return null
  return <VehicleRecordCard vehicleId={vehicle.id} known={vehicle} initialTab="commands" onClose={onClose} />
}
