import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type addEventComment,
  commentEditableMs,
  type EventComment,
} from '@rumbo/contract/events.comments.contract'
import type { Event } from '@rumbo/contract/events.contract'
import { v7 as uuid } from 'uuid'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { fieldProblem, problem } from '../../platform/problem.ts'
import { showEvent } from '../events.actions.ts'
import type { EventCommented } from '../events.facts.ts'
import { lockHeld } from '../events.handling.repository.ts'
import { findNamed, readHandled } from './events.comments.people.actions.ts'
import {
  findComments,
  insertComment,
  isFull,
  lockComment,
  removeComment,
  writeComment,
} from './events.comments.repository.ts'

type Written = ParsedOf<typeof addEventComment>['body']

/** @throws Problem `event_not_found`, `forbidden` */
export async function listCommentsOf(
  tx: Transaction,
  actor: Actor,
  eventId: string,
): Promise<{ items: EventComment[] }> {
  const { companyId, fleetId, vehicleId } = await showEvent(tx, actor, eventId)
  requireCan(actor, 'events.read', { companyId, fleetId, vehicleId })
  return { items: await findComments(tx, eventId) }
}

/**
 * The named users with their names. Those whose `@name` the text no longer has are left out.
 * @throws Problem `validation_failed` for somebody who may not read the event
 */
async function mentionsOf(tx: Transaction, actor: Actor, event: Event, { text, mentions }: Written) {
  const ids = [...new Set(mentions)]
  const named = new Map((await findNamed(tx, actor, event, ids)).map((one) => [one.id, one.displayName]))
  const unknown = ids.findIndex((id) => !named.has(id))
  if (unknown >= 0) throw fieldProblem({ path: `body.mentions.${unknown}`, code: 'not_allowed' })
  return [...named].filter(([, name]) => text.includes(`@${name}`)).map(([id, name]) => ({ id, name }))
}

/** Hint and audit entry of a change of a comment: texts before and after. */
function record(
  tx: Transaction,
  event: Event,
  action: string,
  texts: readonly [string | null, string | null],
) {
  const { id, companyId, fleetId, vehicleId, vehicleNumber } = event
  tx.stale({ domain: 'events', id, companyId, fleetId, vehicleId })
  tx.audit({
    action,
    entity: 'event',
    entityId: id,
    entityName: vehicleNumber,
    companyId,
    fleetId,
    changes: { comment: texts },
  })
}

/** @throws Problem `event_not_found`, `forbidden`, `validation_failed`, `comment_limit` */
export async function addCommentTo(
  tx: Transaction,
  actor: Actor,
  eventId: string,
  written: Written,
): Promise<EventComment> {
  const event = await readHandled(tx, actor, eventId)
  const comment = {
    id: uuid(),
    authorId: actor.userId,
    author: actor.displayName,
    text: written.text,
    mentions: await mentionsOf(tx, actor, event, written),
  }
  // Two people who comment at once count each other's.
  await lockHeld(tx, [eventId])
  if (await isFull(tx, eventId)) throw problem('comment_limit')
  await insertComment(tx, { ...comment, event })
  record(tx, event, 'event.commented', [null, comment.text])
  const { companyId, fleetId, vehicleId } = event
  if (comment.mentions.length > 0)
    tx.fact({
      kind: 'event.commented',
      companyId,
      fleetId,
      payload: {
        eventId,
        vehicleId,
        commentId: comment.id,
        author: comment.author,
        mentions: comment.mentions.map(({ id }) => id),
      },
    } satisfies EventCommented)
  return { ...comment, eventId, createdAt: tx.now.toISOString(), editedAt: null }
}

/** The caller's own comment, locked, while it may be changed. @throws Problem `comment_not_found`, `comment_final` */
async function lockOwn(tx: Transaction, actor: Actor, eventId: string, id: string): Promise<EventComment> {
  const comment = await lockComment(tx, eventId, id)
  if (!comment) throw problem('comment_not_found')
  const isOver = tx.now.getTime() - Date.parse(comment.createdAt) > commentEditableMs
  if (comment.authorId !== actor.userId || isOver) throw problem('comment_final')
  return comment
}

/** @throws Problem `event_not_found`, `forbidden`, `validation_failed`, `comment_not_found`, `comment_final` */
export async function changeCommentOf(
  tx: Transaction,
  actor: Actor,
  { id: eventId, commentId }: { id: string; commentId: string },
  written: Written,
): Promise<EventComment> {
  const event = await readHandled(tx, actor, eventId)
  const comment = await lockOwn(tx, actor, eventId, commentId)
  const { text } = written
  const mentions = await mentionsOf(tx, actor, event, written)
  await writeComment(tx, commentId, { text, mentions })
  record(tx, event, 'event.comment_changed', [comment.text, text])
  return { ...comment, text, mentions, editedAt: tx.now.toISOString() }
}

/** @throws Problem `event_not_found`, `forbidden`, `comment_not_found`, `comment_final` */
export async function deleteCommentOf(
  tx: Transaction,
  actor: Actor,
  { id: eventId, commentId }: { id: string; commentId: string },
): Promise<{ done: true }> {
  const event = await readHandled(tx, actor, eventId)
  const comment = await lockOwn(tx, actor, eventId, commentId)
  await removeComment(tx, commentId)
  record(tx, event, 'event.comment_deleted', [comment.text, null])
  return { done: true }
}
