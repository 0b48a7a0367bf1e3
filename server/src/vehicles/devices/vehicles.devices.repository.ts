import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../../platform/database/transaction.ts'
import { searchTextOf } from '../vehicles.rules.ts'

/** The tracker of a vehicle, with the vehicle's company and fleet. */
export interface VehicleDevice {
  id: string
  /** The key of its positions. */
  vehicleNo: number
  companyId: string
  fleetId: string
  vehicleNumber: string
  identifier: string | null
  simNumber: string | null
  model: string | null
  hasSecret: boolean
}

/** A live vehicle with its tracker; null outside the actor's scopes. */
export async function findVehicleDevice(tx: Transaction, id: string): Promise<VehicleDevice | null> {
  const row = await tx.first(
    query
      .selectFrom('vehicles.vehicles')
      .select([
        'id',
        'vehicle_no as vehicleNo',
        'company_id as companyId',
        'fleet_id as fleetId',
        'vehicle_number as vehicleNumber',
        'imei as identifier',
        'sim_number as simNumber',
        'gps_model as model',
        sql<boolean>`device_secret_hash is not null`.as('hasSecret'),
      ])
      .where('id', '=', id)
      .where('archived_at', 'is', null),
  )
  return row ?? null
}

const changedNow = (tx: Transaction) => ({
  version: sql<number>`version + 1`,
  updated_at: tx.now,
  updated_by_name: tx.actor?.displayName ?? null,
})

/** Writes the device and removes the secret, because the owner of the former device knows it. */
export async function writeDevice(
  tx: Transaction,
  vehicle: Parameters<typeof searchTextOf>[0] & { id: string },
  identifier: string,
): Promise<void> {
  await tx.run(
    query
      .updateTable('vehicles.vehicles')
      .set({
        ...changedNow(tx),
        imei: identifier,
        device_secret_hash: null,
        search_text: searchTextOf({ ...vehicle, imei: identifier }),
      })
      .where('id', '=', vehicle.id),
  )
}

/** @param hash SHA-256 in hexadecimal; null if the device needs no secret */
export async function writeDeviceSecret(tx: Transaction, id: string, hash: string | null): Promise<void> {
  await tx.run(query.updateTable('vehicles.vehicles').set({ device_secret_hash: hash }).where('id', '=', id))
}
