import type { VehicleStatus } from '@rumbo/contract/vehicles.contract'
import { buildCompany, buildFleet } from '@rumbo/server/organisation/organisation.factory'
import type { Transaction } from '@rumbo/server/platform/database/transaction'
import { buildVehicle } from '@rumbo/server/vehicles/vehicles.factory'
import { numberKey, plateKey, searchTextOf, severityOf } from '@rumbo/server/vehicles/vehicles.rules'
import { v7 as uuid } from 'uuid'

/** IMEIs of 15 digits, one a vehicle. */
export const identifiersOf = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => String(865_760_000_000_000 + index * 7))

/** A company with one fleet whose vehicles carry these devices. */
export async function fillDevices(tx: Transaction, identifiers: readonly string[]): Promise<void> {
  const { id: companyId } = await buildCompany(tx)
  const { id: fleetId } = await buildFleet(tx, { companyId })
  const { id } = await buildVehicle(tx, { companyId, fleetId })
  await copyVehicle(
    tx,
    id,
    identifiers.map((imei, index) => ({ fleetId, imei, status: 'inactive', index })),
  )
  await tx.sql(
    `insert into vehicles.status_causes (vehicle_id, company_id, fleet_id, cause, since)
     select id, company_id, fleet_id, 'silent', $1 from vehicles.vehicles where imei is not null`,
    [tx.now],
  )
}

interface Copy {
  fleetId: string
  imei: string
  status: VehicleStatus
  index: number
}

const makes = [
  { make: 'Nissan', model: 'Versa', type: 'sedan' },
  { make: 'Chevrolet', model: 'Aveo', type: 'sedan' },
  { make: 'Italika', model: 'DS150', type: 'motorcycle' },
  { make: 'Ford', model: 'Transit', type: 'van' },
]

/** Copies a built vehicle under other numbers, plates and devices, a few thousand in a statement. */
export async function copyVehicle(tx: Transaction, id: string, copies: readonly Copy[]): Promise<void> {
  const rows = copies.map(({ fleetId, imei, status, index }) => {
    const vehicleNumber = `T-${index + 1}`
    const plateNumber = `${'ABCDEFGH'[index % 8]}${String(index).padStart(6, '0')}`
    const kind = makes[index % makes.length] ?? { make: 'Nissan', model: 'Versa', type: 'sedan' }
    const search_text = searchTextOf({ vehicleNumber, plateNumber, vin: null, imei, ...kind })
    return {
      id: uuid(),
      fleet_id: fleetId,
      imei,
      vehicle_number: vehicleNumber,
      plate_number: plateNumber,
      ...kind,
      number_key: numberKey(vehicleNumber),
      plate_key: plateKey(plateNumber),
      search_text,
      status,
      status_order: severityOf(status),
    }
  })
  for (let at = 0; at < rows.length; at += 5_000)
    await tx.sql(
      `insert into vehicles.vehicles (id, company_id, fleet_id, vehicle_number, plate_number, make, model, type, imei,
         number_key, plate_key, search_text, status, status_order, year, color, fuel_type, mileage, installation_date,
         status_since, silence_from, created_at, updated_at)
       select c.id, v.company_id, c.fleet_id, c.vehicle_number, c.plate_number, c.make, c.model, c.type, c.imei,
         c.number_key, c.plate_key, c.search_text, c.status, c.status_order, v.year, v.color, v.fuel_type, v.mileage,
         v.installation_date, v.status_since, v.silence_from, v.created_at, v.updated_at
       from vehicles.vehicles v, json_to_recordset($2::json) as c (id uuid, fleet_id uuid, vehicle_number text,
         plate_number text, make text, model text, type text, imei text, number_key text, plate_key text,
         search_text text, status text, status_order smallint)
       where v.id = $1`,
      [id, JSON.stringify(rows.slice(at, at + 5_000))],
    )
}
