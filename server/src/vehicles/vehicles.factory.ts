import { createHash } from 'node:crypto'
import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { changeCauses } from './status/vehicles.status.actions.ts'
import { readVehicleOf } from './vehicles.actions.ts'
import { type VehicleBody, vehicleDefaults } from './vehicles.body.ts'
import { insertVehicle } from './vehicles.repository.ts'
import type { StatusCause } from './vehicles.rules.ts'

let built = 0

/** Six digits for numbers and plates, the same in every run: RUMBO_TEST_SEED and the worker of Playwright vary them. */
function markOf(serial: number): string {
  const { RUMBO_TEST_SEED: seed = '1', TEST_WORKER_INDEX: worker = '' } = process.env
  return createHash('sha256').update(`${seed} ${worker} ${serial}`).digest('hex').slice(0, 6).toUpperCase()
}

/**
 * Creates a vehicle that is silent until its device reports, for tests and the demo.
 * @param given at least company and fleet; `causes` replaces the initial silence
 */
export async function buildVehicle(
  tx: Transaction,
  given: Partial<VehicleBody> & { companyId: string; fleetId: string; id?: string; causes?: StatusCause[] },
) {
  built += 1
  const { companyId, id = uuid(), causes = ['silent'], ...fields } = given
  const mark = markOf(built)
  await insertVehicle(tx, id, companyId, {
    ...vehicleDefaults(),
    vehicleNumber: `U-${built}-${mark}`,
    plateNumber: `${mark}-${built}`,
    make: 'Nissan',
    model: 'Versa',
    year: 2022,
    type: 'sedan',
    color: 'white',
    fuelType: 'gasoline',
    installationDate: '2024-01-15',
    ...fields,
  })
  await changeCauses(
    tx,
    causes.map((cause) => ({ vehicleId: id, cause, sourceId: null, holds: true })),
  )
  if (fields.imei) tx.forgetDevices([fields.imei])
  return readVehicleOf(tx, id)
}

type Type = VehicleBody['type']
/** Usual passengers, kilograms, cubic metres and km/h of each type. */
const usual: Record<
  Type,
  readonly [seats: number, loadKg: number | null, loadM3: number | null, limit: number]
> = {
  sedan: [4, 350, 0.4, 110],
  suv: [6, 500, 0.9, 110],
  van: [14, 1_200, 6, 95],
  truck: [2, 3_500, 18, 80],
  bus: [19, 900, 2, 90],
  motorcycle: [1, 20, 0.06, 80],
  pickup: [4, 900, 1.6, 100],
  other: [1, null, null, 80],
}
const insurers = ['Quálitas', 'GNP Seguros', 'AXA Seguros', 'HDI Seguros', 'Chubb Seguros', 'Inbursa']
const skillsOf: Partial<Record<Type, readonly (readonly string[])[]>> = {
  sedan: [[], ['Factura electrónica'], ['Silla infantil'], []],
  van: [['Rampa'], ['Cadena de frío'], [], ['Silla de ruedas', 'Rampa']],
  truck: [['Plataforma hidráulica'], ['Cadena de frío'], ['Material peligroso']],
  bus: [['Aire acondicionado', 'Portaequipaje'], ['Aire acondicionado']],
  motorcycle: [['Caja térmica'], []],
  pickup: [['Redilas'], [], ['Caja cerrada']],
}
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const hours: readonly VehicleBody['allowedHours'][] = [
  [],
  [{ days: [1, 2, 3, 4, 5, 6], from: '06:00', to: '22:00' }],
  [{ days: everyDay, from: '05:00', to: '01:00' }],
]

/**
 * Plausible fields of a vehicle of the type, by its index: of thirty vehicles one has an expired insurance, of ten two have
 * one that expires soon. Of fifteen, one is due for service and one overdue.
 */
export function usualRecord(type: Type, index: number, now: Date) {
  const [seats, loadKg, loadM3, speedLimitKmh] = usual[type]
  const dayIn = (days: number) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10)
  const choices = skillsOf[type] ?? [[]]
  const expiry = index % 30 === 16 ? -6 : [233, 3, 19, 47, 88, 131, 166, 214, 290, 341][index % 10]
  return {
    seats,
    loadKg,
    loadM3,
    speedLimitKmh,
    skills: [...(choices[index % choices.length] ?? [])],
    allowedHours: [...(hours[index % hours.length] ?? [])],
    insurer: insurers[index % insurers.length] ?? null,
    insurancePolicy: `${String(7_100 + ((index * 37) % 900))}-${String(100_000 + ((index * 48_271) % 900_000))}`,
    insuranceExpiresOn: dayIn(expiry ?? 341),
    licenceExpiresOn: dayIn(((index * 53) % 900) + 5),
    lastServiceDate: dayIn(-(((index * 17) % 110) + 4)),
    nextServiceDate: dayIn(index % 15 === 6 ? -3 : index % 15 === 11 ? 5 : ((index * 23) % 120) + 8),
  }
}
