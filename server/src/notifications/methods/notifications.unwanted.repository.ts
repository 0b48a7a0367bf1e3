import type { Transaction } from '../../platform/database/transaction.ts'

/**
 * Why deliveries of notifications are not to be sent any more: their recipient lost the access to what they are about, or
 * somebody attended to the event of an escalation meanwhile. Others are wanted. Under the system role.
 */
export async function findUnwantedDeliveries(
  tx: Transaction,
  claimed: readonly { id: string; kind: string }[],
): Promise<ReadonlyMap<string, string>> {
  const ids = claimed.filter(({ kind }) => kind === 'notification').map(({ id }) => id)
  if (ids.length === 0) return new Map()
  const rows = await tx.sql<{ id: string; reason: string }>(
    `select r.delivery_id as id,
       case when n.kind = 'escalation' then 'attended' else 'no_access' end as reason
     from notifications.reach r
     join notifications.notifications n on n.id = r.notification_id
     where r.delivery_id = any($1::uuid[]) and (
       (n.kind = 'escalation' and not exists (
          select from events.events e where e.id = n.event_id and e.status = 'active'))
       or (n.user_id is not null and n.fleet_id is not null and not exists (
          select from identity.people p join identity.users u on u.id = p.id and u.archived_at is null
           where p.id = n.user_id and p.status = 'active' and (
             p.level = 'super_admin'
             or exists (select from organisation.guest_vehicles g where g.user_id = p.id and g.vehicle_id = n.vehicle_id)
             or exists (select from organisation.assignments a where a.user_id = p.id and a.company_id = n.company_id
               and a.is_active and a.archived_at is null
               and (a.fleet_id = n.fleet_id or a.fleet_id is null or p.level = 'admin'))))))`,
    [ids],
  )
  return new Map(rows.map(({ id, reason }) => [id, reason]))
}
