import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { WatchedVehicle } from '../organisation.rules.ts'
import { workingStatuses } from './organisation.assignments.rules.ts'

const table = 'organisation.guest_vehicles'

/** The place of a user without assignments; for a guest with the watched vehicle. */
export interface GuestPlace {
  companyId: string
  fleetId: string | null
  vehicleId: string | null
}

export async function saveGuestPlace(
  tx: Transaction,
  guest: GuestPlace & { userId: string; assignedBy: string | null },
): Promise<void> {
  const values = {
    company_id: guest.companyId,
    fleet_id: guest.fleetId,
    vehicle_id: guest.vehicleId,
    assigned_at: tx.now,
    assigned_by: guest.assignedBy,
  }
  await tx.run(
    query
      .insertInto(table)
      .values({ user_id: guest.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
  )
}

export async function findGuestPlace(tx: Transaction, userId: string): Promise<GuestPlace | null> {
  const row = await tx.first(
    query
      .selectFrom(table)
      .select(['company_id as companyId', 'fleet_id as fleetId', 'vehicle_id as vehicleId'])
      .where('user_id', '=', userId),
  )
  return row ?? null
}

export async function deleteGuestPlace(tx: Transaction, userId: string): Promise<void> {
  await tx.run(query.deleteFrom(table).where('user_id', '=', userId))
}

/** The vehicle a guest may watch, if its company and fleet are live and not suspended or inactive. */
export async function findWatchedVehicle(tx: Transaction, userId: string): Promise<WatchedVehicle | null> {
  const row = await tx.first(
    query
      .selectFrom('organisation.guest_vehicles as held')
      .innerJoin('organisation.companies as companies', 'companies.id', 'held.company_id')
      .innerJoin('organisation.fleets as fleets', 'fleets.id', 'held.fleet_id')
      .select(['held.company_id as companyId', 'held.fleet_id as fleetId', 'held.vehicle_id as vehicleId'])
      .where('held.user_id', '=', userId)
      .where('companies.archived_at', 'is', null)
      .where('companies.status', 'in', workingStatuses)
      .where('fleets.archived_at', 'is', null)
      .where('fleets.is_active', '=', true),
  )
  if (!row?.fleetId || !row.vehicleId) return null
  return { companyId: row.companyId, fleetId: row.fleetId, vehicleId: row.vehicleId }
}
