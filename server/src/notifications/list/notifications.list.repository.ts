import type { ParsedOf } from '@rumbo/contract/endpoint'
import type {
  Attendance,
  listNotifications,
  Notification,
  NotificationStatus,
  UnreadCounts,
} from '@rumbo/contract/notifications.contract'
import { searchPatterns } from '../../platform/database/search-patterns.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { AskedInbox } from '../../platform/live/inboxes.ts'
import { priorityOf, priorityOrder } from '../notifications.priorities.rules.ts'
import { statusOf } from '../notifications.status.rules.ts'

export interface NotificationRow
  extends Omit<
    Notification,
    | 'priority'
    | 'status'
    | 'createdAt'
    | 'lastAt'
    | 'readAt'
    | 'acknowledgedAt'
    | 'canAcknowledge'
    | 'why'
    | 'attended'
  > {
  priority: number
  createdAt: Date
  lastAt: Date
  readAt: Date | null
  acknowledgedAt: Date | null
  attendedAs: Attendance | null
  attendedBy: string | null
  ruleName: string | null
  audience: string
  statuses: NotificationStatus[]
}

const columns = `n.id, n.company_id as "companyId", n.fleet_id as "fleetId", n.vehicle_id as "vehicleId",
  (select v.vehicle_number from vehicles.vehicles v where v.id = n.vehicle_id) as "vehicleNumber", n.kind, n.title, n.message,
  n.priority, n.type, n.count, n.created_at as "createdAt", n.last_at as "lastAt", n.read_at as "readAt",
  n.acknowledged_at as "acknowledgedAt", n.attended_as as "attendedAs", n.attended_by as "attendedBy", n.path, n.event_id as "eventId", n.service_id as "serviceId",
  n.rule_name as "ruleName", n.audience,
  array(select r.status from notifications.reach r where r.notification_id = n.id) as statuses`

/** @param isOpen whether the reader may acknowledge its event, which is active */
export const notificationOf = (row: NotificationRow, isOpen: boolean): Notification => {
  const { statuses, ruleName, audience, priority, createdAt, lastAt, readAt, acknowledgedAt, ...more } = row
  const { attendedAs, attendedBy, ...rest } = more
  return {
    ...rest,
    priority: priorityOf(priority),
    // One that a colleague attended to was not read by its recipient.
    status: statusOf(attendedAs === null ? readAt : null, statuses),
    createdAt: createdAt.toISOString(),
    lastAt: lastAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
    acknowledgedAt: acknowledgedAt?.toISOString() ?? null,
    attended: attendedAs === null || attendedBy === null ? null : { as: attendedAs, by: attendedBy },
    canAcknowledge: isOpen && acknowledgedAt === null,
    why: { rule: ruleName, audience },
  }
}

/** Whose notifications, and what of them the person still reaches; under the system role, as everything here. */
export interface Reader {
  userId: string
  /** Null: all fleets. */
  fleetIds: readonly string[] | null
  /** Fleets in which the person reaches only own vehicles; null: all, of a guest. */
  limitedFleetIds: readonly string[] | null
  vehicleIds: readonly string[]
}
const own = `n.user_id = $1 and n.is_in_app and ($2::uuid[] is null or n.fleet_id is null or n.fleet_id = any($2::uuid[]))
  and (n.fleet_id is null or n.fleet_id <> all($3::uuid[]) or n.vehicle_id = any($4::uuid[])
    or (n.vehicle_id is null and $3::uuid[] is not null))`
const readerValues = ({ userId, fleetIds, limitedFleetIds, vehicleIds }: Reader) => [
  userId,
  fleetIds,
  limitedFleetIds,
  vehicleIds,
]

type Query = ParsedOf<typeof listNotifications>['query']
const sorts = { lastAt: 'n.last_at', priority: 'n.priority' } as const

