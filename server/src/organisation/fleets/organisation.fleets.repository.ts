import { enabledFeatures, type Tier } from '@rumbo/contract/features'
import type { PlaceQuery } from '@rumbo/contract/lists'
import type { Fleet, listFleets } from '@rumbo/contract/organisation.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type * as z from 'zod'
import { fleetsWithout } from '../../platform/access/features.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { unlessNameTaken } from '../../platform/database/unless-name-taken.ts'

/** A fleet without its counts, and with who changed it last. */
export interface FleetRow extends Omit<Fleet, 'counts'> {
  tier: Tier
  /** The user chosen as manager, who may not be one any more. */
  chosenManagerId: string | null
  switchedOff: string[]
  configurationVersion: number
  configuredAt: Date | null
  configuredByName: string | null
  updatedAt: Date
  updatedByName: string | null
}

// The chosen manager, if still a fleet manager by assignment; otherwise the one who has been for longest.
const fleetRows = `
  select fleets.id, fleets.company_id, fleets.is_active, fleets.name, fleets.description,
    manager.display_name as manager, manager.id as "managerId", fleets.manager_id as "chosenManagerId",
    fleets.service_types as "serviceTypes", fleets.version, companies.tier,
    fleets.features_off as "switchedOff", fleets.configuration_version as "configurationVersion",
    fleets.configured_at as "configuredAt", fleets.configured_by_name as "configuredByName",
    fleets.updated_at as "updatedAt", fleets.updated_by_name as "updatedByName"
  from organisation.fleets
  join organisation.companies on companies.id = fleets.company_id
  left join lateral (
    select people.id, people.display_name from organisation.assignments
    join identity.people on people.id = assignments.user_id
    where assignments.fleet_id = fleets.id and assignments.role = 'fleet_manager'
      and assignments.is_active and assignments.archived_at is null
    order by (people.id = fleets.manager_id) desc nulls last, assignments.is_primary desc,
      assignments.assigned_at, assignments.id limit 1
  ) as manager on true
  where fleets.archived_at is null`

const withFeatures = (row: Omit<FleetRow, 'features'>): FleetRow => ({
  ...row,
  features: enabledFeatures(row.tier, row.switchedOff),
})

/** A fleet within the caller's scopes, else null. */
export async function findFleet(tx: Transaction, id: string): Promise<FleetRow | null> {
  const [row] = await tx.sql<Omit<FleetRow, 'features'>>(`${fleetRows} and fleets.id = $1`, [id])
  return row ? withFeatures(row) : null
}

/** Live fleets within the caller's scopes, ordered by name: by ids, by company, or all. */
export async function findFleetRows(
  tx: Transaction,
  only: { ids?: readonly string[]; companyId?: string; offset?: number; size?: number } = {},
): Promise<FleetRow[]> {
  const rows = await tx.sql<Omit<FleetRow, 'features'>>(
    `${fleetRows} and ($1::uuid[] is null or fleets.id = any($1)) and ($2::uuid is null or fleets.company_id = $2)
     order by fleets.name collate "es-x-icu", fleets.id limit $3 offset $4`,
    [only.ids ?? null, only.companyId ?? null, only.size ?? null, only.offset ?? 0],
  )
  return rows.map(withFeatures)
}

/** Locks the row until the transaction ends; null if the caller may not change it. */
export async function lockFleet(tx: Transaction, id: string): Promise<FleetRow | null> {
  const locked = await tx.sql(
    'select id from organisation.fleets where id = $1 and archived_at is null for update',
    [id],
  )
  return locked.length > 0 ? findFleet(tx, id) : null
}

/**
 * Locks fleets until the transaction ends, so that none is archived or deactivated meanwhile.
 * @returns those that are live and active, whether or not the caller sees them
 */
export async function lockFleets(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const held = await tx.sql<{ id: string }>('select id from organisation.hold_fleets($1::uuid[]) as id', [
    ids,
  ])
  return new Set(held.map(({ id }) => id))
}

