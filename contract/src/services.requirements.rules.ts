/** What a service requires of its vehicle, compared alike by dispatch and when a person assigns. Pure functions. */

import type { unsuitedReasons } from './dispatch.contract.ts'
import { foldText } from './fold-text.ts'
import type { Requirements } from './services.contract.ts'

/** What is compared with a vehicle. */
export interface VehicleNeeds {
  vehicleType: string | null
  /** 0: any number. */
  seats: number
  /** Folded. */
  skills: readonly string[]
}

export const vehicleNeedsOf = ({
  requiredVehicleType,
  requiredSeats,
  requiredSkills,
}: Pick<Requirements, 'requiredVehicleType' | 'requiredSeats' | 'requiredSkills'>): VehicleNeeds => ({
  vehicleType: requiredVehicleType,
  seats: requiredSeats ?? 0,
  skills: requiredSkills.map(foldText),
})

/**
 * What the vehicle lacks of these needs; empty: nothing.
 * @param vehicle with folded skills
 */
export function lackedBy(
  vehicle: { type: string; seats: number | null; skills: readonly string[] },
  needs: VehicleNeeds,
): (typeof unsuitedReasons)[number][] {
  const lacked: (typeof unsuitedReasons)[number][] = []
  if (needs.vehicleType !== null && needs.vehicleType !== vehicle.type) lacked.push('type')
  if (needs.seats > 0 && (vehicle.seats ?? 0) < needs.seats) lacked.push('seats')
  if (!needs.skills.every((skill) => vehicle.skills.includes(skill))) lacked.push('skills')
  return lacked
}
