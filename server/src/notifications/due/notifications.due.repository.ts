import type { Transaction } from '../../platform/database/transaction.ts'
import type { SentMethod } from '../methods/notifications.post.actions.ts'

/** A notification whose time has come by one method. */
export interface DueNotification {
  notificationId: string
  method: SentMethod
  why: 'quiet' | 'digest'
  companyId: string
  fleetId: string | null
  userId: string | null
  contactId: string | null
  kind: string
  topic: string
  priority: number
  type: 'info' | 'success' | 'warning' | 'error'
  title: string
  message: string
  language: 'es' | 'en'
  path: string | null
  eventId: string | null
  count: number
  lastAt: Date
  timeZone: string
  isRead: boolean
}

/**
 * All that is due of one recipient, locked against other workers and removed from what waits; empty where nothing is. Read
 * ones are among them: they are not sent any more. Under the system role, as everything here.
 * @param claimed is given the recipient before anything is taken, so that a failure can be recorded
 */
export async function takeDue(
  tx: Transaction,
  claimed: (recipientId: string) => void,
): Promise<DueNotification[]> {
  const candidates = await tx.sql<{ recipientId: string }>(
    `select distinct recipient_id as "recipientId" from notifications.waiting where until <= $1 limit 50`,
    [tx.now],
  )
  for (const { recipientId } of candidates) {
    // One worker sends all that is due of a recipient, so that a digest is one mail.
    const [lock] = await tx.sql<{ held: boolean }>(
      "select pg_try_advisory_xact_lock(hashtextextended('rumbo.waiting.' || $1, 0)) as held",
      [recipientId],
    )
    if (!lock?.held) continue
    claimed(recipientId)
    const taken = await tx.sql<DueNotification>(
      `with taken as (
         delete from notifications.waiting where recipient_id = $1 and until <= $2
         returning notification_id, method, why),
       gone as (
         delete from notifications.reach r using taken t
          where r.notification_id = t.notification_id and r.method = t.method and r.delivery_id is null)
       select t.notification_id as "notificationId", t.method, t.why, n.company_id as "companyId", n.fleet_id as "fleetId",
         n.user_id as "userId", n.contact_id as "contactId", n.kind, n.topic, n.priority, n.type, n.title, n.message, n.language,
         n.path, n.event_id as "eventId", n.count, n.last_at as "lastAt", c.time_zone as "timeZone",
         n.read_at is not null as "isRead"
       from taken t join notifications.notifications n on n.id = t.notification_id
       join organisation.companies c on c.id = n.company_id
       order by n.last_at, n.id`,
      [recipientId, tx.now],
    )
    if (taken.length > 0) return taken
  }
  return []
}

export interface DueEscalation {
  ruleId: string
  eventId: string
  step: number
  startedAt: Date
  isOpen: boolean
}
/** One escalation whose step is due, locked; undefined where there is none. */
export async function takeEscalation(tx: Transaction): Promise<DueEscalation | undefined> {
  const [row] = await tx.sql<DueEscalation>(
    `select x.rule_id as "ruleId", x.event_id as "eventId", x.step, x.started_at as "startedAt",
       exists (select from events.events e where e.id = x.event_id and e.status = 'active') as "isOpen"
     from notifications.escalations x where x.ended_at is null and x.due_at <= $1
     order by x.due_at limit 1 for update skip locked`,
    [tx.now],
  )
  return row
}

/** @param next null: it has ended, for the reason */
export async function writeEscalation(
  tx: Transaction,
  { ruleId, eventId }: Pick<DueEscalation, 'ruleId' | 'eventId'>,
  next: { step: number; dueAt: Date } | { reason: 'attended' | 'last_step' },
): Promise<void> {
  await tx.sql(
    `update notifications.escalations set step = coalesce($3, step), due_at = coalesce($4, due_at), failures = 0,
       ended_at = case when $5::text is not null then $6::timestamptz end, end_reason = $5
     where rule_id = $1 and event_id = $2`,
    'reason' in next
      ? [ruleId, eventId, null, null, next.reason, tx.now]
      : [ruleId, eventId, next.step, next.dueAt, null, tx.now],
  )
}

/** Deletes notifications of which nothing is owed any more. @returns their number */
export async function purgeNotifications(tx: Transaction): Promise<number> {
  const rows = await tx.sql(
    `delete from notifications.notifications where id in (
       select id from notifications.notifications where created_at < $1::timestamptz - interval '90 days' limit 5000) returning id`,
    [tx.now],
  )
  await tx.sql(
    `delete from notifications.escalations where ended_at < $1::timestamptz - interval '90 days'`,
    [tx.now],
  )
  return rows.length
}
