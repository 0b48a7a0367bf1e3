import type {
  ChosenMethod,
  NotificationTopic,
  TopicPreference,
} from '@rumbo/contract/notifications.preferences.contract'
import type { HoursWindow } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { priorityOf, priorityOrder } from '../notifications.priorities.rules.ts'
import type { MissingAddress } from './notifications.methods.rules.ts'

/** Where and when a user wants to be reached. */
export interface Reachable {
  userId: string
  /** Of the account, where it is verified: notifications go to no other address. */
  email: string | null
  phone: string | null
  /** Whether the account has one that is not verified. */
  hasUnverifiedEmail: boolean
  hasUnverifiedPhone: boolean
  hasBrowser: boolean
  quietWindows: HoursWindow[] | null
}

/** Under the system role, as everything here. */
export const findReachable = (tx: Transaction, userIds: readonly string[]): Promise<Reachable[]> =>
  tx.sql<Reachable>(
    `select users.id as "userId", case when users.email_verified_at is not null then users.email end as email,
       case when users.phone_verified_at is not null then users.phone end as phone,
       users.email_verified_at is null as "hasUnverifiedEmail",
       users.phone is not null and users.phone_verified_at is null as "hasUnverifiedPhone",
       exists (select from notifications.push_subscriptions s where s.user_id = users.id) as "hasBrowser",
       quiet.windows as "quietWindows"
     from identity.users left join notifications.quiet_hours quiet on quiet.user_id = users.id
     where users.id = any($1::uuid[])`,
    [userIds],
  )

/** Where a user is reached by a method, or why not. */
export function addressOfUser(
  user: Reachable | undefined,
  method: ChosenMethod,
): { address: string } | { missing: MissingAddress } {
  const has = { email: user?.hasUnverifiedEmail, sms: user?.hasUnverifiedPhone, push: false }
  const browser = user?.hasBrowser ? user.userId : null
  const address = { email: user?.email, sms: user?.phone, push: browser }[method] ?? null
  if (address !== null) return { address }
  return { missing: has[method] ? 'not_verified' : 'no_address' }
}

interface PreferenceRow {
  userId: string
  topic: NotificationTopic
  methods: ChosenMethod[]
  leastPriority: number
  digest: TopicPreference['digest']
}
export interface UserPreference extends TopicPreference {
  userId: string
}
export async function findPreferences(
  tx: Transaction,
  userIds: readonly string[],
): Promise<UserPreference[]> {
  const rows = await tx.sql<PreferenceRow>(
    `select user_id as "userId", topic, methods, least_priority as "leastPriority", digest
     from notifications.preferences where user_id = any($1::uuid[]) order by user_id, topic`,
    [userIds],
  )
  return rows.map((row) => ({ ...row, leastPriority: priorityOf(row.leastPriority) }))
}

/** Replaces what a person chose. */
export async function writePreferences(
  tx: Transaction,
  userId: string,
  topics: readonly TopicPreference[],
): Promise<void> {
  await tx.sql('delete from notifications.preferences where user_id = $1', [userId])
  for (const { topic, methods, leastPriority, digest } of topics)
    await tx.sql(
      `insert into notifications.preferences (user_id, topic, methods, least_priority, digest) values ($1, $2, $3, $4, $5)
       on conflict (user_id, topic) do update
         set methods = excluded.methods, least_priority = excluded.least_priority, digest = excluded.digest`,
      [userId, topic, methods, priorityOrder(leastPriority), digest],
    )
}

/** @param windows null: those of the company */
export async function writeQuietHours(
  tx: Transaction,
  userId: string,
  windows: readonly HoursWindow[] | null,
): Promise<void> {
  if (windows === null) await tx.sql('delete from notifications.quiet_hours where user_id = $1', [userId])
  else
    await tx.sql(
      `insert into notifications.quiet_hours (user_id, windows) values ($1, $2)
       on conflict (user_id) do update set windows = excluded.windows`,
      [userId, JSON.stringify(windows)],
    )
}

export interface CompanyQuiet {
  companyId: string
  timeZone: string
  windows: HoursWindow[]
  updatedAt: Date | null
}
export const findCompanyQuiet = (tx: Transaction, companyIds: readonly string[]): Promise<CompanyQuiet[]> =>
  tx.sql<CompanyQuiet>(
    `select c.id as "companyId", c.time_zone as "timeZone", coalesce(s.quiet_windows, '[]') as windows,
       case when s.quiet_windows <> '[]' then s.updated_at end as "updatedAt"
     from organisation.companies c left join notifications.company_settings s on s.company_id = c.id
     where c.id = any($1::uuid[])`,
    [companyIds],
  )

export async function writeCompanyQuiet(
  tx: Transaction,
  companyId: string,
  windows: readonly HoursWindow[],
): Promise<void> {
  await tx.sql(
    `insert into notifications.company_settings (company_id, quiet_windows, updated_at) values ($1, $2, $3)
     on conflict (company_id) do update set quiet_windows = excluded.quiet_windows, updated_at = excluded.updated_at`,
    [companyId, JSON.stringify(windows), tx.now],
  )
}

/**
 * Which default rules (null: another rule) come as digests in the companies that notify a person: as staff, as a guest, or
 * because a rule names them.
 */
export async function findDigestKeys(tx: Transaction, userId: string): Promise<(string | null)[]> {
  const rows = await tx.sql<{ key: string | null }>(
    `select distinct r.default_key as key from notifications.rules r
      where r.digest is not null and r.is_active and r.company_id in (
        select held.company_id from organisation.assignments held
         where held.user_id = $1 and held.is_active and held.archived_at is null
        union select held.company_id from organisation.guest_vehicles held where held.user_id = $1
        union select n.company_id from notifications.notifications n where n.user_id = $1)`,
    [userId],
  )
  return rows.map(({ key }) => key)
}

/** Sends a contact of the directory no digests any more. */
export async function endDigestsOfContact(tx: Transaction, contactId: string): Promise<void> {
  await tx.sql(
    `insert into notifications.digest_opt_outs (contact_id, created_at) values ($1, $2) on conflict do nothing`,
    [contactId, tx.now],
  )
}

/** Those of these contacts who want no digests. */
export async function findWithoutDigests(
  tx: Transaction,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (contactIds.length === 0) return new Set()
  const rows = await tx.sql<{ id: string }>(
    'select contact_id as id from notifications.digest_opt_outs where contact_id = any($1::uuid[])',
    [contactIds],
  )
  return new Set(rows.map(({ id }) => id))
}

/** Ends mails of these topics, and of those a person chose digests for: their notifications stay in the app. */
export async function endDigests(
  tx: Transaction,
  userId: string,
  topics: readonly NotificationTopic[],
): Promise<void> {
  await tx.sql(
    `insert into notifications.preferences as known (user_id, topic, methods, least_priority, digest)
     select $1, topic, '{sms,push}', 0, null from (
       select topic from notifications.preferences where user_id = $1 and digest <> 'each'
       union select unnest($2::text[])) as topics
     on conflict (user_id, topic) do update set methods = array_remove(known.methods, 'email'), digest = null`,
    [userId, topics],
  )
}
