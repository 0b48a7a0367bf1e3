import { commentLimit, type EventComment } from '@rumbo/contract/events.comments.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

const columns = `id, event_id as "eventId", author_id as "authorId", author, text, mentions, mention_names as "mentionNames",
  created_at as "createdAt", edited_at as "editedAt"`

interface CommentRow {
  id: string
  eventId: string
  authorId: string
  author: string
  text: string
  mentions: string[]
  mentionNames: string[]
  createdAt: Date
  editedAt: Date | null
}

const commentOf = ({ mentions, mentionNames, createdAt, editedAt, ...row }: CommentRow): EventComment => ({
  ...row,
  mentions: mentions.map((id, index) => ({ id, name: mentionNames[index] ?? '' })),
  createdAt: createdAt.toISOString(),
  editedAt: editedAt?.toISOString() ?? null,
})

/** The latest comments of an event that the caller may see, oldest first. */
export async function findComments(tx: Transaction, eventId: string): Promise<EventComment[]> {
  const found = await tx.sql<CommentRow>(
    `select ${columns} from events.comments where event_id = $1 order by created_at desc, id desc limit $2`,
    [eventId, commentLimit],
  )
  return found.toReversed().map(commentOf)
}

/** Whether the event has as many comments as it may have. Call with the event locked. */
export async function isFull(tx: Transaction, eventId: string): Promise<boolean> {
  const found = await tx.sql('select from events.comments where event_id = $1 limit $2', [
    eventId,
    commentLimit,
  ])
  return found.length >= commentLimit
}

/** Locks and reads a comment of an event, else null. */
export async function lockComment(
  tx: Transaction,
  eventId: string,
  id: string,
): Promise<EventComment | null> {
  const [found] = await tx.sql<CommentRow>(
    `select ${columns} from events.comments where id = $1 and event_id = $2 for update`,
    [id, eventId],
  )
  return found ? commentOf(found) : null
}

export interface NewComment extends Pick<EventComment, 'id' | 'authorId' | 'author' | 'text' | 'mentions'> {
  event: { id: string; companyId: string; fleetId: string; vehicleId: string }
}

export async function insertComment(tx: Transaction, comment: NewComment): Promise<void> {
  const { id, event, authorId, author, text, mentions } = comment
  await tx.sql(
    `insert into events.comments (id, event_id, company_id, fleet_id, vehicle_id, author_id, author, text, mentions,
       mention_names, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      id,
      event.id,
      event.companyId,
      event.fleetId,
      event.vehicleId,
      authorId,
      author,
      text,
      mentions.map((one) => one.id),
      mentions.map((one) => one.name),
      tx.now,
    ],
  )
}

export async function writeComment(
  tx: Transaction,
  id: string,
  { text, mentions }: Pick<EventComment, 'text' | 'mentions'>,
): Promise<void> {
  await tx.sql(
    `update events.comments set text = $2, mentions = $3, mention_names = $4, edited_at = $5 where id = $1`,
    [id, text, mentions.map((one) => one.id), mentions.map((one) => one.name), tx.now],
  )
}

export async function removeComment(tx: Transaction, id: string): Promise<void> {
  await tx.sql('delete from events.comments where id = $1', [id])
}

/** Writes who is to handle an event; null for nobody. */
export async function writeAssignee(
  tx: Transaction,
  eventId: string,
  assignee: { id: string; displayName: string } | null,
): Promise<void> {
  await tx.sql(
    `update events.events set assignee_id = $2, assignee = $3, version = version + 1, updated_at = $4 where id = $1`,
    [eventId, assignee?.id ?? null, assignee?.displayName ?? null, tx.now],
  )
}
