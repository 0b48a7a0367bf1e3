import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Fact } from '../platform/facts/fact.ts'

export interface VehicleChanged {
  vehicleId: string
  change: 'created' | 'updated' | 'archived' | 'status'
  status: VehicleStatus
  /** Null for a new vehicle. */
  statusBefore: VehicleStatus | null
}

interface ChangedVehicle {
  id: string
  companyId: string
  fleetId: string
  status: VehicleStatus
}

/** `vehicle.changed`: the record or the status changed. */
export const vehicleChanged = (
  vehicle: ChangedVehicle,
  change: VehicleChanged['change'],
  statusBefore: VehicleStatus | null,
): Fact<'vehicle.changed', VehicleChanged> => ({
  kind: 'vehicle.changed',
  companyId: vehicle.companyId,
  fleetId: vehicle.fleetId,
  payload: { vehicleId: vehicle.id, change, status: vehicle.status, statusBefore },
})
