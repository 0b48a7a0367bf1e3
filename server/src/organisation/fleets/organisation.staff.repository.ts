import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type AssignmentRole, driverRoles } from '../organisation.rules.ts'

export interface StaffMember {
  id: string
  displayName: string
  /** Whether the user has a managing role there. */
  mayManage: boolean
}

interface StaffFilter {
  companyId: string
  fleetId: string
  /** Parts of name or username, in any case and without accents. */
  search?: string
  /** Only these users. */
  ids?: readonly string[]
  /** Only those with a managing role. */
  isManaging?: boolean
  limit: number
}

/** Active people `people` who are staff of fleet `$fleet` of `$company` by their assignment `held`; $3 holds `driverRoles`. */
const areStaff = (company: string, fleet: string) => `people.status = 'active'
  and people.level in ('user', 'manager', 'admin') and held.company_id = ${company} and held.is_active
  and held.archived_at is null and (held.fleet_id = ${fleet} or held.fleet_id is null or people.level = 'admin')
  and (people.level = 'admin' or held.role <> all($3::text[]))`
const mayManage = `bool_or(held.fleet_id is null or people.level = 'admin'
  or held.role in ('fleet_owner', 'fleet_manager', 'dispatcher'))`

/**
 * Active users who may read the records of a fleet by an assignment, ordered by name: without guests, super admins, and
 * those who only drive there. The rules are those of `scopesOf` and `drivenOnly`. Call under the system role: people may
 * not read who else works in their company.
 */
export async function findStaff(tx: Transaction, filter: StaffFilter): Promise<StaffMember[]> {
  const { companyId, fleetId, search = '', ids, isManaging = false, limit } = filter
  return tx.sql<StaffMember>(
    `select * from (
       select people.id, people.display_name as "displayName", ${mayManage} as "mayManage"
       from identity.people join identity.users on users.id = people.id and users.archived_at is null
       join organisation.assignments held on held.user_id = people.id
       where ${areStaff('$1', '$2')} and ($4::uuid[] is null or people.id = any($4))
         and lower(regexp_replace(normalize(people.display_name || ' ' || people.username, NFD), '[\\u0300-\\u036f]', '', 'g'))
           like all($5::text[])
       group by 1, 2
     ) staff where "mayManage" or not $6
     order by "displayName" collate "es-x-icu", id limit $7`,
    [companyId, fleetId, driverRoles, ids ?? null, searchPatterns(search), isManaging, limit],
  )
}

/** A member of the staff of one of several fleets. */
export interface FleetStaff {
  fleetId: string
  userId: string
  name: string
  language: 'es' | 'en'
  roles: AssignmentRole[]
  mayManage: boolean
}

/** All staff of each of these fleets, as `findStaff` finds them; under the system role. */
export const findStaffOfFleets = (
  tx: Transaction,
  fleets: readonly { companyId: string; fleetId: string }[],
): Promise<FleetStaff[]> =>
  tx.sql<FleetStaff>(
    `select asked.fleet_id as "fleetId", people.id as "userId", people.display_name as name, users.language,
       array_agg(distinct held.role) as roles, ${mayManage} as "mayManage"
     from unnest($1::uuid[], $2::uuid[]) as asked(company_id, fleet_id)
     join organisation.assignments held on held.company_id = asked.company_id
     join identity.people on people.id = held.user_id
     join identity.users on users.id = people.id and users.archived_at is null
     where ${areStaff('asked.company_id', 'asked.fleet_id')}
     group by 1, 2, 3, 4`,
    [fleets.map(({ companyId }) => companyId), fleets.map(({ fleetId }) => fleetId), driverRoles],
  )
