import type { Tier } from '@rumbo/contract/features'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface Person {
  userId: string
  name: string
  language: 'es' | 'en'
}
export interface ContactPerson {
  contactId: string
  companyId: string
  name: string
  role: string
  email: string | null
  phone: string | null
  language: 'es' | 'en'
  /** Of the vehicles the contact is linked to; null: the contact is one of the whole company. */
  fleetIds: string[] | null
}

/** Guests of vehicles. */
export const findGuestsOf = (
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<(Person & { vehicleId: string })[]> =>
  tx.sql(
    `select held.vehicle_id as "vehicleId", people.id as "userId", people.display_name as name, users.language
     from organisation.guest_vehicles held
     join identity.people on people.id = held.user_id and people.status = 'active'
     join identity.users on users.id = people.id and users.archived_at is null
     where held.vehicle_id = any($1::uuid[])`,
    [vehicleIds],
  )

/** The users who drive vehicles at this moment, by their running shifts. */
export const findDriversOf = (
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<(Person & { vehicleId: string })[]> =>
  tx.sql(
    `select shift.vehicle_id as "vehicleId", people.id as "userId", people.display_name as name, users.language
     from shifts.shifts shift
     join directory.contacts driver on driver.id = shift.driver_id and driver.archived_at is null
     join identity.people on people.id = driver.user_id and people.status = 'active'
     join identity.users on users.id = people.id and users.archived_at is null
     where shift.vehicle_id = any($1::uuid[]) and shift.status = 'running'`,
    [vehicleIds],
  )

/** The active users that contacts of the directory are. */
export const findUsersOfContacts = (
  tx: Transaction,
  contactIds: readonly string[],
): Promise<(Person & { contactId: string })[]> =>
  tx.sql(
    `select contact.id as "contactId", people.id as "userId", people.display_name as name, users.language
     from directory.contacts contact
     join identity.people on people.id = contact.user_id and people.status = 'active'
     join identity.users on users.id = people.id and users.archived_at is null
     where contact.id = any($1::uuid[]) and contact.archived_at is null`,
    [contactIds],
  )

/** The names of those who drive vehicles at this moment. */
export const findDriverNames = (
  tx: Transaction,
  vehicleIds: readonly string[],
): Promise<{ vehicleId: string; name: string }[]> =>
  tx.sql(
    `select shift.vehicle_id as "vehicleId", concat_ws(' ', driver.first_name, driver.last_name) as name
     from shifts.shifts shift join directory.contacts driver on driver.id = shift.driver_id
     where shift.vehicle_id = any($1::uuid[]) and shift.status = 'running'`,
    [vehicleIds],
  )

/** Those of these users who are active super admins. */
export const findSuperAdminsOf = (tx: Transaction, userIds: readonly string[]): Promise<Person[]> =>
  tx.sql(
    `select people.id as "userId", people.display_name as name, users.language
     from identity.people join identity.users on users.id = people.id and users.archived_at is null
     where people.id = any($1::uuid[]) and people.level = 'super_admin' and people.status = 'active'`,
    [userIds],
  )

/** Those of these users who are active staff of a company by any assignment, or super admins. */
export const findMembersOf = (
  tx: Transaction,
  companyId: string,
  userIds: readonly string[],
): Promise<Person[]> =>
  tx.sql(
    `select people.id as "userId", people.display_name as name, users.language
     from identity.people join identity.users on users.id = people.id and users.archived_at is null
     where people.id = any($2::uuid[]) and people.status = 'active' and (people.level = 'super_admin' or exists (
       select from organisation.assignments held where held.user_id = people.id and held.company_id = $1
         and held.is_active and held.archived_at is null))`,
    [companyId, userIds],
  )

/** Of the account of a contact `c`, or with the same address; otherwise what most of the company's staff read. */
const contactLanguage = `coalesce(
  (select users.language from identity.users join identity.people on people.id = users.id and people.status = 'active'
   where users.archived_at is null and (users.id = c.user_id or lower(users.email) = lower(c.email))
   order by (users.id = c.user_id) desc nulls last limit 1),
  (select mode() within group (order by users.language desc) from organisation.assignments held
   join identity.users on users.id = held.user_id and users.archived_at is null
   where held.company_id = c.company_id and held.is_active and held.archived_at is null),
  'es')`

/** Active contacts of companies: those of these ids, and those with one of the roles. */
export const findContactsOf = (
  tx: Transaction,
  asked: { companyIds: readonly string[]; ids: readonly string[]; roles: readonly string[] },
): Promise<ContactPerson[]> =>
  tx.sql(
    `select id as "contactId", company_id as "companyId", concat_ws(' ', first_name, last_name) as name, role, email,
       nullif(primary_phone, '') as phone, ${contactLanguage} as language,
       (select array_agg(distinct link.fleet_id) from vehicles.contacts link where link.contact_id = c.id) as "fleetIds"
     from directory.contacts c
     where company_id = any($1::uuid[]) and (id = any($2::uuid[]) or role = any($3::text[]))
       and archived_at is null and status = 'active'
     order by company_id, role, last_name, id`,
    [asked.companyIds, asked.ids, asked.roles],
  )

/** Who is on duty in fleets. */
export const findOnDutyOf = (
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<{ fleetId: string; userId: string }[]> =>
  tx.sql(
    `select fleet_id as "fleetId", user_id as "userId" from notifications.duty
     where fleet_id = any($1::uuid[]) and until > $2 and since <= $2`,
    [fleetIds, tx.now],
  )

/** Names, plates, fleets and companies of vehicles, for the texts. */
export interface PlaceNames {
  fleetId: string
  fleetName: string
  companyName: string
  timeZone: string
  tier: Tier
}
export const findPlaceNames = (tx: Transaction, fleetIds: readonly string[]): Promise<PlaceNames[]> =>
  tx.sql(
    `select fleets.id as "fleetId", fleets.name as "fleetName", companies.name as "companyName",
       companies.time_zone as "timeZone", companies.tier
     from organisation.fleets join organisation.companies on companies.id = fleets.company_id
     where fleets.id = any($1::uuid[])`,
    [fleetIds],
  )

/** The language a user reads Rumbo in. */
export async function languageOf(tx: Transaction, userId: string): Promise<'es' | 'en'> {
  const [row] = await tx.sql<{ language: 'es' | 'en' }>('select language from identity.users where id = $1', [
    userId,
  ])
  return row?.language ?? 'es'
}

/** The language a contact of the directory is written to in. */
export async function languageOfContact(tx: Transaction, contactId: string): Promise<'es' | 'en'> {
  const [row] = await tx.sql<{ language: 'es' | 'en' }>(
    `select ${contactLanguage} as language from directory.contacts c where c.id = $1`,
    [contactId],
  )
  return row?.language ?? 'es'
}
