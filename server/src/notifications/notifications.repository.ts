import type {
  Attendance,
  Notification,
  NotificationKind,
  NotificationReach,
} from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'
import type { Transaction } from '../platform/database/transaction.ts'

/** A notification as it is raised for one recipient. */
export interface NewNotification {
  id: string
  companyId: string
  fleetId: string | null
  vehicleId: string | null
  userId: string | null
  contactId: string | null
  /** Exactly one of the three is set. */
  webhookId: string | null
  recipient: string
  ruleId: string | null
  ruleName: string | null
  kind: NotificationKind
  topic: NotificationTopic
  /** By `priorityOrder`. */
  priority: number
  type: Notification['type']
  title: string
  message: string
  language: 'es' | 'en'
  path: string | null
  eventId: string | null
  serviceId: string | null
  coalesceKey: string
  count: number
  audience: string
  /** How long one that came before takes this one up, in minutes. */
  repeatMinutes: number
  /** Whether its user reads it in the app. */
  isInApp: boolean
}

/** What became of a notification that was to be raised. */
export interface RaisedNotification {
  id: string
  /** The one it was counted on, or itself. */
  notificationId: string
  /** False: it was counted on one that is still unread, or it was written before. */
  isNew: boolean
  /** Whether the one it was counted on became more important by it. */
  isRisen: boolean
}

/**
 * Writes notifications: each is counted on an unread one of the same recipient and key that is young enough, or is a new
 * one. One that was written already, by its id, is left as it is. Under the system role, as all writing here.
 */
export async function writeNotifications(
  tx: Transaction,
  given: readonly NewNotification[],
): Promise<RaisedNotification[]> {
  if (given.length === 0) return []
  const column = <Value>(of: (one: NewNotification) => Value) => given.map(of)
  return tx.sql<RaisedNotification>(
    `with given as materialized (
       select * from unnest($2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::uuid[], $7::uuid[], $8::text[], $9::uuid[],
         $10::text[], $11::text[], $12::text[], $13::int2[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[],
         $19::uuid[], $20::uuid[], $21::text[], $22::int4[], $23::text[], $24::int4[], $25::uuid[], $26::bool[])
         as g(id, company_id, fleet_id, vehicle_id, user_id, contact_id, recipient, rule_id, rule_name, kind, topic, priority,
           type, title, message, language, path, event_id, service_id, coalesce_key, count, audience, repeat_minutes,
           webhook_id, is_in_app)
     ),
     known as materialized (
       select distinct on (g.id) g.id as given_id, n.id, n.priority
       from given g join notifications.notifications n on n.coalesce_key = g.coalesce_key
         and coalesce(n.user_id, n.contact_id, n.webhook_id) = coalesce(g.user_id, g.contact_id, g.webhook_id)
         and n.read_at is null and n.last_at > $1::timestamptz - make_interval(mins => g.repeat_minutes) and n.id <> g.id
       order by g.id, n.last_at desc
     ),
     counted as (
       update notifications.notifications n
          set count = n.count + g.count, last_at = $1, read_at = null, acknowledged_at = null,
            priority = greatest(n.priority, g.priority), is_in_app = n.is_in_app or g.is_in_app, title = g.title,
            message = g.message, event_id = coalesce(g.event_id, n.event_id), path = coalesce(g.path, n.path)
         from known k join given g on g.id = k.given_id
        where n.id = k.id and not exists (select from notifications.notifications done where done.id = g.id)
     ),
     written as (
       insert into notifications.notifications (id, company_id, fleet_id, vehicle_id, user_id, contact_id, recipient, rule_id,
         rule_name, kind, topic, priority, type, title, message, language, path, event_id, service_id, coalesce_key, count,
         audience, webhook_id, is_in_app, created_at, last_at)
       select g.id, g.company_id, g.fleet_id, g.vehicle_id, g.user_id, g.contact_id, g.recipient, g.rule_id, g.rule_name, g.kind,
         g.topic, g.priority, g.type, g.title, g.message, g.language, g.path, g.event_id, g.service_id, g.coalesce_key, g.count,
         g.audience, g.webhook_id, g.is_in_app, $1, $1
       from given g where not exists (select from known k where k.given_id = g.id)
       on conflict (id) do nothing returning id
     )
     select g.id, coalesce(k.id, g.id) as "notificationId", exists (select from written w where w.id = g.id) as "isNew",
       coalesce(k.priority < g.priority, false) as "isRisen"
     from given g left join known k on k.given_id = g.id`,
    [
      tx.now,
      column(({ id }) => id),
      column(({ companyId }) => companyId),
      column(({ fleetId }) => fleetId),
      column(({ vehicleId }) => vehicleId),
      column(({ userId }) => userId),
      column(({ contactId }) => contactId),
      column(({ recipient }) => recipient),
      column(({ ruleId }) => ruleId),
      column(({ ruleName }) => ruleName),
      column(({ kind }) => kind),
      column(({ topic }) => topic),
      column(({ priority }) => priority),
      column(({ type }) => type),
      column(({ title }) => title),
      column(({ message }) => message),
      column(({ language }) => language),
      column(({ path }) => path),
      column(({ eventId }) => eventId),
      column(({ serviceId }) => serviceId),
      column(({ coalesceKey }) => coalesceKey),
      column(({ count }) => count),
      column(({ audience }) => audience),
      column(({ repeatMinutes }) => repeatMinutes),
      column(({ webhookId }) => webhookId),
      column(({ isInApp }) => isInApp),
    ],
  )
}

