import type { Level } from '@rumbo/contract/access'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { AssignmentRole } from '../organisation.rules.ts'

export interface FleetPerson {
  assignmentId: string
  userId: string
  displayName: string
  username: string
  level: Level
  role: AssignmentRole
  isPrimary: boolean
  isActive: boolean
}

/** Live assignments of a fleet that the caller may see, ordered by name. */
export async function findFleetPeople(tx: Transaction, fleetId: string): Promise<FleetPerson[]> {
  return tx.sql<FleetPerson>(
    `select assignments.id as "assignmentId", people.id as "userId", people.display_name as "displayName",
       people.username, people.level, assignments.role, assignments.is_primary as "isPrimary",
       assignments.is_active as "isActive"
     from organisation.assignments join identity.people on people.id = assignments.user_id
     where assignments.fleet_id = $1 and assignments.archived_at is null
     order by people.display_name collate "es-x-icu", people.id, assignments.role`,
    [fleetId],
  )
}

/** A user who belongs to the company: by an assignment or a place without one. */
export async function findCandidate(
  tx: Transaction,
  companyId: string,
  userId: string,
): Promise<Pick<FleetPerson, 'userId' | 'level'> | null> {
  const [person] = await tx.sql<Pick<FleetPerson, 'userId' | 'level'>>(
    `select people.id as "userId", people.level from identity.people
     where people.id = $2 and people.level <> 'super_admin' and (
       exists (select 1 from organisation.assignments
         where user_id = people.id and company_id = $1 and archived_at is null)
       or exists (select 1 from organisation.guest_vehicles where user_id = people.id and company_id = $1))`,
    [companyId, userId],
  )
  return person ?? null
}
