import { type Level, levels, type Target } from '@rumbo/contract/access'
import type { listUsers, UserStatus } from '@rumbo/contract/identity.users.contract'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import { query } from '@rumbo/database'
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod'
import type { Actor } from '../../platform/access/access.ts'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { userVisibilityOf } from './organisation.people.rules.ts'

export type PeopleFilter = z.output<NonNullable<typeof listUsers.query>>
type Condition = RawBuilder<boolean>

const run = <Row>(tx: Transaction, statement: RawBuilder<Row>): Promise<Row[]> =>
  tx.rows<Row>({ compile: () => statement.compile(query) })

/** Users with an assignment or a guest's place that meets the condition; a union of both is three times as slow. */
const placedWhere = (condition: RawBuilder<unknown>): Condition => sql<boolean>`(
  u.id in (select user_id from organisation.assignments p where p.archived_at is null and ${condition})
  or u.id in (select user_id from organisation.guest_vehicles p where ${condition}))`

/** Users with a place the actor can see, in the given company and fleet; null: all users. */
function placedFor(actor: Actor, wanted: Pick<PeopleFilter, 'companyId' | 'fleetId'> = {}): Condition | null {
  const parts: RawBuilder<unknown>[] = []
  const sight = userVisibilityOf(actor)
  if (sight) {
    const { companyIds, fleetIds } = sight
    const inFleet = sql`p.fleet_id = any(${fleetIds}::uuid[])`
    const inCompany = sql`p.fleet_id is null and p.company_id = any(${companyIds}::uuid[])`
    parts.push(companyIds.length === 0 ? inFleet : sql`(${inFleet} or ${inCompany})`)
  }
  if (wanted.companyId) parts.push(sql`p.company_id = ${wanted.companyId}`)
  if (wanted.fleetId) parts.push(sql`p.fleet_id = ${wanted.fleetId}`)
  return parts.length === 0 ? null : placedWhere(sql.join(parts, sql` and `))
}

/** The displayed status: an active account is `locked` after too many failed sign-ins. */
const statusOf = (locked: readonly string[]): RawBuilder<UserStatus> =>
  locked.length === 0
    ? sql<UserStatus>`u.status`
    : sql<UserStatus>`case when u.status = 'active' and u.id = any(${locked}::uuid[]) then 'locked' else u.status end`

function condition(
  actor: Actor,
  filter: Pick<PeopleFilter, 'search' | 'level' | 'status' | 'companyId' | 'fleetId'>,
  locked: readonly string[],
): Condition {
  const parts: RawBuilder<unknown>[] = [sql`u.archived_at is null`]
  const placed = placedFor(actor, filter)
  if (placed) parts.push(placed)
  if (filter.level?.length) parts.push(sql`u.level = any(${filter.level}::text[])`)
  if (filter.status?.length) parts.push(sql`${statusOf(locked)} = any(${filter.status}::text[])`)
  for (const pattern of searchPatterns(filter.search)) parts.push(sql`u.search_text like ${pattern}`)
  return sql<boolean>`${sql.join(parts, sql` and `)}`
}

function orderOf(
  { sort, order }: Pick<PeopleFilter, 'sort' | 'order'>,
  locked: readonly string[],
): RawBuilder<unknown> {
  const direction = sql.raw(order)
  const byName = sql`u.last_name collate "es-x-icu" ${direction}, u.first_name collate "es-x-icu" ${direction}, u.id ${direction}`
  switch (sort) {
    case 'lastName':
      return byName
    case 'name':
      return sql`coalesce(nullif(btrim(u.display_name), ''), btrim(u.first_name || ' ' || u.last_name)) collate "es-x-icu" ${direction}, u.id ${direction}`
    case 'username':
    case 'email':
      return sql`lower(u.${sql.ref(sort)}) ${direction}`
    case 'level':
      return sql`array_position(${[...levels]}::text[], u.level) ${direction}, ${byName}`
    case 'status':
      return sql`${statusOf(locked)} ${direction}, ${byName}`
    case 'lastLogin':
      return sql`u.last_login_at ${direction} nulls last, u.id ${direction}`
    default:
      return sql`u.created_at ${direction}, u.id ${direction}`
  }
}

/**
 * The ids of one page in order, and the number of matches, among users the actor sees. Call under the system role: the
 * policies would scan every assignment again. The users of these ids are read under the actor's role.
 */
