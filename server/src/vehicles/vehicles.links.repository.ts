import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

/** The fields other domains show of a vehicle they refer to. */
export interface VehicleLink {
  id: string
  companyId: string
  fleetId: string
  vehicleNumber: string
  plateNumber: string
}

/** Live vehicles by id, limited to what the transaction's role sees. */
export async function findVehicleLinks(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, VehicleLink>> {
  const rows = await tx.rows(
    query
      .selectFrom('vehicles.vehicles')
      .select([
        'id',
        'company_id as companyId',
        'fleet_id as fleetId',
        'vehicle_number as vehicleNumber',
        'plate_number as plateNumber',
      ])
      .where(sql<boolean>`id = any(${ids}::uuid[])`)
      .where('archived_at', 'is', null),
  )
  return new Map(rows.map((row) => [row.id, row]))
}
