import type { Order, OrderStop } from '@rumbo/contract/planning.workspace.contract'
import { priorities } from '@rumbo/contract/services.contract'
import type { Places } from './planning.places.rules.ts'
import type { ServiceRow, StopRow } from './planning.workspace.repository.ts'

const isoOf = (time: Date | null) => time?.toISOString() ?? null

function stateOf(status: ServiceRow['status']): Order['state'] {
  if (status === 'created' || status === 'on_dispatch') return 'open'
  if (status === 'vehicle_assigned' || status === 'in_progress') return 'under_way'
  return status === 'completed' ? 'completed' : 'cancelled'
}

function stopOf({ serviceId: _, latitude, longitude, ...stop }: StopRow, places: Places): OrderStop {
  return {
    ...stop,
    place: places.indexOf({ latitude, longitude }),
    windowStart: isoOf(stop.windowStart),
    windowEnd: isoOf(stop.windowEnd),
    arrived: isoOf(stop.arrived),
    departed: isoOf(stop.departed),
  }
}

/** The zones and vehicles that decide where an order may go. */
export interface Areas {
  /** The name of the smallest zone at a place. */
  nameAt: (place: { latitude: number; longitude: number }) => string | null
  /** Of the vehicles those that may pick up there; null: all. */
  vehiclesAt: (place: { latitude: number; longitude: number }) => string[] | null
}

/**
 * A service as an order of the plan.
 * @param stops at least one, in their order
 */
export function orderOf(service: ServiceRow, stops: readonly StopRow[], areas: Areas, places: Places): Order {
  const {
    priority,
    customerPhone: _phone,
    assignedVehicleNumber: _number,
    reservedVehicleId,
    isOfHours: _isOfHours,
    isLent: _isLent,
    dispatchTime,
    ...order
  } = service
  const [first] = stops
  const state = stateOf(service.status)
  const ofZones = first && state === 'open' ? areas.vehiclesAt(first) : null
  return {
    ...order,
    priorityLevel: priorities[priority] ?? 'medium',
    dispatchTime: dispatchTime.toISOString(),
    state,
    onlyVehicleIds: reservedVehicleId === null || state !== 'open' ? ofZones : [reservedVehicleId],
    zoneName: first ? areas.nameAt(first) : null,
    stops: stops.map((stop) => stopOf(stop, places)),
  }
}