export async function findPeoplePage(
  tx: Transaction,
  actor: Actor,
  filter: PeopleFilter,
  locked: readonly string[],
): Promise<{ ids: string[]; total: number }> {
  const matching = condition(actor, filter, locked)
  // If every candidate is scanned anyway, the same query counts; otherwise an index gives the page.
  const isOnePass = filter.search !== '' || placedFor(actor, filter) !== null
  const rows = await run<{ id: string; total: number | null }>(
    tx,
    sql`select u.id, ${sql.raw(isOnePass ? 'count(*) over ()::int' : 'null::int')} as total
      from identity.users u where ${matching} order by ${orderOf(filter, locked)}
      limit ${filter.size} offset ${(filter.page - 1) * filter.size}`,
  )
  const ids = rows.map((row) => row.id)
  const total = rows[0]?.total ?? null
  if (total !== null) return { ids, total }
  const [counted] = await run<{ total: number }>(
    tx,
    sql`select count(*)::int as total from identity.users u where ${matching}`,
  )
  return { ids, total: counted?.total ?? 0 }
}

export interface PeopleCounts {
  total: number
  active: number
  superAdmins: number
  managers: number
  pending: number
  locked: number
}

export async function countPeople(
  tx: Transaction,
  actor: Actor,
  companyId: string | undefined,
  locked: readonly string[],
): Promise<PeopleCounts> {
  const [counts] = await run<PeopleCounts>(
    tx,
    sql`select count(*)::int as total,
      count(*) filter (where status = 'active')::int as active,
      count(*) filter (where level = 'super_admin')::int as "superAdmins",
      count(*) filter (where level = 'manager')::int as managers,
      count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'locked')::int as locked
    from (select ${statusOf(locked)} as status, u.level from identity.users u
      where ${condition(actor, { search: '', companyId }, locked)}) as people`,
  )
  if (!counts) throw new Error('A count gives one row.')
  return counts
}

/** Whether the actor can see this user in user management. */
export async function isVisibleUser(tx: Transaction, actor: Actor, id: string): Promise<boolean> {
  const rows = await run(
    tx,
    sql`select 1 from identity.users u
      where u.id = ${id} and u.archived_at is null and ${placedFor(actor) ?? sql`true`}`,
  )
  return rows.length > 0
}

/** A user with the displayed place: the primary assignment, else the earliest, else the guest's place. */
export interface PersonRow {
  id: string
  username: string
  email: string
  first_name: string
  last_name: string
  display_name: string | null
  phone: string | null
  level: Level
  status: UserStatus
  language: 'es' | 'en'
  avatar_type: string
  avatar_color: string
  notes: string | null
  force_password_change: boolean
  otp_required: boolean
  email_verified_at: Date | null
  phone_verified_at: Date | null
  last_login_at: Date | null
  created_at: Date
  version: number
  company_id: string | null
  company_name: string | null
  fleet_id: string | null
  fleet_name: string | null
  role: AssignmentRole | null
  is_primary: boolean | null
  assignment_count: number
  vehicle_id: string | null
}

/** Users in the order of the ids, limited to companies, fleets and assignments that the transaction's role sees. */
export async function findPeople(
  tx: Transaction,
  ids: readonly string[],
  locked: readonly string[],
): Promise<PersonRow[]> {
  const rows = await run<PersonRow>(
    tx,
    sql`select u.id, u.username, u.email, u.first_name, u.last_name, u.display_name, u.phone, u.level,
      ${statusOf(locked)} as status, u.language, u.avatar_type, u.avatar_color, u.notes, u.force_password_change,
      u.otp_required, u.email_verified_at, u.phone_verified_at, u.last_login_at, u.created_at, u.version,
      companies.id as company_id, companies.name as company_name, fleets.id as fleet_id, fleets.name as fleet_name,
      held.role, held.is_primary, coalesce(held.count, 0) as assignment_count, kept.vehicle_id
    from identity.users u
    left join lateral (
      select company_id, fleet_id, role, is_primary, count(*) over ()::int as count
      from organisation.assignments where user_id = u.id and archived_at is null
      order by is_primary desc, assigned_at, id limit 1) held on true
    left join organisation.guest_vehicles kept on kept.user_id = u.id and held.company_id is null
    left join organisation.companies on companies.id = coalesce(held.company_id, kept.company_id)
    left join organisation.fleets on fleets.id = coalesce(held.fleet_id, case when kept.vehicle_id is not null then kept.fleet_id end)
    where u.id = any(${ids}::uuid[]) and u.archived_at is null`,
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => found.get(id) ?? [])
}

/** Every place of each user; under the system role, to include those outside the caller's scopes. */
export async function findReaches(tx: Transaction, ids: readonly string[]): Promise<Map<string, Target[]>> {
  const rows = await tx.sql<{ user_id: string; companyId: string; fleetId: string | null }>(
    `select user_id, company_id as "companyId", fleet_id as "fleetId" from organisation.assignments
       where user_id = any($1::uuid[]) and archived_at is null
     union all select user_id, company_id, fleet_id from organisation.guest_vehicles where user_id = any($1::uuid[])`,
    [ids],
  )
  const reaches = new Map<string, Target[]>(ids.map((id) => [id, []]))
  for (const { user_id: id, ...place } of rows) reaches.get(id)?.push(place)
  return reaches
}
