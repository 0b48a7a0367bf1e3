import {
  type Message,
  type MessagePriority,
  type MessageRef,
  messagesAtOnce,
  type RequestType,
} from '@rumbo/contract/communication.messages.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { personReach } from './communication.recipients.repository.ts'

const columns = `m.id, m.thread_id as "threadId", m.sequence::int as sequence, m.author_kind as "authorKind",
  m.author_id as "authorId", m.author, m.kind, m.text, m.priority, m.refs, m.request, m.broadcast_id as "broadcastId",
  m.created_at as "createdAt", m.written_at as "writtenAt",
  coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name, 'contentType', a.content_type,
      'bytes', a.bytes, 'seconds', a.seconds, 'width', a.width, 'height', a.height) order by a.created_at, a.id)
    from communication.attachments a where a.message_id = m.id), '[]') as attachments,
  (select json_build_object('recipients', count(*), 'read', count(*) filter (where person.has_read),
      'failed', count(*) filter (where person.has_failed), 'held', count(*) filter (where person.is_held))
    from (select ${personReach} from communication.recipients r where r.message_id = m.id
      group by r.recipient_id) person) as reach`

/** A request as stored: without the id of who answered, which is not shown. */
type MessageRow = Omit<Message, 'createdAt' | 'writtenAt'> & { createdAt: Date; writtenAt: Date }

const messageOf = (row: MessageRow): Message => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  writtenAt: row.writtenAt.toISOString(),
})

export async function findMessage(tx: Transaction, id: string): Promise<Message | null> {
  const [row] = await tx.sql<MessageRow>(`select ${columns} from communication.messages m where m.id = $1`, [
    id,
  ])
  return row ? messageOf(row) : null
}

/** The last ones of a conversation before one, oldest first. */
export async function findMessages(
  tx: Transaction,
  threadId: string,
  before: number | undefined,
): Promise<{ items: Message[]; hasEarlier: boolean }> {
  const rows = await tx.sql<MessageRow>(
    `select ${columns} from communication.messages m where m.thread_id = $1 and ($2::bigint is null or m.sequence < $2)
     order by m.sequence desc limit $3`,
    [threadId, before ?? null, messagesAtOnce + 1],
  )
  const items = rows.slice(0, messagesAtOnce).toReversed().map(messageOf)
  return { items, hasEarlier: rows.length > messagesAtOnce }
}

/**
 * Those that colleagues and others wrote after one. What Rumbo wrote counts only about a service: another driver reads there
 * from then on.
 */
export async function findLater(
  tx: Transaction,
  threadId: string,
  { after, exceptBy }: { after: number; exceptBy: string },
): Promise<Message[]> {
  const rows = await tx.sql<MessageRow>(
    `select ${columns} from communication.messages m
     where m.thread_id = $1 and m.sequence > $2 and (m.kind in ('text', 'answer', 'request') or (m.kind = 'log' and exists (
         select from communication.threads t where t.id = $1 and t.kind = 'service')))
       and m.author_id is distinct from $3
     order by m.sequence limit $4`,
    [threadId, after, exceptBy, messagesAtOnce],
  )
  return rows.map(messageOf)
}

/** The messages a driver sees in conversations: own ones, and those that reached them. The last of each, oldest first. */
export async function findMessagesOfDriver(
  tx: Transaction,
  {
    threadIds,
    userId,
    contactIds,
  }: { threadIds: readonly string[]; userId: string; contactIds: readonly string[] },
): Promise<Message[]> {
  const rows = await tx.sql<MessageRow>(
    `select seen.* from unnest($1::uuid[]) as asked(id) cross join lateral (
       select ${columns} from communication.messages m where m.thread_id = asked.id and m.kind <> 'note'
         and (m.author_id = $2 or exists (select from communication.recipients r
           where r.message_id = m.id and r.recipient_id = any($3::uuid[]) and r.method = 'in_app' and r.held_since is null))
       order by m.sequence desc limit $4) seen
     order by seen.sequence`,
    [threadIds, userId, contactIds, messagesAtOnce],
  )
  return rows.map(messageOf)
}

