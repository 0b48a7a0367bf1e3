import type { Contact, directoryRoles, directoryStatuses } from '@rumbo/contract/directory.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

interface ContactFilter {
  page: number
  size: number
  sort: 'lastName' | 'firstName'
  order: 'asc' | 'desc'
  search: string
  companyId?: string
  role?: (typeof directoryRoles)[number]
  status?: (typeof directoryStatuses)[number]
}
export interface NewContact {
  id: string
  companyId: string
  firstName: string
  middleName: string | null
  lastName: string
  primaryPhone: string
  email: string | null
  role: (typeof directoryRoles)[number]
}

const live = query.selectFrom('directory.contacts').where('archived_at', 'is', null)
const columns = [
  'id',
  'company_id',
  'first_name',
  'middle_name',
  'last_name',
  'primary_phone',
  'email',
  'role',
  'status',
  'created_at',
  'version',
] as const

interface ContactRow {
  id: string
  company_id: string
  first_name: string
  middle_name: string | null
  last_name: string
  primary_phone: string
  email: string | null
  role: string
  status: string
  created_at: Date
  version: number
}
const contactOf = (row: ContactRow): Contact => ({
  id: row.id,
  companyId: row.company_id,
  firstName: row.first_name,
  middleName: row.middle_name,
  lastName: row.last_name,
  primaryPhone: row.primary_phone,
  email: row.email,
  role: row.role as Contact['role'],
  status: row.status as Contact['status'],
  createdAt: row.created_at.toISOString(),
  version: row.version,
})

const sortColumn = { lastName: 'last_name', firstName: 'first_name' } as const

/** Contacts the filter matches within the caller's companies, and how many there are in all. */
export async function findContacts(tx: Transaction, filter: ContactFilter) {
  let matching = live
  if (filter.companyId) matching = matching.where('company_id', '=', filter.companyId)
  if (filter.role) matching = matching.where('role', '=', filter.role)
  if (filter.status) matching = matching.where('status', '=', filter.status)
  for (const word of filter.search.toLowerCase().split(/\s+/).filter(Boolean)) {
    matching = matching.where(sql<boolean>`strpos(search_text, ${word}) > 0`)
  }
  const { total } = await tx.one(matching.select(({ fn }) => fn.countAll<number>().as('total')))
  const rows = await tx.rows(
    matching
      .select(columns)
      .orderBy(sql`${sql.ref(sortColumn[filter.sort])} collate "es-x-icu"`, filter.order)
      .orderBy('id')
      .limit(filter.size)
      .offset((filter.page - 1) * filter.size),
  )
  return { items: rows.map(contactOf), total: Number(total) }
}

export async function findContact(tx: Transaction, id: string): Promise<Contact | null> {
  const row = await tx.first(live.select(columns).where('id', '=', id))
  return row ? contactOf(row) : null
}

export async function insertContact(tx: Transaction, contact: NewContact): Promise<Contact> {
  const row = await tx.one(
    query
      .insertInto('directory.contacts')
      .values({
        id: contact.id,
        company_id: contact.companyId,
        first_name: contact.firstName,
        middle_name: contact.middleName,
        last_name: contact.lastName,
        primary_phone: contact.primaryPhone,
        email: contact.email,
        role: contact.role,
        created_at: tx.now,
        updated_at: tx.now,
      })
      .returning(columns),
  )
  return contactOf(row)
}
