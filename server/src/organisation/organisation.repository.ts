import { searchWords } from '@rumbo/contract/fold-text'
import type { Company, listCompanies } from '@rumbo/contract/organisation.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type * as z from 'zod'
import { constraintOf } from '../platform/database/constraint-of.ts'
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
  'history_days as historyDays',
  'road_speed_limits as roadSpeedLimits',
  'currency',
  'status',
  'tier',
  'verified',
  'created_at as createdAt',
  'version',
] as const

/** A company without its counts, with the user who changed it last. */
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

/** Locks the row until the transaction ends. */
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
  history_days: fields.historyDays,
  road_speed_limits: fields.roadSpeedLimits,
  currency: fields.currency,
})
const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by: tx.actor?.userId ?? null,
  updated_by_name: tx.actor?.displayName ?? null,
})

function nameTaken(error: unknown): unknown {
  const constraint = constraintOf(error)
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
 * Writes every field and increments the version.
 * @param reserved status, tier and verified flag, which only the super admin role may write
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

/** Waits for transactions that add vehicles to the company's fleets, and blocks new ones until this one ends. */
export async function lockFleetsOf(tx: Transaction, companyId: string): Promise<void> {
  await tx.sql(
    'select id from organisation.fleets where company_id = $1 and archived_at is null order by id for update',
    [companyId],
  )
}

/** Archives the company with its fleets and ends its assignments. Returns the affected users. */
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

export type CompanyFilter = z.output<NonNullable<typeof listCompanies.query>>

const accents = 'áàâäãåéèêëíìîïóòôöõúùûüñç'
const plain = 'aaaaaaeeeeiiiiooooouuuunc'
const searched = sql<string>`translate(lower(concat_ws(' ', name, legal_name, tax_id, email, phone, city)), ${accents}, ${plain})`
const sortOf = {
  name: sql`name collate "es-x-icu"`,
  createdAt: sql`created_at`,
  status: sql`array_position(array['active', 'pending', 'suspended', 'inactive'], status)`,
  tier: sql`array_position(array['starter', 'professional', 'enterprise'], tier)`,
}

/** A page of the companies within the caller's scopes that match the filter, and their total number. */
export async function findCompanyPage(
  tx: Transaction,
  filter: CompanyFilter,
): Promise<{ items: CompanyRow[]; total: number }> {
  const only = <Query extends typeof liveCompanies>(matching: Query) => {
    let narrowed = matching
    if (filter.status?.length) narrowed = narrowed.where('status', 'in', filter.status) as Query
    if (filter.type?.length) narrowed = narrowed.where('type', 'in', filter.type) as Query
    for (const word of searchWords(filter.search))
      narrowed = narrowed.where(sql<boolean>`strpos(${searched}, ${word}) > 0`) as Query
    return narrowed
  }
  const { total } = await tx.one(only(liveCompanies).select(({ fn }) => fn.countAll<number>().as('total')))
  const items = await tx.rows(
    only(liveCompanies)
      .select(companyColumns)
      .select(['updated_at as updatedAt', 'updated_by_name as updatedByName'])
      .orderBy(sortOf[filter.sort], filter.order)
      .orderBy(byName)
      .orderBy('id')
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: items as CompanyRow[], total: Number(total) }
}

/** The currency of a live company, locked until the transaction ends. Lock it before fleets. */
export async function lockCurrency(tx: Transaction, companyId: string): Promise<string | null> {
  const [row] = await tx.sql<{ currency: string | null }>(
    'select organisation.hold_currency($1) as currency',
    [companyId],
  )
  return row?.currency ?? null
}
