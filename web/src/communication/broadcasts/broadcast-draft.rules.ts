/** Whom a broadcast is meant for, as it is chosen in the dialog. Pure. */
import type { BroadcastFilter } from '@rumbo/contract/communication.broadcasts.contract'
import type { serviceTypes } from '@rumbo/contract/services.contract'
import type { VehicleStatus, vehicleTypes } from '@rumbo/contract/vehicles.contract'

type ServiceType = (typeof serviceTypes)[number]
type VehicleType = (typeof vehicleTypes)[number]

export const audiences = [
  'onDuty',
  'fleet',
  'drivers',
  'status',
  'vehicleType',
  'serviceType',
  'polygon',
] as const
export type Audience = (typeof audiences)[number]
export interface Corner {
  latitude: number
  longitude: number
}
export interface AudienceDraft {
  kind: Audience
  drivers: readonly { id: string; label: string }[]
  statuses: readonly VehicleStatus[]
  types: readonly VehicleType[]
  serviceTypes: readonly ServiceType[]
  corners: readonly Corner[]
}
export const emptyAudience: AudienceDraft = {
  kind: 'onDuty',
  drivers: [],
  statuses: [],
  types: [],
  serviceTypes: [],
  corners: [],
}

/** Null while something is to be chosen. */
export function filterOf(draft: AudienceDraft): BroadcastFilter | null {
  const { kind, drivers, statuses, types, corners } = draft
  switch (kind) {
    case 'drivers':
      return drivers.length === 0 ? null : { kind, driverIds: drivers.map(({ id }) => id) }
    case 'status':
      return statuses.length === 0 ? null : { kind, statuses: [...statuses] }
    case 'vehicleType':
      return types.length === 0 ? null : { kind, types: [...types] }
    case 'serviceType':
      return draft.serviceTypes.length === 0 ? null : { kind, types: [...draft.serviceTypes] }
    case 'polygon':
      return corners.length < 3 ? null : { kind, corners: [...corners] }
    default:
      return { kind }
  }
}

const mostCorners = 200

/** The border of a geofence with as many corners as a broadcast may have; the last one does not repeat the first. */
export function cornersOf(ring: readonly (readonly [longitude: number, latitude: number])[]): Corner[] {
  const open = ring.slice(0, -1)
  const step = Math.max(1, Math.ceil(open.length / mostCorners))
  return open
    .filter((_, at) => at % step === 0)
    .map(([longitude, latitude]) => ({ longitude: ((longitude + 540) % 360) - 180, latitude }))
}
