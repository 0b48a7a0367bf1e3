import type { MessageMethod, MessageStatus } from '@rumbo/contract/communication.messages.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface RecipientRow {
  messageId: string
  threadId: string
  recipientId: string
  kind: 'driver' | 'contact' | 'user'
  name: string
  method: MessageMethod
  status: MessageStatus
  at: Date
  detail: string | null
  heldSince: Date | null
}
export interface NewRecipient extends Omit<RecipientRow, 'at' | 'detail' | 'heldSince'> {
  detail?: string | null
  /** The moving vehicle that it waits for. */
  heldForVehicleId?: string | null
  deliveryId?: string | null
}

/** One row for each recipient and method; a further try by the same method replaces the row. */
export const insertRecipients = (tx: Transaction, rows: readonly NewRecipient[]) =>
  tx.sql(
    `insert into communication.recipients (message_id, thread_id, recipient_kind, recipient_id, name, method, status,
       vehicle_id, held_since, held_reason, delivery_id, detail, at, read_at)
     select message_id, thread_id, kind, recipient_id, name, method, status, vehicle_id,
       case when vehicle_id is not null then $11::timestamptz end, case when vehicle_id is not null then 'driving' end,
       delivery_id, detail, $11, case when status = 'read' then $11::timestamptz end
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::text[], $8::uuid[],
       $9::uuid[], $10::text[])
       as row(message_id, thread_id, kind, recipient_id, name, method, status, vehicle_id, delivery_id, detail)
     on conflict (message_id, recipient_id, method) do update set status = excluded.status, at = excluded.at,
       delivery_id = excluded.delivery_id, detail = excluded.detail, vehicle_id = excluded.vehicle_id,
       held_since = excluded.held_since, held_reason = excluded.held_reason`,
    [
      rows.map(({ messageId }) => messageId),
      rows.map(({ threadId }) => threadId),
      rows.map(({ kind }) => kind),
      rows.map(({ recipientId }) => recipientId),
      rows.map(({ name }) => name),
      rows.map(({ method }) => method),
      rows.map(({ status }) => status),
      rows.map(({ heldForVehicleId }) => heldForVehicleId ?? null),
      rows.map(({ deliveryId }) => deliveryId ?? null),
      rows.map(({ detail }) => detail ?? null),
      tx.now,
    ],
  )

/** What became of a message for one person, whichever methods were tried. */
export const personReach = `bool_or(r.read_at is not null) as has_read, bool_and(r.status = 'failed') as has_failed,
  bool_or(r.held_since is not null) as is_held`

export const recipientColumns = `r.message_id as "messageId", r.thread_id as "threadId", r.recipient_id as "recipientId",
  r.recipient_kind as kind, r.name, r.method, r.status, r.at, r.detail, r.held_since as "heldSince"`

/** A row for each method that was tried; those who have not read it first, then by name. */
export const findRecipients = (tx: Transaction, messageId: string): Promise<RecipientRow[]> =>
  tx.sql<RecipientRow>(
    `select ${recipientColumns} from communication.recipients r where r.message_id = $1
     order by bool_or(r.read_at is not null) over (partition by r.recipient_id), r.name, r.recipient_id, r.at`,
    [messageId],
  )

/** What a driver's page shows has arrived. @returns the conversations in which something did */
export async function markDelivered(tx: Transaction, contactIds: readonly string[]): Promise<string[]> {
  const rows = await tx.sql<{ threadId: string }>(
    `update communication.recipients set status = 'delivered', at = $2
     where recipient_id = any($1::uuid[]) and method = 'in_app' and held_since is null and status in ('pending', 'sent')
     returning thread_id as "threadId"`,
    [contactIds, tx.now],
  )
  return [...new Set(rows.map(({ threadId }) => threadId))]
}

/** Whether a driver's page shows something that has not counted as delivered yet. */
export async function hasUndelivered(tx: Transaction, contactIds: readonly string[]): Promise<boolean> {
  const rows = await tx.sql(
    `select from communication.recipients
     where recipient_id = any($1::uuid[]) and method = 'in_app' and held_since is null and status in ('pending', 'sent')
       and read_at is null limit 1`,
    [contactIds],
  )
  return rows.length > 0
}

/** Marks what a driver or member was shown as read up to a message; what was held then was not shown. */
export const markRead = (
  tx: Transaction,
  { threadId, readerIds, sequence }: { threadId: string; readerIds: readonly string[]; sequence: number },
) =>
  tx.sql(
    `update communication.recipients r set status = 'read', read_at = $4, at = $4 from communication.messages m
     where m.id = r.message_id and r.thread_id = $1 and r.recipient_id = any($2::uuid[]) and m.sequence <= $3
       and r.method = 'in_app' and r.held_since is null and r.read_at is null`,
    [threadId, readerIds, sequence, tx.now],
  )