export async function findNotifications(
  tx: Transaction,
  reader: Reader,
  query: Query,
): Promise<{ rows: NotificationRow[]; total: number }> {
  const { isRead, priority, type, kind, vehicleId, from, to, search, sort, order, page, size } = query
  const where = `${own} and ($5::bool is null or (n.read_at is not null) = $5)
    and ($6::int2[] is null or n.priority = any($6)) and ($7::text[] is null or n.type = any($7))
    and ($8::text[] is null or n.kind = any($8)) and ($9::uuid is null or n.vehicle_id = $9)
    and ($10::timestamptz is null or n.last_at >= $10) and ($11::timestamptz is null or n.last_at < $11)
    and (cardinality($12::text[]) = 0 or
      lower(regexp_replace(normalize(n.title || ' ' || n.message, NFD), '[\\u0300-\\u036f]', '', 'g')) like all($12::text[]))`
  const values = [
    ...readerValues(reader),
    isRead ?? null,
    priority?.map(priorityOrder) ?? null,
    type ?? null,
    kind ?? null,
    vehicleId ?? null,
    from ?? null,
    to ?? null,
    searchPatterns(search),
  ]
  const [counted] = await tx.sql<{ total: number }>(
    `select count(*)::int as total from notifications.notifications n where ${where}`,
    values,
  )
  const rows = await tx.sql<NotificationRow>(
    `select ${columns} from notifications.notifications n where ${where}
     order by ${sorts[sort]} ${order}, n.last_at desc, n.id limit $13 offset $14`,
    [...values, size, (page - 1) * size],
  )
  return { rows, total: counted?.total ?? 0 }
}

export async function findNotification(
  tx: Transaction,
  reader: Reader,
  id: string,
): Promise<NotificationRow | undefined> {
  const [row] = await tx.sql<NotificationRow>(
    `select ${columns} from notifications.notifications n where ${own} and n.id = $5`,
    [...readerValues(reader), id],
  )
  return row
}

const pressing = `n.priority >= ${priorityOrder('urgent')}`
export async function countUnread(tx: Transaction, reader: Reader): Promise<UnreadCounts> {
  const [row] = await tx.sql<UnreadCounts>(
    `select count(*)::int as unread, (count(*) filter (where ${pressing}))::int as pressing
     from notifications.notifications n where ${own} and n.read_at is null`,
    readerValues(reader),
  )
  return row ?? { unread: 0, pressing: 0 }
}

/** @returns how many were unread before */
export async function markRead(
  tx: Transaction,
  reader: Reader,
  which: { ids?: readonly string[]; until?: string; isAcknowledged?: boolean },
): Promise<number> {
  const { ids = null, until = null, isAcknowledged = false } = which
  const [row] = await tx.sql<{ marked: number }>(
    `with marked as (
       update notifications.notifications n set read_at = coalesce(n.read_at, $5),
         acknowledged_at = case when $8 then coalesce(n.acknowledged_at, $5) else n.acknowledged_at end
       where ${own} and (n.read_at is null or ($8 and n.acknowledged_at is null)) and ($6::uuid[] is null or n.id = any($6)) and ($7::timestamptz is null or n.last_at <= $7)
       returning n.id),
     read as (
       update notifications.reach r set status = 'read', at = $5 from marked
        where r.notification_id = marked.id and r.method = 'in_app')
     select count(*)::int as marked from marked`,
    [...readerValues(reader), tx.now, ids, until, isAcknowledged],
  )
  return row?.marked ?? 0
}

/**
 * What waits for people: their counts, and the latest ones after a moment of each that were not sent before, pressing ones
 * first.
 */
export async function findInboxes(
  tx: Transaction,
  readers: readonly (Reader & Pick<AskedInbox, 'since' | 'sent'>)[],
  newest: number,
): Promise<{ userId: string; counts: UnreadCounts; rows: NotificationRow[] }[]> {
  const inboxes = []
  for (const reader of readers) {
    const rows = await tx.sql<NotificationRow>(
      `select ${columns} from notifications.notifications n
       where ${own} and n.read_at is null and n.last_at > $5
         and not exists (select from unnest($6::uuid[], $7::timestamptz[]) as sent(id, at)
           where sent.id = n.id and sent.at >= n.last_at)
       order by ${pressing} desc, n.last_at desc, n.id limit $8`,
      [
        ...readerValues(reader),
        reader.since,
        Array.from(reader.sent.keys()),
        Array.from(reader.sent.values()),
        newest,
      ],
    )
    inboxes.push({ userId: reader.userId, counts: await countUnread(tx, reader), rows })
  }
  return inboxes
}
