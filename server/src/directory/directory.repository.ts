import {
  addressTypes,
  type Contact,
  type ContactAddress,
  type listContacts,
} from '@rumbo/contract/directory.contract'
import type { ParsedOf } from '@rumbo/contract/endpoint'
import { searchWords } from '@rumbo/contract/fold-text'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'
import {
  addressOf,
  addressValues,
  type ContactFields,
  type ContactRow,
  contactColumns,
  contactOf,
  type LinkedUser,
  valuesOf,
} from './directory.rows.ts'
import { phoneDigits } from './directory.rules.ts'

export type ContactFilter = Pick<
  ParsedOf<typeof listContacts>['query'],
  'search' | 'companyId' | 'role' | 'status' | 'verified' | 'view'
>

const live = query.selectFrom('directory.contacts').where('archived_at', 'is', null)
const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by: tx.actor?.userId ?? null,
  updated_by_name: tx.actor?.displayName ?? null,
})

/** Condition for live contacts that match the filter; row-level security limits them to the caller's. */
function matchingContacts(filter: ContactFilter) {
  let matching = live
  if (filter.companyId) matching = matching.where('company_id', '=', filter.companyId)
  if (filter.role?.length) matching = matching.where('role', 'in', filter.role)
  if (filter.status?.length) matching = matching.where('status', 'in', filter.status)
  if (filter.verified) {
    matching = matching.where(({ eb, or }) =>
      or([eb('phone_verified', '=', true), eb('email_verified', '=', true)]),
    )
  }
  if (filter.view === 'system-users') matching = matching.where('user_id', 'is not', null)
  for (const word of searchWords(filter.search)) {
    const inText = sql<boolean>`strpos(search_text, ${word}) > 0`
    const digits = phoneDigits(word)
    matching = matching.where(
      /^[\d+().-]+$/.test(word) && digits !== ''
        ? sql<boolean>`(${inText} or strpos(search_digits, ${digits}) > 0)`
        : inText,
    )
  }
  return matching
}

const byText = (column: string) => sql`${sql.ref(column)} collate "es-x-icu"`
const contactOrder = {
  lastName: [byText('last_name'), byText('first_name')],
  firstName: [byText('first_name'), byText('last_name')],
  role: [sql.ref('role'), byText('last_name'), byText('first_name')],
  status: [sql.ref('status'), byText('last_name'), byText('first_name')],
  createdAt: [sql.ref('created_at')],
} as const

/** A page of the contacts in the caller's companies that match the filter, and their total number. */
export async function findContacts(tx: Transaction, filter: ParsedOf<typeof listContacts>['query']) {
  const matching = matchingContacts(filter)
  const counted = matching.select(({ fn }) => fn.countAll<number>().as('total'))
  let page = matching.select(contactColumns)
  for (const column of contactOrder[filter.sort]) page = page.orderBy(column, filter.order)
  page = page
    .orderBy('id', filter.order)
    .limit(filter.size)
    .offset((filter.page - 1) * filter.size)
  if (filter.search === '') {
    const { total } = await tx.one(counted)
    return { items: await wholeContacts(tx, await tx.rows(page)), total: Number(total) }
  }
  // No index finds parts of words, so one scan both counts and pages.
  const rows = await tx.rows(page.select(sql<number>`count(*) over ()`.as('total')))
  const total = rows[0]?.total ?? (filter.page > 1 ? (await tx.one(counted)).total : 0)
  return { items: await wholeContacts(tx, rows), total: Number(total) }
}

/** Streams all contacts that match the filter, ordered by name, from one snapshot. */
export async function* streamContacts(
  tx: Transaction,
  filter: ContactFilter,
  size: number,
): AsyncGenerator<{ contacts: Contact[]; total: number }> {
  const matching = matchingContacts(filter)
  const { total } = await tx.one(matching.select(({ fn }) => fn.countAll<number>().as('total')))
  let ordered = matching.select(contactColumns)
  for (const column of contactOrder.lastName) ordered = ordered.orderBy(column)
  const cursor = ordered.orderBy('id').compile()
  await tx.sql(`declare streamed no scroll cursor for ${cursor.sql}`, cursor.parameters)
  for (;;) {
    const rows = await tx.sql<ContactRow>(`fetch ${size} from streamed`)
    if (rows.length === 0) return
    yield { contacts: await wholeContacts(tx, rows), total: Number(total) }
  }
}

