import type { Broadcast } from '@rumbo/contract/communication.broadcasts.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { personReach } from '../messages/communication.recipients.repository.ts'
import type { Reached } from './communication.broadcasts.reached.repository.ts'

const columns = `b.id, b.company_id as "companyId", b.fleet_id as "fleetId", b.filter, b.text, b.texts, b.template_id as "templateId", b.priority, b.author,
  b.author_id as "authorId", b.is_unlimited as "isUnlimited", b.status, b.created_at as "createdAt", b.scheduled_at as "scheduledAt",
  b.sent_at as "sentAt", b.cancelled_at as "cancelledAt", b.cancelled_by as "cancelledBy", b.recipients,
  coalesce(totals.read, 0) as read, coalesce(totals.failed, 0) as failed, coalesce(totals.held, 0) as held`
const totals = `left join lateral (
  select count(*) filter (where person.has_read)::int as read, count(*) filter (where person.has_failed)::int as failed,
    count(*) filter (where person.is_held)::int as held
  from (select ${personReach} from communication.messages m join communication.recipients r on r.message_id = m.id
    where m.broadcast_id = b.id group by r.recipient_id) person) totals on true`

const moments = ['createdAt', 'scheduledAt', 'sentAt', 'cancelledAt'] as const
type Moment = (typeof moments)[number]
export type BroadcastRow = Omit<Broadcast, Moment> & {
  authorId: string
  isUnlimited: boolean
  templateId: string | null
} & {
  [name in Moment]: name extends 'createdAt' ? Date : Date | null
}

export const broadcastOf = ({
  authorId: _author,
  isUnlimited: _unlimited,
  templateId: _template,
  ...row
}: BroadcastRow): Broadcast => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  scheduledAt: row.scheduledAt?.toISOString() ?? null,
  sentAt: row.sentAt?.toISOString() ?? null,
  cancelledAt: row.cancelledAt?.toISOString() ?? null,
})

export async function findBroadcast(tx: Transaction, id: string): Promise<BroadcastRow | null> {
  const [row] = await tx.sql<BroadcastRow>(
    `select ${columns} from communication.broadcasts b ${totals} where b.id = $1`,
    [id],
  )
  return row ?? null
}

/** Locks a broadcast until the transaction ends. */
export async function lockBroadcast(tx: Transaction, id: string): Promise<BroadcastRow | null> {
  await tx.sql('select from communication.broadcasts where id = $1 for update', [id])
  return findBroadcast(tx, id)
}

/** Whether the account of an author is still in use. */
export async function isAuthorActive(tx: Transaction, authorId: string): Promise<boolean> {
  const rows = await tx.sql(`select from identity.people where id = $1 and status = 'active'`, [authorId])
  return rows.length > 0
}

/** The next scheduled one that is due, which no other process sends. */
export async function lockDueBroadcast(tx: Transaction): Promise<BroadcastRow | null> {
  const [due] = await tx.sql<{ id: string }>(
    `select id from communication.broadcasts where status = 'scheduled' and scheduled_at <= $1
     order by scheduled_at, id limit 1 for update skip locked`,
    [tx.now],
  )
  return due ? findBroadcast(tx, due.id) : null
}

export async function findBroadcasts(
  tx: Transaction,
  {
    fleetId,
    search,
    order,
    page,
    size,
  }: { fleetId: string; search: readonly string[]; order: 'asc' | 'desc'; page: number; size: number },
): Promise<{ items: Broadcast[]; total: number }> {
  const rows = await tx.sql<BroadcastRow & { total: number }>(
    `select ${columns}, b.total from (
       select *, count(*) over ()::int as total from communication.broadcasts
       where fleet_id = $1 and lower(text || ' ' || author) like all($2::text[])
       order by created_at ${order}, id limit $3 offset $4) b ${totals}
     order by b.created_at ${order}, b.id`,
    [fleetId, search, size, (page - 1) * size],
  )
  return { items: rows.map(({ total: _total, ...row }) => broadcastOf(row)), total: rows[0]?.total ?? 0 }
}

