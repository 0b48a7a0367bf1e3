import type { Target } from '@rumbo/contract/access'
import { query } from '@rumbo/database'
import type { Transaction } from '../platform/database/transaction.ts'
import type { AssignmentRole, HeldAssignment, WatchedVehicle } from './organisation.rules.ts'

export interface NewAssignment {
  id: string
  userId: string
  companyId: string
  fleetId: string | null
  role: AssignmentRole
  isPrimary: boolean
  isActive: boolean
  assignedBy: string | null
}

export async function insertAssignment(tx: Transaction, assignment: NewAssignment): Promise<void> {
  await tx.run(
    query.insertInto('organisation.assignments').values({
      id: assignment.id,
      user_id: assignment.userId,
      company_id: assignment.companyId,
      fleet_id: assignment.fleetId,
      role: assignment.role,
      is_primary: assignment.isPrimary,
      is_active: assignment.isActive,
      assigned_at: tx.now,
      assigned_by: assignment.assignedBy,
    }),
  )
}

export async function insertGuestVehicle(
  tx: Transaction,
  guest: WatchedVehicle & { userId: string; assignedBy: string | null },
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
      .insertInto('organisation.guest_vehicles')
      .values({ user_id: guest.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values)),
  )
}

/** Active assignments in live companies and live fleets. */
export async function findHeldAssignments(tx: Transaction, userId: string): Promise<HeldAssignment[]> {
  const rows = await tx.rows(
    query
      .selectFrom('organisation.assignments as held')
      .innerJoin('organisation.companies as companies', 'companies.id', 'held.company_id')
      .leftJoin('organisation.fleets as fleets', 'fleets.id', 'held.fleet_id')
      .select([
        'held.company_id as companyId',
        'held.fleet_id as fleetId',
        'held.role',
        'held.is_primary as isPrimary',
      ])
      .where('held.user_id', '=', userId)
      .where('held.is_active', '=', true)
      .where('held.archived_at', 'is', null)
      .where('companies.archived_at', 'is', null)
      .where('fleets.archived_at', 'is', null)
      .orderBy('held.assigned_at')
      .orderBy('held.id'),
  )
  return rows as HeldAssignment[]
}

export async function findWatchedVehicle(tx: Transaction, userId: string): Promise<WatchedVehicle | null> {
  const row = await tx.first(
    query
      .selectFrom('organisation.guest_vehicles')
      .select(['company_id as companyId', 'fleet_id as fleetId', 'vehicle_id as vehicleId'])
      .where('user_id', '=', userId),
  )
  return row ?? null
}

/** Every place of a user, whether the assignment is active or not. */
export async function findReach(tx: Transaction, userId: string): Promise<Target[]> {
  const assigned = await tx.rows(
    query
      .selectFrom('organisation.assignments')
      .select(['company_id as companyId', 'fleet_id as fleetId'])
      .where('user_id', '=', userId)
      .where('archived_at', 'is', null)
      .orderBy('is_primary', 'desc')
      .orderBy('id'),
  )
  const watched = await findWatchedVehicle(tx, userId)
  return watched ? [...assigned, watched] : assigned
}

/** Live companies, and the live fleets of them; `null` means all. */
export async function findLivePlaces(
  tx: Transaction,
  companyIds: readonly string[] | null,
): Promise<{ companies: string[]; fleets: { id: string; companyId: string }[] }> {
  let companies = query.selectFrom('organisation.companies').select('id').where('archived_at', 'is', null)
  let fleets = query
    .selectFrom('organisation.fleets')
    .select(['id', 'company_id as companyId'])
    .where('archived_at', 'is', null)
  if (companyIds !== null) {
    if (companyIds.length === 0) return { companies: [], fleets: [] }
    companies = companies.where('id', 'in', companyIds)
    fleets = fleets.where('company_id', 'in', companyIds)
  }
  const found = await tx.rows(companies)
  return { companies: found.map((row) => row.id), fleets: await tx.rows(fleets) }
}
