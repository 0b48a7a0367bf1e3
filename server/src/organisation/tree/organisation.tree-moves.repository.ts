import type { Level } from '@rumbo/contract/access'
import { query } from '@rumbo/database'
import { constraintOf } from '../../platform/database/constraint-of.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import type { AssignmentRole } from '../organisation.rules.ts'

/** A user with a place in the fleet they are moved from. */
export interface MovedPerson {
  id: string
  displayName: string
  level: Level
  /** Assignments in that fleet. */
  assignments: { role: AssignmentRole }[]
  elsewhere: { fleetId: string | null; role: AssignmentRole }[]
  watchedVehicleId: string | null
}

/** Locks the user's places until the transaction ends; null for a user without one in the fleet. */
export async function findMovedPerson(
  tx: Transaction,
  userId: string,
  fleetId: string,
): Promise<MovedPerson | null> {
  const held = (await tx.rows(
    query
      .selectFrom('organisation.assignments')
      .select(['fleet_id as fleetId', 'role'])
      .where('user_id', '=', userId)
      .where('archived_at', 'is', null)
      .orderBy('id')
      .forUpdate(),
  )) as MovedPerson['elsewhere']
  const kept = await tx.first(
    query
      .selectFrom('organisation.guest_vehicles')
      .select(['fleet_id', 'vehicle_id'])
      .where('user_id', '=', userId)
      .forUpdate(),
  )
  const assignments = held.filter((assignment) => assignment.fleetId === fleetId)
  if (assignments.length === 0 && kept?.fleet_id !== fleetId) return null
  const [person] = await tx.sql<Pick<MovedPerson, 'id' | 'displayName' | 'level'>>(
    'select id, display_name as "displayName", level from identity.people where id = $1',
    [userId],
  )
  if (!person) return null
  return {
    ...person,
    assignments,
    elsewhere: held.filter((assignment) => assignment.fleetId !== fleetId),
    watchedVehicleId: assignments.length === 0 ? (kept?.vehicle_id ?? null) : null,
  }
}

/** Moves every assignment of one fleet to another; false if there is none. @throws Problem `assignment_exists` */
export async function moveAssignments(
  tx: Transaction,
  userId: string,
  fromFleetId: string,
  toFleetId: string,
): Promise<boolean> {
  try {
    const moved = await tx.run(
      query
        .updateTable('organisation.assignments')
        .set({
          fleet_id: toFleetId,
          assigned_at: tx.now,
          assigned_by: tx.actor?.userId ?? null,
          assigned_by_name: tx.actor?.displayName ?? null,
        })
        .where('user_id', '=', userId)
        .where('fleet_id', '=', fromFleetId)
        .where('archived_at', 'is', null),
    )
    return moved > 0
  } catch (error) {
    const constraint = constraintOf(error)
    throw constraint === 'assignments_once' ? problem('assignment_exists') : error
  }
}

export async function moveGuestPlace(
  tx: Transaction,
  userId: string,
  fromFleetId: string,
  toFleetId: string,
): Promise<boolean> {
  const moved = await tx.run(
    query
      .updateTable('organisation.guest_vehicles')
      .set({ fleet_id: toFleetId })
      .where('user_id', '=', userId)
      .where('fleet_id', '=', fromFleetId),
  )
  return moved > 0
}

/** Removes the vehicle from guests, who may watch it only in the fleet in which it was assigned. Returns these guests. */
export async function removeVehicleFromGuests(tx: Transaction, vehicleId: string): Promise<string[]> {
  const rows = await tx.rows(
    query
      .updateTable('organisation.guest_vehicles')
      .set({ vehicle_id: null })
      .where('vehicle_id', '=', vehicleId)
      .returning('user_id'),
  )
  return rows.map((row) => row.user_id)
}
