import type { MessagePriority } from '@rumbo/contract/communication.messages.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

/** What a notification of a message names. */
export interface MessageWords {
  messageId: string
  threadId: string
  author: string
  /** The beginning; empty for a file alone. */
  text: string
  priority: MessagePriority
}
const words = `m.id as "messageId", m.thread_id as "threadId", m.author, left(m.text, 200) as text, m.priority`

/** Of messages that drivers can read and have not read yet. */
export const findUnreadWords = (
  tx: Transaction,
  to: readonly { messageId: string; driverId: string }[],
): Promise<(MessageWords & { driverId: string })[]> =>
  tx.sql(
    `select ${words}, r.recipient_id as "driverId"
     from unnest($1::uuid[], $2::uuid[]) as asked(message_id, driver_id)
     join communication.recipients r on r.message_id = asked.message_id and r.recipient_id = asked.driver_id
     join communication.messages m on m.id = r.message_id
     where r.method = 'in_app' and r.held_since is null and r.read_at is null order by m.created_at, m.id`,
    [to.map(({ messageId }) => messageId), to.map(({ driverId }) => driverId)],
  )

/** Of a message, for each of these users who has not read it yet. */
export const findReceivedWords = (
  tx: Transaction,
  messageId: string,
  userIds: readonly string[],
): Promise<(MessageWords & { userId: string })[]> =>
  tx.sql(
    `select ${words}, asked.user_id as "userId"
     from communication.messages m cross join unnest($2::uuid[]) as asked(user_id)
     where m.id = $1 and not exists (
       select from communication.members mark
       where mark.thread_id = m.thread_id and mark.user_id = asked.user_id and mark.read_sequence >= m.sequence)`,
    [messageId, userIds],
  )

/**
 * Of a message that neither these users nor a super admin have opened, and that nobody has answered or put away; null
 * otherwise.
 */
export async function findUnopened(
  tx: Transaction,
  messageId: string,
  userIds: readonly string[],
): Promise<MessageWords | null> {
  const [row] = await tx.sql<MessageWords>(
    `select ${words} from communication.messages m
     join communication.threads thread on thread.id = m.thread_id and thread.status = 'open'
     where m.id = $1 and coalesce(m.request ->> 'status', 'open') = 'open'
       and not exists (select from communication.messages later
         where later.thread_id = m.thread_id and later.sequence > m.sequence and later.author_kind = 'staff')
       and not exists (select from communication.members mark
         join identity.people reader on reader.id = mark.user_id
         where mark.thread_id = m.thread_id and mark.read_sequence >= m.sequence
           and mark.user_id is distinct from m.author_id
           and (mark.user_id = any($2::uuid[]) or reader.level = 'super_admin'))`,
    [messageId, userIds],
  )
  return row ?? null
}
