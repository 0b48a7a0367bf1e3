import type { Transaction } from '../../platform/database/transaction.ts'
import { type RecipientRow, recipientColumns } from '../messages/communication.recipients.repository.ts'

/** Nobody of them has read it by any method. */
const unread = `m.broadcast_id = $1 and not exists (select from communication.recipients other
  where other.message_id = m.id and other.recipient_id = r.recipient_id and other.read_at is not null)`

/** The first people who have not read a broadcast, by name; a row for each method that was tried. */
export const findNotRead = (tx: Transaction, broadcastId: string, limit: number): Promise<RecipientRow[]> =>
  tx.sql<RecipientRow>(
    `select ${recipientColumns} from (
       select distinct r.name, r.recipient_id, m.id from communication.messages m
       join communication.recipients r on r.message_id = m.id
       where ${unread} order by r.name, r.recipient_id limit $2) person
     join communication.recipients r on r.message_id = person.id and r.recipient_id = person.recipient_id
     order by r.name, r.recipient_id, r.at`,
    [broadcastId, limit],
  )

/**
 * Those who have not read a broadcast and were not sent it by this method, in the order of their conversations. A try that
 * failed does not count.
 */
export const findUnsent = (
  tx: Transaction,
  broadcastId: string,
  method: string,
): Promise<{ messageId: string; threadId: string; recipientId: string; text: string }[]> =>
  tx.sql(
    `select m.id as "messageId", m.thread_id as "threadId", r.recipient_id as "recipientId",
       m.text
     from communication.messages m
     join communication.recipients r on r.message_id = m.id and r.method = 'in_app'
     where ${unread} and not exists (select from communication.recipients sent where sent.message_id = m.id
       and sent.recipient_id = r.recipient_id and sent.method = $2 and sent.status <> 'failed')
     order by m.thread_id`,
    [broadcastId, method],
  )
