import type { NotificationMethod, NotificationStatus } from '@rumbo/contract/notifications.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

const listed = 50

export interface ActivityRow {
  notificationId: string
  recipient: string
  audience: string
  title: string
  count: number
  createdAt: Date
  /** Null also where a colleague attended to it instead. */
  readAt: Date | null
  reach: { method: NotificationMethod; status: NotificationStatus; detail: string | null }[]
}

/** The last notifications of a rule, in these fleets; null: in all. Under the system role. */
export const findActivity = (
  tx: Transaction,
  ruleId: string,
  fleetIds: readonly string[] | null,
): Promise<ActivityRow[]> =>
  tx.sql<ActivityRow>(
    `select n.id as "notificationId", n.recipient, n.audience, n.title, n.count, n.created_at as "createdAt",
       case when n.attended_as is null then n.read_at end as "readAt", coalesce(jsonb_agg(jsonb_build_object('method', r.method, 'status', r.status, 'detail', r.detail)
         order by r.method, r.at) filter (where r.method is not null), '[]') as reach
     from notifications.notifications n left join notifications.reach r on r.notification_id = n.id
     where n.rule_id = $1 and ($2::uuid[] is null or n.fleet_id is null or n.fleet_id = any($2::uuid[]))
     group by n.id order by n.created_at desc, n.id limit $3`,
    [ruleId, fleetIds, listed],
  )
