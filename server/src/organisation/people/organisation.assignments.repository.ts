import type { Target } from '@rumbo/contract/access'
import type { Tier } from '@rumbo/contract/features'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import { constraintOf } from '../../platform/database/constraint-of.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import type { AssignmentRole, HeldAssignment } from '../organisation.rules.ts'
import { workingStatuses } from './organisation.assignments.rules.ts'
import { findGuestPlace } from './organisation.guests.repository.ts'

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

const table = 'organisation.assignments'

/** @throws Problem `assignment_exists` */
export async function insertAssignment(tx: Transaction, assignment: NewAssignment): Promise<void> {
  await asAssignmentConflict(
    tx.run(
      query.insertInto(table).values({
        id: assignment.id,
        user_id: assignment.userId,
        company_id: assignment.companyId,
        fleet_id: assignment.fleetId,
        role: assignment.role,
        is_primary: assignment.isPrimary,
        is_active: assignment.isActive,
        assigned_at: tx.now,
        assigned_by: assignment.assignedBy,
        assigned_by_name: tx.actor?.displayName ?? null,
      }),
    ),
  )
}

async function asAssignmentConflict(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    const constraint = constraintOf(error)
    throw constraint === 'assignments_once' ? problem('assignment_exists') : error
  }
}

/** @throws Problem `assignment_exists` */
export async function rewriteAssignment(
  tx: Transaction,
  id: string,
  fields: { role: AssignmentRole; isPrimary: boolean; isActive: boolean },
): Promise<void> {
  const values = { role: fields.role, is_primary: fields.isPrimary, is_active: fields.isActive }
  await asAssignmentConflict(tx.run(query.updateTable(table).set(values).where('id', '=', id)))
}

export async function clearPrimary(tx: Transaction, userId: string): Promise<void> {
  await tx.run(
    query
      .updateTable(table)
      .set({ is_primary: false })
      .where('user_id', '=', userId)
      .where('is_primary', '=', true)
      .where('archived_at', 'is', null),
  )
}

/** Ends one assignment, or all of the user's. */
export async function archiveAssignments(tx: Transaction, userId: string, id?: string): Promise<void> {
  let ending = query
    .updateTable(table)
    .set({ archived_at: tx.now, is_primary: false })
    .where('user_id', '=', userId)
    .where('archived_at', 'is', null)
  if (id) ending = ending.where('id', '=', id)
  await tx.run(ending)
}

export interface AssignmentRow {
  id: string
  companyId: string
  companyName: string
  companyStatus: string
  fleetId: string | null
  fleetName: string | null
  isFleetActive: boolean | null
  role: AssignmentRole
  isPrimary: boolean
  isActive: boolean
  assignedAt: Date
  assignedBy: string | null
}

/** The user's live assignments that the caller's role sees, the primary one first. */
export async function findAssignments(tx: Transaction, userId: string): Promise<AssignmentRow[]> {
  const rows = await tx.rows(
    query
      .selectFrom('organisation.assignments as held')
      .innerJoin('organisation.companies as companies', 'companies.id', 'held.company_id')
      .leftJoin('organisation.fleets as fleets', 'fleets.id', 'held.fleet_id')
      .select([
        'held.id',
        'held.company_id as companyId',
        'companies.name as companyName',
        'companies.status as companyStatus',
        'held.fleet_id as fleetId',
        'fleets.name as fleetName',
        'fleets.is_active as isFleetActive',
        'held.role',
        'held.is_primary as isPrimary',
        'held.is_active as isActive',
        'held.assigned_at as assignedAt',
        'held.assigned_by_name as assignedBy',
      ])
      .where('held.user_id', '=', userId)
      .where('held.archived_at', 'is', null)
      .orderBy('held.is_primary', 'desc')
      .orderBy('held.assigned_at')
      .orderBy('held.id'),
  )
  return rows as AssignmentRow[]
}

/** A live company and, if given, its live fleet; null for what does not exist. */
export async function findPlace(
  tx: Transaction,
  companyId: string,
  fleetId: string | null,
): Promise<{ companyName: string | null; fleetName: string | null }> {
  const [place] = await tx.sql<{ companyName: string; fleetName: string | null }>(
    `select companies.name as "companyName", fleets.name as "fleetName"
     from organisation.companies left join organisation.fleets
       on fleets.company_id = companies.id and fleets.id = $2 and fleets.archived_at is null
     where companies.id = $1 and companies.archived_at is null`,
    [companyId, fleetId],
  )
  return place ?? { companyName: null, fleetName: null }
}

/** Active assignments in live companies and fleets that are neither suspended nor inactive. */
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
      .where('companies.status', 'in', workingStatuses)
      .where('fleets.archived_at', 'is', null)
      .where((where) => where.or([where('held.fleet_id', 'is', null), where('fleets.is_active', '=', true)]))
      .orderBy('held.assigned_at')
      .orderBy('held.id'),
  )
  return rows as HeldAssignment[]
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
  const kept = await findGuestPlace(tx, userId)
  return kept ? [...assigned, kept] : assigned
}

export interface Drives {
  contacts: string[]
  vehicles: string[]
  services: string[]
}

/** The user's contact, with own vehicles and unfinished services in fleets where the user is only a driver. */
export async function findDrives(
  tx: Transaction,
  userId: string,
  fleetIds: readonly string[],
): Promise<Drives> {
  const [drives] = await tx.sql<Drives>(
    'select contacts, vehicles, services from organisation.drives_of($1, $2::uuid[])',
    [userId, fleetIds],
  )
  return drives ?? { contacts: [], vehicles: [], services: [] }
}

/** The fleets of these ids that are live and belong to the company, the oldest first. */
export async function findFleetsOf(
  tx: Transaction,
  companyId: string,
  fleetIds: readonly string[],
): Promise<string[]> {
  const rows = await tx.rows(
    query
      .selectFrom('organisation.fleets')
      .select('id')
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null)
      .where(sql<boolean>`id = any(${fleetIds}::uuid[])`)
      .orderBy('id'),
  )
  return rows.map((row) => row.id)
}

export interface LivePlaces {
  companies: { id: string; tier: Tier }[]
  fleets: { id: string; companyId: string; switchedOff: string[] }[]
}

/** Live companies and their live fleets. @param companyIds null: all */
export async function findLivePlaces(
  tx: Transaction,
  companyIds: readonly string[] | null,
): Promise<LivePlaces> {
  let companies = query
    .selectFrom('organisation.companies')
    .select(['id', 'tier'])
    .where('archived_at', 'is', null)
  let fleets = query
    .selectFrom('organisation.fleets')
    .select(['id', 'company_id as companyId', 'features_off as switchedOff'])
    .where('archived_at', 'is', null)
  if (companyIds !== null) {
    if (companyIds.length === 0) return { companies: [], fleets: [] }
    companies = companies.where('id', 'in', companyIds)
    fleets = fleets.where('company_id', 'in', companyIds)
  }
  return { companies: (await tx.rows(companies)) as LivePlaces['companies'], fleets: await tx.rows(fleets) }
}