/** The contacts of these rows with addresses and linked users, with one query each. */
async function wholeContacts(tx: Transaction, rows: readonly ContactRow[]): Promise<Contact[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const addresses = new Map<string, ContactAddress[]>()
  const kept = await tx.rows(
    query.selectFrom('directory.addresses').selectAll().where('contact_id', 'in', ids),
  )
  for (const row of kept)
    addresses.set(row.contact_id, [...(addresses.get(row.contact_id) ?? []), addressOf(row)])
  const linked = rows.some((row) => row.user_id !== null)
    ? await tx.rows(query.selectFrom('directory.linked_users').selectAll().where('contact_id', 'in', ids))
    : []
  const users = new Map(linked.map(({ contact_id, ...user }) => [contact_id, user as LinkedUser]))
  return rows.map((row) =>
    contactOf(
      row,
      (addresses.get(row.id) ?? []).sort(
        (a, b) => addressTypes.indexOf(a.type) - addressTypes.indexOf(b.type),
      ),
      users.get(row.id) ?? null,
    ),
  )
}

const whole = async (tx: Transaction, row: ContactRow | undefined) =>
  row ? { row, contact: (await wholeContacts(tx, [row]))[0] as Contact } : null

/** A live contact the caller may read. */
export async function findContact(tx: Transaction, id: string): Promise<Contact | null> {
  return (await whole(tx, await tx.first(live.select(contactColumns).where('id', '=', id))))?.contact ?? null
}

/** Until the transaction ends, nobody else adds a caller with this phone. */
export const lockPhone = (tx: Transaction, companyId: string, digits: string) =>
  tx.sql('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`caller ${companyId} ${digits}`])

/** The live contacts of a company with this primary phone, by its digits. */
export async function findByPhone(tx: Transaction, companyId: string, digits: string): Promise<Contact[]> {
  return wholeContacts(
    tx,
    await tx.rows(
      live
        .select(contactColumns)
        .where('company_id', '=', companyId)
        .where('phone_digits', '=', digits)
        .orderBy('created_at')
        .limit(20),
    ),
  )
}

/** A contact with the user who changed it last, locked until the transaction ends; null if the caller may not change it. */
export async function lockContact(tx: Transaction, id: string) {
  return whole(tx, await tx.first(live.select(contactColumns).where('id', '=', id).forUpdate()))
}

export async function insertContact(
  tx: Transaction,
  contact: { id: string; companyId: string; addresses: readonly ContactAddress[] } & ContactFields,
): Promise<void> {
  await tx.run(
    query.insertInto('directory.contacts').values({
      id: contact.id,
      company_id: contact.companyId,
      ...valuesOf(contact),
      created_at: tx.now,
      ...changedNow(tx),
    }),
  )
  await insertAddresses(tx, contact.id, contact.companyId, contact.addresses)
}

/** Replaces a contact's fields and all of its addresses. */
export async function rewriteContact(
  tx: Transaction,
  { id, companyId }: { id: string; companyId: string },
  fields: ContactFields,
  addresses: readonly ContactAddress[],
): Promise<void> {
  await tx.run(
    query
      .updateTable('directory.contacts')
      .set({ ...valuesOf(fields), ...changedNow(tx), version: sql`version + 1` })
      .where('id', '=', id),
  )
  await tx.run(query.deleteFrom('directory.addresses').where('contact_id', '=', id))
  await insertAddresses(tx, id, companyId, addresses)
}

async function insertAddresses(
  tx: Transaction,
  contactId: string,
  companyId: string,
  addresses: readonly ContactAddress[],
): Promise<void> {
  if (addresses.length === 0) return
  await tx.run(
    query
      .insertInto('directory.addresses')
      .values(addresses.map((address) => addressValues(contactId, companyId, address))),
  )
}

/** Archives a contact and unlinks its user. Under the system role. */
export async function archiveContact(tx: Transaction, id: string): Promise<void> {
  await tx.run(
    query
      .updateTable('directory.contacts')
      .set({ archived_at: tx.now, user_id: null, ...changedNow(tx), version: sql`version + 1` })
      .where('id', '=', id),
  )
}

/** Links a contact to a user, or unlinks it (null). Under the system role. */
export async function saveLink(tx: Transaction, id: string, userId: string | null): Promise<void> {
  await tx.run(
    query
      .updateTable('directory.contacts')
      .set({ user_id: userId, ...changedNow(tx), version: sql`version + 1` })
      .where('id', '=', id),
  )
}

/** Name and company of the contacts linked to these users, by user id. */
export async function contactsOf(
  tx: Transaction,
  userIds: readonly string[],
): Promise<Map<string, { id: string; name: string; companyId: string }>> {
  if (userIds.length === 0) return new Map()
  const rows = await tx.rows(
    live
      .select(['id', 'company_id', 'first_name', 'last_name', 'user_id'])
      .where('user_id', 'in', [...userIds]),
  )
  return new Map(
    rows.map((row) => [
      row.user_id ?? '',
      { id: row.id, name: `${row.first_name} ${row.last_name}`.trim(), companyId: row.company_id },
    ]),
  )
}

/** The contact linked to a user; null if there is none that the caller may read. */
export async function contactOfUser(tx: Transaction, userId: string) {
  return (await contactsOf(tx, [userId])).get(userId) ?? null
}
