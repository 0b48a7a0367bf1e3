import type { Candidate, exclusionReasons } from '@rumbo/contract/dispatch.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import { assignableStatuses, type VehicleStatus } from '@rumbo/contract/vehicles.contract'
import type { Coordinates } from '@rumbo/geo'
import { distanceMetres } from '@rumbo/geo/geometry/distance'

export interface VehicleAtPlace {
  vehicleId: string
  vehicleNumber: string
  plateNumber: string
  type: string
  status: VehicleStatus
  latitude: number | null
  longitude: number | null
  fixTime: Date | null
}

/** A vehicle's estimated arrival at the pickup. */
export interface Arrival {
  seconds: number
  isEstimate: boolean
}

/** Number of eligible vehicles ranked by arrival: the nearest in a straight line. The others follow them. */
export const maxCompared = 50

const coordinatesOf = ({ latitude, longitude }: VehicleAtPlace): Coordinates | null =>
  latitude === null || longitude === null ? null : { latitude, longitude }

const isEligible = ({ status }: VehicleAtPlace): boolean =>
  (assignableStatuses as readonly string[]).includes(status)

/** A vehicle of the fleet with its position, and its straight-line distance from the pickup in metres. */
export interface NearVehicle {
  vehicleId: string
  place: Coordinates
  isEligible: boolean
  metres: number
}

/** Vehicles with a position, assignable ones first, each group nearest first. */
export function nearestVehicles(vehicles: readonly VehicleAtPlace[], pickup: Coordinates): NearVehicle[] {
  return vehicles
    .flatMap((vehicle) => {
      const place = coordinatesOf(vehicle)
      if (place === null) return []
      return {
        vehicleId: vehicle.vehicleId,
        place,
        isEligible: isEligible(vehicle),
        metres: distanceMetres(place, pickup),
      }
    })
    .sort((a, b) => Number(b.isEligible) - Number(a.isEligible) || a.metres - b.metres)
}

/**
 * Ranks a fleet's vehicles for a pickup: assignable ones by arrival, then the others with their reasons.
 * @param arrivals by vehicle; vehicles without one follow, ranked by distance
 */
export function rankCandidates(
  vehicles: readonly VehicleAtPlace[],
  pickup: Coordinates,
  arrivals: ReadonlyMap<string, Arrival>,
  now: Date,
): Candidate[] {
  const nearest = nearestVehicles(vehicles, pickup)
  const metresOf = new Map(nearest.map(({ vehicleId, metres }) => [vehicleId, metres]))
  const compared = new Set(nearest.slice(0, maxCompared).map(({ vehicleId }) => vehicleId))
  const candidates = vehicles.map((vehicle): Candidate => {
    const reasons: (typeof exclusionReasons)[number][] = []
    const metres = metresOf.get(vehicle.vehicleId) ?? null
    const arrival = arrivals.get(vehicle.vehicleId)
    if (!isEligible(vehicle)) reasons.push('status')
    if (metres === null) reasons.push('no_position')
    else if (vehicle.fixTime && now.getTime() - vehicle.fixTime.getTime() > dispatchFixMs)
      reasons.push('stale_position')
    return {
      vehicleId: vehicle.vehicleId,
      vehicleNumber: vehicle.vehicleNumber,
      plateNumber: vehicle.plateNumber,
      type: vehicle.type,
      status: vehicle.status,
      latitude: vehicle.latitude,
      longitude: vehicle.longitude,
      distanceMetres: metres === null ? null : Math.round(metres),
      arrivalSeconds: arrival ? Math.round(arrival.seconds) : null,
      isEstimate: arrival?.isEstimate ?? true,
      isEligible: isEligible(vehicle),
      reasons,
    }
  })
  const unknown = Number.POSITIVE_INFINITY
  return candidates.sort(
    (a, b) =>
      Number(b.isEligible) - Number(a.isEligible) ||
      Number(compared.has(b.vehicleId)) - Number(compared.has(a.vehicleId)) ||
      order(a.arrivalSeconds ?? unknown, b.arrivalSeconds ?? unknown) ||
      order(a.distanceMetres ?? unknown, b.distanceMetres ?? unknown) ||
      a.vehicleNumber.localeCompare(b.vehicleNumber, 'es', { numeric: true }),
  )
}

const order = (a: number, b: number): number => (a === b ? 0 : a < b ? -1 : 1)
