import { v7 as uuid } from 'uuid'
import type { Transaction } from '../platform/database/transaction.ts'
import type { PlannedContact, RowContact } from './directory.import.rules.ts'

/** Column by field, for the optional fields of a row; names, telephone, role and status are required. */
const optionalColumns = {
  middleName: 'middle_name',
  secondaryPhone: 'secondary_phone',
  email: 'email',
  secondaryEmail: 'secondary_email',
  companyName: 'company_name',
  jobTitle: 'job_title',
  department: 'department',
  specialty: 'specialty',
  emergencyContact: 'emergency_contact',
  emergencyPhone: 'emergency_phone',
  medicalInfo: 'medical_info',
  notes: 'notes',
} as const satisfies Partial<Record<keyof RowContact, string>>
const columnOf = {
  firstName: 'first_name',
  lastName: 'last_name',
  primaryPhone: 'primary_phone',
  role: 'role',
  status: 'status',
  ...optionalColumns,
} as const satisfies Record<keyof RowContact, string>
const fields = Object.keys(columnOf) as (keyof RowContact)[]
const columns = fields.map((field) => columnOf[field])
const recordset = `jsonb_to_recordset($1::jsonb) as given(id uuid, ${columns.map((column) => `${column} text`).join(', ')})`

const insertContacts = `
  insert into directory.contacts (id, company_id, ${columns.join(', ')}, created_at, updated_at, updated_by, updated_by_name)
  select id, $2, ${columns
    .map((column) =>
      column === 'role'
        ? "coalesce(role, 'client')"
        : column === 'status'
          ? "coalesce(status, 'active')"
          : column,
    )
    .join(', ')}, $3, $3, $4, $5
  from ${recordset}`
const updateContacts = `
  update directory.contacts
  set ${columns.map((column) => `${column} = coalesce(given.${column}, contacts.${column})`).join(', ')},
    updated_at = $3, updated_by = $4, updated_by_name = $5, version = version + 1
  from ${recordset}
  where contacts.id = given.id and contacts.company_id = $2 and contacts.archived_at is null`
const saveAddresses = `
  insert into directory.addresses (contact_id, company_id, type, line1, line2, city, state, postal_code, country, latitude, longitude)
  select "contactId", $2, type, line1, line2, city, state, "postalCode", country, latitude, longitude
  from jsonb_to_recordset($1::jsonb) as given("contactId" uuid, type text, line1 text, line2 text, city text, state text,
    "postalCode" text, country text, latitude double precision, longitude double precision)
  on conflict (contact_id, type) do update set line1 = excluded.line1, line2 = excluded.line2, city = excluded.city,
    state = excluded.state, postal_code = excluded.postal_code, country = excluded.country,
    latitude = excluded.latitude, longitude = excluded.longitude`

/** The oldest contact of the company for each of these telephones, by digits. */
export async function findByPhones(
  tx: Transaction,
  companyId: string,
  digits: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.sql<{ id: string; phone_digits: string }>(
    `select distinct on (phone_digits) phone_digits, id from directory.contacts
     where company_id = $1 and archived_at is null and phone_digits = any($2) and phone_digits <> ''
     order by phone_digits, created_at, id`,
    [companyId, digits],
  )
  return new Map(rows.map((row) => [row.phone_digits, row.id]))
}

/** Writes contacts with their addresses, with one statement for added and one for changed contacts. */
export async function writeContacts(
  tx: Transaction,
  companyId: string,
  contacts: readonly PlannedContact[],
): Promise<void> {
  const given = contacts.map((one) => ({ ...one, id: one.id ?? uuid(), isNew: one.id === null }))
  const by = [companyId, tx.now, tx.actor?.userId ?? null, tx.actor?.displayName ?? null]
  for (const isNew of [true, false]) {
    const rows = given.filter((one) => one.isNew === isNew)
    if (rows.length === 0) continue
    const records = rows.map(({ id, contact }) => ({
      id,
      ...Object.fromEntries(fields.map((field) => [columnOf[field], contact[field] ?? null])),
    }))
    await tx.sql(isNew ? insertContacts : updateContacts, [JSON.stringify(records), ...by])
  }
  const addresses = given.flatMap(({ id, addresses }) =>
    [...addresses.values()].map((address) => ({ contactId: id, ...address })),
  )
  if (addresses.length > 0) await tx.sql(saveAddresses, [JSON.stringify(addresses), companyId])
}
