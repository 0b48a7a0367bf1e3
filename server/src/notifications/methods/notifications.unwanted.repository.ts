import { isOfFleet } from '../../directory/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Roles of drivers reach what is about themselves; keep equal to organisation.rules. */
const isStillReached = `exists (
  select from identity.people p join identity.users u on u.id = p.id and u.archived_at is null
   where p.id = n.user_id and p.status = 'active' and (
     p.level = 'super_admin'
     or exists (select from organisation.guest_vehicles g where g.user_id = p.id and g.vehicle_id = n.vehicle_id)
     or exists (select from organisation.assignments a where a.user_id = p.id and a.company_id = n.company_id
       and a.is_active and a.archived_at is null and (a.fleet_id = n.fleet_id or a.fleet_id is null or p.level = 'admin')
       and (a.role not in ('primary_driver', 'secondary_driver') or n.topic = 'services' or n.audience = 'driver'))))`

/** A private message, which only staff of the company get. */
const isStillMember = `exists (
  select from identity.people p join identity.users u on u.id = p.id and u.archived_at is null
   where p.id = n.user_id and p.status = 'active' and (p.level = 'super_admin'
     or exists (select from organisation.assignments a where a.user_id = p.id and a.company_id = n.company_id
       and a.is_active and a.archived_at is null)))`

/** Contacts that are called in emergencies are those of the fleet of today. */
const isStillContact = `exists (
  select from directory.contacts c where c.id = n.contact_id and c.archived_at is null and c.status = 'active'
    and (n.audience <> 'sos' or ${isOfFleet('c.id', 'n.fleet_id')}))`

/** Why a notification `n` is not to be sent any more; null where it is. */
const reason = `case
  when n.kind = 'escalation'
    and not exists (select from events.events e where e.id = n.event_id and e.status = 'active') then 'attended'
  when n.user_id is not null and n.fleet_id is not null and not ${isStillReached} then 'no_access'
  when n.contact_id is not null and not ${isStillContact} then 'no_access'
  when n.kind = 'message' and n.fleet_id is null and not ${isStillMember} then 'no_access' end`

/**
 * Why deliveries of notifications are not to be sent any more: their recipient lost the access to what they are about, or
 * somebody attended to the event of an escalation meanwhile. One with several notifications is sent while one of them is
 * wanted. Under the system role.
 */
export async function findUnwantedDeliveries(
  tx: Transaction,
  claimed: readonly { id: string; kind: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = claimed.filter(({ kind }) => kind === 'notification').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.sql<{ id: string; reason: string }>(
    `select id, min(reason) as reason from (
       select r.delivery_id as id, ${reason} as reason
       from notifications.reach r join notifications.notifications n on n.id = r.notification_id
       where r.delivery_id = any($1::uuid[])) judged
     group by id having bool_and(reason is not null)`,
    [ids],
  )
  return new Map(rows.map((row) => [row.id, row.reason]))
}

/** Those of the notifications that are not to be sent any more, such as what waited until quiet hours were over. */
export async function findUnwanted(
  tx: Transaction,
  notificationIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.sql<{ id: string }>(
    `select n.id from notifications.notifications n where n.id = any($1::uuid[]) and ${reason} is not null`,
    [notificationIds],
  )
  return new Set(rows.map(({ id }) => id))
}