export async function findFleets(
  tx: Transaction,
  filter: z.output<NonNullable<typeof listFleets.query>>,
): Promise<{ items: FleetRow[]; total: number }> {
  const matching = `
    and ($1::uuid is null or fleets.company_id = $1)
    and ($2 = '' or strpos(lower(fleets.name), $2) > 0)`
  const values = [filter.company_id ?? null, filter.search.toLowerCase()]
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from organisation.fleets where archived_at is null ${matching}`,
    values,
  )
  const rows = await tx.sql<Omit<FleetRow, 'features'>>(
    `${fleetRows} ${matching}
     order by fleets.name collate "es-x-icu" ${filter.order === 'asc' ? 'asc' : 'desc'}, fleets.id limit $3 offset $4`,
    [...values, filter.size, (filter.page - 1) * filter.size],
  )
  return { items: rows.map(withFeatures), total: counted?.total ?? 0 }
}

interface FleetFields {
  name: string
  description: string | null
  isActive: boolean
  serviceTypes: readonly string[]
  managerId?: string | null
}
const columnsOf = (tx: Transaction, fields: FleetFields) => ({
  name: fields.name,
  description: fields.description,
  is_active: fields.isActive,
  service_types: [...fields.serviceTypes],
  manager_id: fields.managerId ?? null,
  updated_at: tx.now,
  updated_by_name: tx.actor?.displayName ?? null,
})

/** @throws Problem `name_taken` */
export async function insertFleet(
  tx: Transaction,
  fleet: FleetFields & { id: string; companyId: string },
): Promise<void> {
  await unlessNameTaken(
    'fleets_name',
    tx.run(
      query.insertInto('organisation.fleets').values({
        id: fleet.id,
        company_id: fleet.companyId,
        created_at: tx.now,
        ...columnsOf(tx, fleet),
      }),
    ),
  )
}

/** Writes every field and increments the version. @throws Problem `name_taken` */
export async function rewriteFleet(tx: Transaction, id: string, fields: FleetFields): Promise<void> {
  await unlessNameTaken(
    'fleets_name',
    tx.run(
      query
        .updateTable('organisation.fleets')
        .set({ ...columnsOf(tx, fields), version: sql`version + 1` })
        .where('id', '=', id),
    ),
  )
}

/** Sets the manager of a new fleet. */
export async function nameManager(tx: Transaction, id: string, userId: string): Promise<void> {
  await tx.run(query.updateTable('organisation.fleets').set({ manager_id: userId }).where('id', '=', id))
}

export async function rewriteFeatures(
  tx: Transaction,
  id: string,
  switchedOff: readonly string[],
): Promise<void> {
  await tx.run(
    query
      .updateTable('organisation.fleets')
      .set({
        features_off: [...switchedOff],
        configuration_version: sql`configuration_version + 1`,
        configured_at: tx.now,
        configured_by_name: tx.actor?.displayName ?? null,
      })
      .where('id', '=', id),
  )
}

/** Archives the fleet and ends its assignments; its guests stay in the company. Returns the assigned users. */
export async function archiveFleet(
  tx: Transaction,
  id: string,
): Promise<{ userId: string; companyId: string }[]> {
  await tx.run(
    query
      .updateTable('organisation.fleets')
      .set({
        archived_at: tx.now,
        updated_at: tx.now,
        updated_by_name: tx.actor?.displayName ?? null,
        version: sql`version + 1`,
      })
      .where('id', '=', id),
  )
  await tx.run(
    query
      .updateTable('organisation.guest_vehicles')
      .set({ fleet_id: null, vehicle_id: null })
      .where('fleet_id', '=', id),
  )
  return tx.rows(
    query
      .updateTable('organisation.assignments')
      .set({ archived_at: tx.now, is_primary: false })
      .where('fleet_id', '=', id)
      .where('archived_at', 'is', null)
      .returning(['user_id as userId', 'company_id as companyId']),
  )
}

/** Users whose access depends on the company: those with an assignment or a guest's place in it. */
export async function findPeopleOf(tx: Transaction, companyId: string): Promise<string[]> {
  const rows = await tx.sql<{ user_id: string }>(
    `select user_id from organisation.assignments where company_id = $1 and archived_at is null
     union select user_id from organisation.guest_vehicles where company_id = $1`,
    [companyId],
  )
  return rows.map((row) => row.user_id)
}

export interface PeopleCounts {
  fleets: number
  drivers: number
  users: number
}

/** Counts of fleets, drivers and users per company (or per fleet) that the caller sees; every id has an entry. */
export async function countPeople(
  tx: Transaction,
  by: 'company' | 'fleet',
  ids: readonly string[],
  driverRoles: readonly string[],
): Promise<Map<string, PeopleCounts>> {
  const key = by === 'company' ? 'company_id' : 'fleet_id'
  const rows = await tx.sql<PeopleCounts & { id: string }>(
    `with people as (
       select ${key} as id, user_id, role from organisation.assignments
       where ${key} = any($1::uuid[]) and archived_at is null
       union all
       select ${key}, user_id, 'guest' from organisation.guest_vehicles where ${key} = any($1::uuid[])
     ), counted as (
       select id, count(distinct user_id)::int as users,
         (count(distinct user_id) filter (where role = any($2)))::int as drivers
       from people group by id
     ), owned as (
       select company_id as id, count(*)::int as fleets from organisation.fleets
       where $3 and company_id = any($1::uuid[]) and archived_at is null group by company_id
     )
     select wanted.id, coalesce(fleets, 0) as fleets, coalesce(drivers, 0) as drivers, coalesce(users, 0) as users
     from unnest($1::uuid[]) as wanted (id) left join counted using (id) left join owned using (id)`,
    [ids, driverRoles, by === 'company'],
  )
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

/** The fleet, or the company's active fleets that the actor may read and that have the feature of the call. */
export async function findFleetIds(
  tx: Transaction,
  { fleetId, companyId }: PlaceQuery,
): Promise<readonly string[]> {
  if (fleetId !== undefined) return [fleetId]
  const fleets = await tx.sql<{ id: string }>(
    `select id from organisation.fleets
     where company_id = $1 and is_active and archived_at is null and id <> all($2::uuid[])`,
    [companyId, companyId === undefined ? [] : fleetsWithout(tx.actor, companyId)],
  )
  return fleets.map(({ id }) => id)
}

/** Every fleet within the caller's scopes, in use or not. */
export async function findReadableFleetIds(tx: Transaction): Promise<readonly string[]> {
  const fleets = await tx.sql<{ id: string }>('select id from organisation.fleets')
  return fleets.map(({ id }) => id)
}
