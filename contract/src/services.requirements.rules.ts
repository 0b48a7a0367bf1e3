/** What a service requires of its vehicle, compared alike by dispatch and when a person assigns. Pure functions. */

import type { unsuitedReasons } from './dispatch.contract.ts'
import { foldText } from './fold-text.ts'
import type { Requirements } from './services.contract.ts'

/** What is compared with a vehicle. */
export interface VehicleNeeds {
  vehicleType: string | null
  /** 0: any number. */
  seats: number
  /** Kilograms and cubic metres; 0: any load. */
  loadKg: number
  loadM3: number
  /** Folded. */
  skills: readonly string[]
}

/** What of a service's requirements is compared with a vehicle. */
export type VehicleRequirements = Omit<Requirements, 'requiredProofs'>

export const vehicleNeedsOf = ({
  requiredVehicleType,
  requiredSeats,
  requiredLoadKg,
  requiredLoadM3,
  requiredSkills,
}: VehicleRequirements): VehicleNeeds => ({
  vehicleType: requiredVehicleType,
  seats: requiredSeats ?? 0,
  loadKg: requiredLoadKg ?? 0,
  loadM3: requiredLoadM3 ?? 0,
  skills: requiredSkills.map(foldText),
})

/** A vehicle with folded skills. */
export interface ComparedVehicle {
  type: string
  seats: number | null
  loadKg: number | null
  loadM3: number | null
  skills: readonly string[]
}

/** Loads are recorded of few vehicles, so one that is not known is taken to be enough, unlike seats. */
const isLess = (load: number | null, needed: number): boolean => load !== null && load < needed

/** What the vehicle lacks of these needs; empty: nothing. */
export function lackedBy(vehicle: ComparedVehicle, needs: VehicleNeeds): (typeof unsuitedReasons)[number][] {
  const lacked: (typeof unsuitedReasons)[number][] = []
  if (needs.vehicleType !== null && needs.vehicleType !== vehicle.type) lacked.push('type')
  if (needs.seats > 0 && (vehicle.seats ?? 0) < needs.seats) lacked.push('seats')
  if (isLess(vehicle.loadKg, needs.loadKg) || isLess(vehicle.loadM3, needs.loadM3)) lacked.push('load')
  if (!needs.skills.every((skill) => vehicle.skills.includes(skill))) lacked.push('skills')
  return lacked
}
