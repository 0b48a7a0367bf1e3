import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import { readVehicleOf } from './vehicles.actions.ts'
import { insertVehicle } from './vehicles.repository.ts'
import type { VehicleBody } from './vehicles.rows.ts'
import type { StatusCause } from './vehicles.rules.ts'
import { changeCauses } from './vehicles.status.actions.ts'

let built = 0

/**
 * A vehicle, silent until its device reports; for tests and demo.
 * @param given at least its company and fleet; `causes` replaces the silence it begins with
 */
export async function buildVehicle(
  tx: Transaction,
  given: Partial<VehicleBody> & { companyId: string; fleetId: string; id?: string; causes?: StatusCause[] },
) {
  built += 1
  const { companyId, id = uuid(), causes = ['silent'], ...fields } = given
  const mark = id.slice(-6).toUpperCase()
  await insertVehicle(tx, id, companyId, {
    vehicleNumber: `U-${built}-${mark}`,
    plateNumber: `${mark}-${built}`,
    vin: null,
    make: 'Nissan',
    model: 'Versa',
    year: 2022,
    type: 'sedan',
    status: 'active',
    color: 'white',
    fuelType: 'gasoline',
    mileage: 0,
    imei: null,
    simNumber: null,
    gpsModel: null,
    gpsSerialNumber: null,
    gpsFirmwareVersion: null,
    gpsHardwareVersion: null,
    lastServiceDate: null,
    nextServiceDate: null,
    installationDate: '2024-01-15',
    installationResponsible: null,
    notesOwner: null,
    notesMechanic: null,
    notesGeneral: null,
    ...fields,
  })
  await changeCauses(
    tx,
    causes.map((cause) => ({ vehicleId: id, cause, sourceId: null, holds: true })),
  )
  if (fields.imei) tx.forgetDevices([fields.imei])
  return readVehicleOf(tx, id)
}
