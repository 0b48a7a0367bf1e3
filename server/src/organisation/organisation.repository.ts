import type { Company, Fleet } from '@rumbo/contract/organisation.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import { problem } from '../platform/problem.ts'

const byName = sql`name collate "es-x-icu"`
const companyColumns = [
  'id',
  'name',
  'legal_name as legalName',
  'tax_id as taxId',
  'email',
  'phone',
  'city',
  'country',
  'address_line1 as addressLine1',
  'address_line2 as addressLine2',
  'type',
  'time_zone as timeZone',
  'status',
  'tier',
  'verified',
  'created_at as createdAt',
  'version',
] as const

/** A company without its counts, and with who changed it last. */
export interface CompanyRow extends Omit<Company, 'counts' | 'createdAt'> {
  createdAt: Date
  updatedAt: Date
  updatedByName: string | null
}
export type CompanyFields = Omit<Company, 'id' | 'counts' | 'createdAt' | 'version'>

const liveCompanies = query.selectFrom('organisation.companies').where('archived_at', 'is', null)
const wholeCompany = liveCompanies
  .select(companyColumns)
  .select(['updated_at as updatedAt', 'updated_by_name as updatedByName'])
const asCompany = (row: unknown) => row as CompanyRow | undefined

export async function findCompany(tx: Transaction, id: string): Promise<CompanyRow | undefined> {
  return asCompany(await tx.first(wholeCompany.where('id', '=', id)))
}

/** Two changes at once come one after the other. */
export async function lockCompany(tx: Transaction, id: string): Promise<CompanyRow | undefined> {
  return asCompany(await tx.first(wholeCompany.where('id', '=', id).forUpdate()))
}

export async function findCompanies(tx: Transaction): Promise<CompanyRow[]> {
  return (await tx.rows(wholeCompany.orderBy(byName).orderBy('id'))) as CompanyRow[]
}

const columnsOf = (fields: Omit<CompanyFields, 'status' | 'tier' | 'verified'>) => ({
  name: fields.name,
  legal_name: fields.legalName,
  tax_id: fields.taxId,
  email: fields.email,
  phone: fields.phone,
  city: fields.city,
  country: fields.country,
  address_line1: fields.addressLine1,
  address_line2: fields.addressLine2,
  type: fields.type,
  time_zone: fields.timeZone,
})
const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by: tx.actor?.userId ?? null,
  updated_by_name: tx.actor?.displayName ?? null,
})

function nameTaken(error: unknown): unknown {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined
  return constraint === 'companies_name' ? problem('name_taken') : error
}

/** @throws Problem `name_taken` */
export async function insertCompany(tx: Transaction, id: string, fields: CompanyFields): Promise<void> {
  try {
    await tx.run(
      query.insertInto('organisation.companies').values({
        id,
        ...columnsOf(fields),
        status: fields.status,
        tier: fields.tier,
        verified: fields.verified,
        created_at: tx.now,
        ...changedNow(tx),
      }),
    )
  } catch (error) {
    throw nameTaken(error)
  }
}

/**
 * Writes every field, and raises the version.
 * @param reserved status, tier and verified flag, which only the super admin's role may write
 * @throws Problem `name_taken`
 */
export async function rewriteCompany(
  tx: Transaction,
  id: string,
  fields: Omit<CompanyFields, 'status' | 'tier' | 'verified'>,
  reserved: Pick<CompanyFields, 'status' | 'tier' | 'verified'> | null,
): Promise<void> {
  try {
    await tx.run(
      query
        .updateTable('organisation.companies')
        .set({ ...columnsOf(fields), ...reserved, ...changedNow(tx), version: sql`version + 1` })
        .where('id', '=', id),
    )
  } catch (error) {
    throw nameTaken(error)
  }
}

