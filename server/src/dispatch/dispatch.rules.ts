import type { Candidate, exclusionReasons } from '@rumbo/contract/dispatch.contract'
import { assignableStatuses, type VehicleStatus } from '@rumbo/contract/vehicles.contract'
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

/** A position older than this says nothing about where a vehicle is now. */
const staleAfterMs = 30 * 60_000

/**
 * Seconds a drive takes, from the straight line alone: 212 · km^0.66, fitted on 53,731 road pairs with a
 * median error of 22 %. Always an estimate.
 */
export function estimateDriveSeconds(metres: number): number {
  return Math.round(212 * (metres / 1000) ** 0.66)
}

/** Weighs the vehicles of a fleet for a pickup: eligible ones by arrival, the others after them with their reasons. */
export function rankCandidates(
  vehicles: readonly VehicleAtPlace[],
  pickup: { latitude: number; longitude: number },
  now: Date,
): Candidate[] {
  const candidates = vehicles.map((vehicle): Candidate => {
    const reasons: (typeof exclusionReasons)[number][] = []
    const hasPosition = vehicle.latitude !== null && vehicle.longitude !== null
    const metres = hasPosition
      ? distanceMetres({ latitude: vehicle.latitude ?? 0, longitude: vehicle.longitude ?? 0 }, pickup)
      : null
    if (!(assignableStatuses as readonly string[]).includes(vehicle.status)) reasons.push('status')
    if (!hasPosition) reasons.push('no_position')
    else if (vehicle.fixTime && now.getTime() - vehicle.fixTime.getTime() > staleAfterMs)
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
      arrivalSeconds: metres === null ? null : estimateDriveSeconds(metres),
      isEstimate: true,
      isEligible: !reasons.includes('status'),
      reasons,
    }
  })
  return candidates.sort(
    (a, b) =>
      Number(b.isEligible) - Number(a.isEligible) ||
      (a.arrivalSeconds ?? Number.POSITIVE_INFINITY) - (b.arrivalSeconds ?? Number.POSITIVE_INFINITY) ||
      a.vehicleNumber.localeCompare(b.vehicleNumber, 'es', { numeric: true }),
  )
}