export interface NewMessage {
  id: string
  authorKind: Message['authorKind']
  authorId: string | null
  author: string
  kind: Message['kind']
  text: string
  priority: MessagePriority
  templateId?: string | null
  refs?: readonly MessageRef[]
  request?: { type: RequestType; serviceId: string | null } | null
  broadcastId?: string | null
  /** Of a reply by mail or SMS. */
  replyChannel?: 'email' | 'sms' | null
  writtenAt?: Date
}

/**
 * Writes a message as the next of its conversation, which is locked until the transaction ends.
 * @returns its number; null where a message of this id is there already
 */
export async function insertMessage(
  tx: Transaction,
  threadId: string,
  message: NewMessage,
): Promise<number | null> {
  const isForOthers = message.kind === 'text' || message.kind === 'answer' || message.kind === 'request'
  const isFromOutside = message.authorKind === 'driver' || message.authorKind === 'contact'
  const request = message.request
    ? { ...message.request, status: 'open', by: null, at: null, note: null }
    : null
  const [row] = await tx.sql<{ sequence: number }>(
    `with thread as (select * from communication.threads where id = $1 for update),
     written as (
       insert into communication.messages (id, thread_id, sequence, company_id, fleet_id, author_kind, author_id, author,
         kind, text, priority, template_id, refs, request, broadcast_id, created_at, written_at, reply_channel)
       select $2::uuid, id, last_sequence + 1, company_id, fleet_id, $3::text, $4::uuid, $5::text, $6::text, $7::text,
         $8::text, $9::uuid, $10::jsonb, $11::jsonb, $12::uuid, $13::timestamptz, $14::timestamptz, $17::text
       from thread on conflict (id) do nothing returning sequence)
     update communication.threads t set last_sequence = written.sequence, last_at = $13,
       last_text = left($7, 200), last_from = $5, status = 'open',
       waiting_since = case when $15::boolean then coalesce(t.waiting_since, $13) when $16::boolean then null else t.waiting_since end,
       urgent_sequence = case when $15 and $8 = 'urgent' then written.sequence else t.urgent_sequence end
     from written where t.id = $1 returning written.sequence::int as sequence`,
    [
      threadId,
      message.id,
      message.authorKind,
      message.authorId,
      message.author,
      message.kind,
      message.text,
      message.priority,
      message.templateId ?? null,
      JSON.stringify(message.refs ?? []),
      request === null ? null : JSON.stringify(request),
      message.broadcastId ?? null,
      tx.now,
      message.writtenAt ?? tx.now,
      isFromOutside,
      isForOthers && message.authorKind === 'staff',
      message.replyChannel ?? null,
    ],
  )
  return row?.sequence ?? null
}

/** Gives stored attachments of a person to a message. @returns how many */
export async function claimAttachments(
  tx: Transaction,
  { messageId, ownerId, ids }: { messageId: string; ownerId: string; ids: readonly string[] },
): Promise<number> {
  const rows = await tx.sql(
    `update communication.attachments set message_id = $1
     where id = any($2::uuid[]) and owner_id = $3 and message_id is null and aside_id is null returning id`,
    [messageId, ids, ownerId],
  )
  return rows.length
}

/** The content types of a message's attachments, in their order. */
export async function findFileTypes(tx: Transaction, messageId: string): Promise<string[]> {
  const rows = await tx.sql<{ type: string }>(
    `select content_type as type from communication.attachments where message_id = $1 order by created_at, id`,
    [messageId],
  )
  return rows.map(({ type }) => type)
}

/** Answers an open request. @returns whether it was open */
export async function writeAnswer(
  tx: Transaction,
  id: string,
  answer: { status: 'approved' | 'denied'; by: string; note: string | null },
): Promise<boolean> {
  const rows = await tx.sql(
    `update communication.messages set request = request || $2::jsonb
     where id = $1 and request ->> 'status' = 'open' returning id`,
    [id, JSON.stringify({ ...answer, at: tx.now.toISOString() })],
  )
  return rows.length > 0
}
