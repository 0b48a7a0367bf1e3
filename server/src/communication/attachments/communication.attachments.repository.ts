import type { MessageAttachment } from '@rumbo/contract/communication.attachments.contract'
import { dayMs } from '@rumbo/contract/time-units'
import type { Transaction } from '../../platform/database/transaction.ts'

export const insertAttachment = (tx: Transaction, ownerId: string, attachment: MessageAttachment) =>
  tx.sql(
    `insert into communication.attachments (id, owner_id, name, content_type, bytes, seconds, width, height, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      attachment.id,
      ownerId,
      attachment.name,
      attachment.contentType,
      attachment.bytes,
      attachment.seconds,
      attachment.width,
      attachment.height,
      tx.now,
    ],
  )

interface FoundAttachment {
  name: string
  ownerId: string
  /** Null until a message names it. */
  threadId: string | null
  /** The reply that is kept aside with it. */
  asideId: string | null
}

export async function findAttachment(tx: Transaction, id: string): Promise<FoundAttachment | null> {
  const [row] = await tx.sql<FoundAttachment>(
    `select a.name, a.owner_id as "ownerId", m.thread_id as "threadId", a.aside_id as "asideId"
     from communication.attachments a left join communication.messages m on m.id = a.message_id where a.id = $1`,
    [id],
  )
  return row ?? null
}

/** Whether its message is shown to one of these drivers. */
export async function reachesDriver(
  tx: Transaction,
  id: string,
  contactIds: readonly string[],
): Promise<boolean> {
  const rows = await tx.sql(
    `select from communication.attachments a join communication.recipients r on r.message_id = a.message_id
     where a.id = $1 and r.recipient_id = any($2::uuid[]) and r.method = 'in_app' and r.held_since is null limit 1`,
    [id, contactIds],
  )
  return rows.length > 0
}

/** Bytes of a person's files that no message has yet; uploads of one person are counted one at a time. */
export async function countWaiting(tx: Transaction, ownerId: string): Promise<number> {
  await tx.sql("select pg_advisory_xact_lock(hashtextextended('attachments ' || $1, 0))", [ownerId])
  // The bytes of older ones are gone: a file without a message is kept for a day.
  await tx.sql(
    'delete from communication.attachments where owner_id = $1 and message_id is null and aside_id is null and created_at <= $2',
    [ownerId, new Date(tx.now.getTime() - dayMs)],
  )
  const [row] = await tx.sql<{ bytes: number }>(
    `select coalesce(sum(bytes), 0)::int as bytes from communication.attachments
     where owner_id = $1 and message_id is null and aside_id is null`,
    [ownerId],
  )
  return row?.bytes ?? 0
}

export const deleteAttachment = (tx: Transaction, id: string) =>
  tx.sql('delete from communication.attachments where id = $1 and message_id is null and aside_id is null', [
    id,
  ])