/** @returns false where one of this id is there already */
export async function insertBroadcast(
  tx: Transaction,
  one: Pick<
    Broadcast,
    'id' | 'companyId' | 'fleetId' | 'filter' | 'text' | 'texts' | 'priority' | 'author' | 'scheduledAt'
  > & {
    authorId: string
    templateId: string | null
    /** Whether the author may write to more drivers than a dispatcher may. */
    isUnlimited: boolean
  },
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into communication.broadcasts (id, company_id, fleet_id, filter, text, priority, author_id, author, status,
       created_at, scheduled_at, is_unlimited, template_id, texts)
     values ($1, $2, $3, $4, $5, $6, $7, $8, 'scheduled', $9, $10, $11, $12, $13) on conflict do nothing returning id`,
    [
      one.id,
      one.companyId,
      one.fleetId,
      JSON.stringify(one.filter),
      one.text,
      one.priority,
      one.authorId,
      one.author,
      tx.now,
      one.scheduledAt,
      one.isUnlimited,
      one.templateId,
      one.texts === null ? null : JSON.stringify(one.texts),
    ],
  )
  return rows.length > 0
}

export const writeSent = (tx: Transaction, id: string, recipients: number) =>
  tx.sql(`update communication.broadcasts set status = 'sent', sent_at = $2, recipients = $3 where id = $1`, [
    id,
    tx.now,
    recipients,
  ])

export const writeCancelled = (tx: Transaction, id: string, by: string) =>
  tx.sql(
    `update communication.broadcasts set status = 'cancelled', cancelled_at = $2, cancelled_by = $3 where id = $1`,
    [id, tx.now, by],
  )

export interface BroadcastMessage {
  messageId: string
  newThreadId: string
  driver: Reached
  text: string
  /** Whether the driver reads it on the page; else there is no account. */
  isReachable: boolean
  heldForVehicleId: string | null
}

/**
 * Writes a broadcast into the conversation of each driver, which is opened where there is none, with one statement for
 * each table.
 */
export async function insertBroadcastMessages(
  tx: Transaction,
  { id, companyId, fleetId, priority, authorId, author }: BroadcastRow,
  messages: readonly BroadcastMessage[],
): Promise<void> {
  const driverIds = messages.map(({ driver }) => driver.driverId)
  await tx.sql(
    `insert into communication.threads (id, company_id, fleet_id, kind, title, driver_id, last_at, created_at)
     select one.id, $1, $2, 'driver', one.name, one.driver_id, $6, $6
     from unnest($3::uuid[], $4::uuid[], $5::text[]) as one(id, driver_id, name) on conflict do nothing`,
    [
      companyId,
      fleetId,
      messages.map(({ newThreadId }) => newThreadId),
      driverIds,
      messages.map(({ driver }) => driver.name),
      tx.now,
    ],
  )
  // In the order of ids, as nobody else locks several.
  await tx.sql(
    `select from communication.threads where kind = 'driver' and fleet_id = $1 and driver_id = any($2::uuid[])
     order by id for update`,
    [fleetId, driverIds],
  )
  await tx.sql(
    `with written as (
       insert into communication.messages (id, thread_id, sequence, company_id, fleet_id, author_kind, author_id, author,
         kind, text, priority, broadcast_id, created_at, written_at)
       select one.id, t.id, t.last_sequence + 1, $1, $2, 'staff', $5, $6, 'text', one.text, $8, $9, $10, $10
       from unnest($3::uuid[], $4::uuid[], $7::text[]) as one(id, driver_id, text)
       join communication.threads t on t.kind = 'driver' and t.fleet_id = $2 and t.driver_id = one.driver_id
       returning id, thread_id, sequence, text)
     update communication.threads t set last_sequence = written.sequence, last_at = $10,
       last_text = left(written.text, 200),
       last_from = $6, status = 'open'
     from written where t.id = written.thread_id`,
    [
      companyId,
      fleetId,
      messages.map(({ messageId }) => messageId),
      driverIds,
      authorId,
      author,
      messages.map(({ text }) => text),
      priority,
      id,
      tx.now,
    ],
  )
  await tx.sql(
    `insert into communication.recipients (message_id, thread_id, recipient_kind, recipient_id, name, method, status,
       vehicle_id, held_since, held_reason, detail, at)
     select m.id, m.thread_id, 'driver', one.driver_id, one.name, 'in_app',
       case when not one.is_reachable then 'failed' when one.held is null then 'sent' else 'pending' end,
       one.held, case when one.held is not null then $6::timestamptz end,
       case when one.held is not null then 'driving' end,
       case when not one.is_reachable then 'unreachable' end, $6
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::boolean[], $5::uuid[])
       as one(message_id, driver_id, name, is_reachable, held)
     join communication.messages m on m.id = one.message_id`,
    [
      messages.map(({ messageId }) => messageId),
      driverIds,
      messages.map(({ driver }) => driver.name),
      messages.map(({ isReachable }) => isReachable),
      messages.map(({ heldForVehicleId }) => heldForVehicleId),
      tx.now,
    ],
  )
  // The author has read it where everything before it was read, or there was nothing.
  await tx.sql(
    `insert into communication.members as mark (thread_id, user_id, name, is_member, read_sequence, read_at, joined_at)
     select m.thread_id, $2, $3, false, m.sequence, $4, $4
     from unnest($1::uuid[]) as one(id) join communication.messages m on m.id = one.id
     left join communication.members mine on mine.thread_id = m.thread_id and mine.user_id = $2
     where coalesce(mine.read_sequence, 0) >= m.sequence - 1
     on conflict (thread_id, user_id) do update set read_sequence = excluded.read_sequence, read_at = $4
     where mark.read_sequence < excluded.read_sequence`,
    [messages.map(({ messageId }) => messageId), authorId, author, tx.now],
  )
}