/** In the app a notification is sent when it is raised. */
export async function writeInApp(tx: Transaction, notificationIds: readonly string[]): Promise<void> {
  await tx.sql(
    `insert into notifications.reach (notification_id, method, status, at)
     select unnest($1::uuid[]), 'in_app', 'sent', $2 on conflict do nothing`,
    [notificationIds, tx.now],
  )
}

/** Sets how often the events of unread notifications happened. @returns whose notifications changed */
export const writeOccurrences = (
  tx: Transaction,
  counts: readonly { eventId: string; occurrences: number }[],
): Promise<{ userId: string }[]> =>
  tx.sql(
    `update notifications.notifications n set count = greatest(n.count, g.count), last_at = $3
       from unnest($1::uuid[], $2::int4[]) as g(event_id, count)
      where n.event_id = g.event_id and n.read_at is null and n.user_id is not null and n.is_in_app and n.count < g.count
      returning n.user_id as "userId"`,
    [counts.map(({ eventId }) => eventId), counts.map(({ occurrences }) => occurrences), tx.now],
  )

/** Marks what a person was notified of an event as read and acknowledged. */
export async function markEventRead(tx: Transaction, userId: string, eventId: string): Promise<void> {
  await tx.sql(
    `with marked as (
       update notifications.notifications set read_at = coalesce(read_at, $3), acknowledged_at = coalesce(acknowledged_at, $3)
        where user_id = $1 and event_id = $2 returning id)
     update notifications.reach r set status = 'read', at = $3 from marked
      where r.notification_id = marked.id and r.method = 'in_app'`,
    [userId, eventId, tx.now],
  )
  tx.stale({ domain: 'notifications', userId })
}

/**
 * Takes notifications of events that somebody attended to from what their recipients have yet to read, and says who it was.
 * Guests and drivers are notified of their vehicle, but do not attend to its events: theirs stay as they are, as do words of
 * colleagues.
 * @returns whose notifications changed
 */
export const markAttended = (
  tx: Transaction,
  given: readonly { eventId: string; status: Attendance; by: string }[],
): Promise<{ userId: string }[]> =>
  tx.sql(
    `update notifications.notifications n set read_at = coalesce(n.read_at, $4), attended_as = g.status, attended_by = g.by
       from unnest($1::uuid[], $2::text[], $3::text[]) as g(event_id, status, by)
      where n.event_id = g.event_id and n.kind in ('event', 'escalation') and n.user_id is not null and n.is_in_app
        and n.audience not in ('guests', 'driver')
      returning n.user_id as "userId"`,
    [
      given.map(({ eventId }) => eventId),
      given.map(({ status }) => status),
      given.map(({ by }) => by),
      tx.now,
    ],
  )

/** Marks one notification of a person as read. */
export async function markOneRead(tx: Transaction, userId: string, id: string): Promise<void> {
  await tx.sql(
    `with marked as (
       update notifications.notifications set read_at = coalesce(read_at, $3) where id = $2 and user_id = $1 returning id)
     update notifications.reach r set status = 'read', at = $3 from marked
      where r.notification_id = marked.id and r.method = 'in_app'`,
    [userId, id, tx.now],
  )
  tx.stale({ domain: 'notifications', id, userId })
}

/** Shows that notifications reached the pages of their people. */
export async function markDelivered(tx: Transaction, notificationIds: readonly string[]): Promise<void> {
  await tx.sql(
    `update notifications.reach set status = 'delivered', at = $2
      where notification_id = any($1::uuid[]) and method = 'in_app' and status = 'sent'`,
    [notificationIds, tx.now],
  )
}

export const findReach = (tx: Transaction, notificationId: string): Promise<NotificationReach[]> =>
  tx
    .sql<Omit<NotificationReach, 'at'> & { at: Date }>(
      `select method, status, at, detail from notifications.reach where notification_id = $1
       order by array_position(array['in_app', 'push', 'email', 'sms', 'webhook'], method), at`,
      [notificationId],
    )
    .then((rows) => rows.map((row) => ({ ...row, at: row.at.toISOString() })))

/** Adds the first step of rules that escalate; one that has ended begins again, because its event became more severe. */
export async function startEscalations(
  tx: Transaction,
  given: readonly { ruleId: string; eventId: string; companyId: string; dueAt: Date }[],
): Promise<void> {
  if (given.length === 0) return
  await tx.sql(
    `insert into notifications.escalations as known (rule_id, event_id, company_id, step, due_at, started_at)
     select distinct on (rule_id, event_id) rule_id, event_id, company_id, 0, due_at, $5
       from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::timestamptz[]) as g(rule_id, event_id, company_id, due_at)
     on conflict (rule_id, event_id) do update
       set step = 0, due_at = excluded.due_at, started_at = excluded.started_at, ended_at = null, end_reason = null
      where known.ended_at is not null`,
    [
      given.map(({ ruleId }) => ruleId),
      given.map(({ eventId }) => eventId),
      given.map(({ companyId }) => companyId),
      given.map(({ dueAt }) => dueAt),
      tx.now,
    ],
  )
}
