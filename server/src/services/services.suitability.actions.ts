import { foldText } from '@rumbo/contract/fold-text'
import {
  lackedBy,
  type VehicleRequirements,
  vehicleNeedsOf,
} from '@rumbo/contract/services.requirements.rules'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'
import { findVehicleLimits, type LockedVehicle } from '../vehicles/index.ts'

const refusals = {
  type: 'vehicle_other_type',
  seats: 'vehicle_few_seats',
  load: 'vehicle_small_load',
  skills: 'vehicle_lacks_skills',
} as const

/** Such as `120 kg, 3 m³`. */
const loadText = ({ requiredLoadKg, requiredLoadM3 }: VehicleRequirements): string =>
  [requiredLoadKg && `${requiredLoadKg} kg`, requiredLoadM3 && `${requiredLoadM3} m³`]
    .filter(Boolean)
    .join(', ')

/**
 * @throws Problem `vehicle_other_type`, `vehicle_few_seats`, `vehicle_small_load`, `vehicle_lacks_skills`, for the first
 * that it lacks
 */
export function requireSuited(
  service: VehicleRequirements,
  { vehicleNumber, type, seats, loadKg, loadM3, skills }: LockedVehicle,
): void {
  const folded = skills.map(foldText)
  const [lacked] = lackedBy({ type, seats, loadKg, loadM3, skills: folded }, vehicleNeedsOf(service))
  if (lacked === undefined) return
  const missing = service.requiredSkills.filter((skill) => !folded.includes(foldText(skill)))
  throw problem(refusals[lacked], {
    words: {
      vehicleNumber,
      count: service.requiredSeats ?? 0,
      name: lacked === 'load' ? loadText(service) : missing.join(', '),
    },
  })
}

/** @throws Problem `vehicle_insurance_expired`, `vehicle_permit_expired` */
export async function requireDocuments(
  tx: Transaction,
  { id, fleetId, vehicleNumber }: LockedVehicle,
): Promise<void> {
  const [reason] = (await findVehicleLimits(tx, fleetId, id)).get(id)?.expired ?? []
  if (reason !== undefined) throw problem(`vehicle_${reason}`, { words: { vehicleNumber } })
}
