import type { Level } from '@rumbo/contract/access'
import { assignmentRoles } from '@rumbo/contract/organisation.assignments.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { type AssignmentRole, driverRoles } from '../organisation.rules.ts'
import { workingStatuses } from '../people/organisation.assignments.rules.ts'
import type { Grantee, TreePerson } from './organisation.tree.rules.ts'

/** All users' places, once as a driver and once as a user, each with the highest role. */
const places = `
  select held.user_id, held.company_id, held.fleet_id, held.role = any($1) as is_driver,
    (array_agg(held.role order by array_position($2::text[], held.role)))[1] as role
  from organisation.assignments held where held.archived_at is null and (PLACE)
  group by held.user_id, held.company_id, held.fleet_id, held.role = any($1)
  union all
  select held.user_id, held.company_id, held.fleet_id, false, null
  from organisation.guest_vehicles held where (PLACE)
    and not exists (select 1 from organisation.assignments other
      where other.user_id = held.user_id and other.fleet_id is not distinct from held.fleet_id
        and other.company_id = held.company_id and other.archived_at is null)`
const placesWhere = (place: string) => places.replaceAll('PLACE', place)
const roleValues = [driverRoles, assignmentRoles]

const personColumns = `people.id, places.company_id as "companyId", places.fleet_id as "fleetId",
  people.display_name as "displayName", people.username, people.level, people.status, places.role,
  places.is_driver as "isDriver"`
const byName = 'people.display_name collate "es-x-icu", people.id'

export interface Group {
  companyId: string
  /** Null for the people of the whole company. */
  fleetId: string | null
  isDriver: boolean
}

/** Drivers or users of a fleet, or the users of the whole company, by name. */
export async function listGroup(
  tx: Transaction,
  { companyId, fleetId, isDriver }: Group,
  { offset, size }: { offset: number; size: number },
): Promise<TreePerson[]> {
  const place = fleetId === null ? 'held.fleet_id is null and held.company_id = $3' : 'held.fleet_id = $3'
  return tx.sql<TreePerson>(
    `select ${personColumns} from (${placesWhere(place)}) as places
     join identity.people on people.id = places.user_id
     where places.is_driver = $4 order by ${byName} limit $5 offset $6`,
    [...roleValues, fleetId ?? companyId, isDriver, size, offset],
  )
}

/** Numbers of drivers and users by fleet id, and of company-wide users by company id. */
export async function countGroups(
  tx: Transaction,
  by: 'fleet' | 'company',
  ids: readonly string[],
): Promise<Map<string, { drivers: number; users: number }>> {
  const key = by === 'fleet' ? 'fleet_id' : 'company_id'
  const place =
    by === 'fleet'
      ? 'held.fleet_id = any($3::uuid[])'
      : 'held.fleet_id is null and held.company_id = any($3::uuid[])'
  const rows = await tx.sql<{ id: string; drivers: number; users: number }>(
    `select ${key} as id, (count(*) filter (where is_driver))::int as drivers,
       (count(*) filter (where not is_driver))::int as users
     from (${placesWhere(place)}) as places group by ${key}`,
    [...roleValues, ids],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** Someone with the searched fields that the tree does not show. */
export interface FoundPerson extends TreePerson {
  email: string
  phone: string | null
}

/** People whose name, username, e-mail or phone matches, once for each of their places. */
export async function searchPeople(
  tx: Transaction,
  patterns: readonly string[],
  limit: number,
  onlyWithoutAccess: boolean,
): Promise<FoundPerson[]> {
  const without = `
    and not exists (select 1 from organisation.assignments granting
      where granting.user_id = users.id and granting.is_active and granting.archived_at is null)
    and not exists (select 1 from organisation.guest_vehicles granting
      where granting.user_id = users.id and granting.vehicle_id is not null)`
  return tx.sql<FoundPerson>(
    `with found as (
       select id, email, phone from identity.users where archived_at is null and level <> 'super_admin'
         and search_text like all ($3::text[]) ${onlyWithoutAccess ? without : ''}
     )
     select ${personColumns}, found.email, found.phone
     from (${placesWhere('held.user_id in (select id from found)')}) as places
     join identity.people on people.id = places.user_id join found on found.id = places.user_id
     order by ${byName}, places.company_id, places.fleet_id limit $4`,
    [...roleValues, patterns, limit],
  )
}

export interface ReachingPerson extends Grantee {
  userId: string
  displayName: string
}
interface PlaceRow {
  userId: string
  displayName: string
  level: Level
  fleetId: string | null
  role: AssignmentRole | null
  isPrimary: boolean
  vehicleId: string | null
}

/** Active users whose access depends on the company, with what grants it; none while it is suspended. System role only. */
export async function findReachingPeople(
  tx: Transaction,
  companyId: string,
  userId: string | null = null,
): Promise<ReachingPerson[]> {
  const rows = await tx.sql<PlaceRow>(
    `with places as (
       select user_id, company_id, fleet_id, role, is_primary, null::uuid as vehicle_id, assigned_at
       from organisation.assignments where company_id = $1 and is_active and archived_at is null
       union all
       select user_id, company_id, fleet_id, null, false, vehicle_id, assigned_at
       from organisation.guest_vehicles where company_id = $1 and vehicle_id is not null
     )
     select people.id as "userId", people.display_name as "displayName", people.level,
       places.fleet_id as "fleetId", places.role, places.is_primary as "isPrimary", places.vehicle_id as "vehicleId"
     from places join identity.people on people.id = places.user_id
     join organisation.companies on companies.id = places.company_id
     left join organisation.fleets on fleets.id = places.fleet_id
     where people.status = 'active' and people.level <> 'super_admin' and companies.status = any($2)
       and (places.fleet_id is null or (fleets.is_active and fleets.archived_at is null))
       and ($3::uuid is null or people.id = $3)
     order by ${byName}, places.is_primary desc, places.assigned_at`,
    [companyId, workingStatuses, userId],
  )
  const people = new Map<string, ReachingPerson & { held: Grantee['held'][number][] }>()
  for (const { userId: id, displayName, level, fleetId, role, isPrimary, vehicleId } of rows) {
    const person = people.get(id) ?? { userId: id, displayName, level, held: [], watched: null }
    if (role) person.held.push({ companyId, fleetId, role, isPrimary })
    else if (fleetId && vehicleId) person.watched = { companyId, fleetId, vehicleId }
    people.set(id, person)
  }
  return [...people.values()]
}