/** Archives the company with its fleets and ends its assignments. Returns whom that concerns. */
export async function archiveCompany(tx: Transaction, id: string): Promise<string[]> {
  await tx.run(
    query
      .updateTable('organisation.companies')
      .set({ archived_at: tx.now, ...changedNow(tx), version: sql`version + 1` })
      .where('id', '=', id),
  )
  await tx.run(
    query
      .updateTable('organisation.fleets')
      .set({ archived_at: tx.now, updated_at: tx.now, version: sql`version + 1` })
      .where('company_id', '=', id)
      .where('archived_at', 'is', null),
  )
  const assigned = await tx.rows(
    query
      .updateTable('organisation.assignments')
      .set({ archived_at: tx.now, is_primary: false })
      .where('company_id', '=', id)
      .where('archived_at', 'is', null)
      .returning('user_id'),
  )
  const guests = await tx.rows(
    query.deleteFrom('organisation.guest_vehicles').where('company_id', '=', id).returning('user_id'),
  )
  return [...new Set([...assigned, ...guests].map((row) => row.user_id))]
}

/** Fleets, drivers and users of a company, as far as the caller sees them. */
export async function countCompany(
  tx: Transaction,
  id: string,
  driverRoles: readonly string[],
): Promise<{ fleets: number; drivers: number; users: number }> {
  const [counts] = await tx.sql<{ fleets: number; drivers: number; users: number }>(
    `select
       (select count(*)::int from organisation.fleets where company_id = $1 and archived_at is null) as fleets,
       (select count(distinct user_id)::int from organisation.assignments
         where company_id = $1 and archived_at is null and role = any($2)) as drivers,
       (select count(*)::int from (
         select user_id from organisation.assignments where company_id = $1 and archived_at is null
         union select user_id from organisation.guest_vehicles where company_id = $1) as people) as users`,
    [id, driverRoles],
  )
  return counts ?? { fleets: 0, drivers: 0, users: 0 }
}

const managerName = sql<string | null>`(
  select people.display_name from organisation.assignments
  join identity.people on people.id = assignments.user_id
  where assignments.fleet_id = fleets.id and assignments.role = 'fleet_manager'
    and assignments.is_active and assignments.archived_at is null
  order by assignments.is_primary desc, assignments.assigned_at, assignments.id limit 1)`
const liveFleets = query.selectFrom('organisation.fleets').where('archived_at', 'is', null)
const fleetColumns = [
  'id',
  'company_id',
  'is_active',
  'name',
  'description',
  'service_types as serviceTypes',
  'version',
] as const

/** A fleet within the caller's scopes; null for foreign and unknown ids alike. */
export async function findFleet(tx: Transaction, id: string): Promise<Fleet | null> {
  const fleet = await tx.first(
    liveFleets.select(fleetColumns).select(managerName.as('manager')).where('id', '=', id),
  )
  return fleet ?? null
}

export interface FleetFilter {
  company_id?: string
  search: string
  order: 'asc' | 'desc'
  page: number
  size: number
}

export async function findFleets(
  tx: Transaction,
  filter: FleetFilter,
): Promise<{ items: Fleet[]; total: number }> {
  let matching = liveFleets
  if (filter.company_id) matching = matching.where('company_id', '=', filter.company_id)
  if (filter.search)
    matching = matching.where(sql<boolean>`strpos(lower(name), ${filter.search.toLowerCase()}) > 0`)
  const { total } = await tx.one(matching.select(({ fn }) => fn.countAll<number>().as('total')))
  const items = await tx.rows(
    matching
      .select(fleetColumns)
      .select(managerName.as('manager'))
      .orderBy(byName, filter.order)
      .orderBy('id')
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items, total }
}

export async function insertFleet(
  tx: Transaction,
  fleet: {
    id: string
    companyId: string
    name: string
    description: string | null
    isActive: boolean
    serviceTypes: string[]
  },
): Promise<void> {
  await tx.run(
    query.insertInto('organisation.fleets').values({
      id: fleet.id,
      company_id: fleet.companyId,
      name: fleet.name,
      description: fleet.description,
      is_active: fleet.isActive,
      service_types: fleet.serviceTypes,
      created_at: tx.now,
      updated_at: tx.now,
    }),
  )
}
