import { isDeepStrictEqual } from 'node:util'
import type {
  listMessages,
  listRecipients,
  Message,
  MessageMethod,
  MessageRecipient,
  sendMessage,
} from '@rumbo/contract/communication.messages.contract'
import { findUnfilled } from '@rumbo/contract/communication.templates.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { claimFile } from '../../platform/files/record-files.ts'
import { problem } from '../../platform/problem.ts'
import { findServicesInOrder } from '../../services/index.ts'
import { requireThread } from '../communication.access.ts'
import { recordShown } from '../communication.facts.ts'
import { releaseMessage } from '../held/communication.held.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { lockThread, type ThreadRow, writeMark } from '../threads/communication.threads.repository.ts'
import {
  claimAttachments,
  findFileTypes,
  findLater,
  findMessage,
  findMessages,
  insertMessage,
  type NewMessage,
} from './communication.messages.repository.ts'
import { type Channels, sendAgain, sendToMembers, sendToParties } from './communication.recipients.actions.ts'
import { findRecipients } from './communication.recipients.repository.ts'
import { showRecipients } from './communication.recipients.shown.ts'

type SentBody = ParsedOf<typeof sendMessage>['body']

/** Characters of a message in the history of its service. */
const historyLength = 500

/** @throws Problem `thread_not_found` */
export async function listMessagesOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  before: ParsedOf<typeof listMessages>['query']['before'],
): Promise<OutputOf<typeof listMessages>> {
  await requireThread(tx, actor, id, 'read')
  return findMessages(tx, id, before)
}

/** A message of this conversation. @throws Problem `message_not_found` */
export async function messageIn(tx: Transaction, threadId: string, id: string): Promise<Message> {
  const message = await findMessage(tx, id)
  if (message?.threadId !== threadId) throw problem('message_not_found')
  return message
}

/**
 * Gives the author's stored files to a message.
 * @throws Problem `file_not_found` for a file that the author did not store, or that another message has
 */
export async function attach(
  tx: Transaction,
  messageId: string,
  ownerId: string,
  ids: readonly string[],
): Promise<void> {
  const distinct = [...new Set(ids)]
  if (distinct.length === 0) return
  if ((await claimAttachments(tx, { messageId, ownerId, ids: distinct })) < distinct.length)
    throw problem('file_not_found')
  for (const id of distinct) if (!(await claimFile(tx, id, ownerId))) throw problem('file_not_found')
}

/** Worded by `audit.value`. */
const fileWord = (contentType: string): string =>
  contentType.startsWith('image/') ? 'photo' : contentType.startsWith('audio/') ? 'voice_note' : 'document'

/**
 * A message about services appears in the history of each, which is read from the audit; internal notes do not.
 * References to services of other fleets are in no history.
 */
export async function recordInServices(
  tx: Transaction,
  thread: ThreadRow,
  { id: messageId, text, refs = [] }: Pick<NewMessage, 'id' | 'text' | 'refs'>,
): Promise<void> {
  const named = refs.flatMap((ref) => (ref.kind === 'service' ? [ref.id] : []))
  const ids = new Set([...(thread.serviceId === null ? [] : [thread.serviceId]), ...named])
  if (ids.size === 0) return
  const files = await findFileTypes(tx, messageId)
  // What carries no words is named by what it carries.
  const words = text === '' && files.length === 0 ? refs.map(({ label }) => label).join(', ') : text
  const changes: Record<string, [null, unknown]> = {}
  if (words !== '') changes.message = [null, words.slice(0, historyLength)]
  if (files.length > 0) changes.attachments = [null, files.map(fileWord)]
  for (const { id, serviceNumber, companyId, fleetId } of await findServicesInOrder(tx, [...ids])) {
    if (fleetId !== thread.fleetId) continue
    tx.audit({
      action: 'service.message_sent',
      entity: 'service',
      entityId: id,
      entityName: String(serviceNumber),
      companyId,
      fleetId,
      changes,
    })
  }
}

/** Whether what is sent again says the same; by which methods it went is left to its recipients. */
const isSame = (before: Message, { text, kind, priority, refs, attachmentIds }: SentBody): boolean =>
  before.text === text &&
  before.kind === kind &&
  before.priority === priority &&
  isDeepStrictEqual(before.refs, refs) &&
  isDeepStrictEqual(new Set(before.attachments.map(({ id }) => id)), new Set(attachmentIds))

/**
 * Writes in a conversation, once for each id. An internal note is sent to nobody.
 * @throws Problem `thread_not_found`, `forbidden`, `thread_moved_on`, `message_id_taken`, `message_changed`,
 *   `file_not_found`, `template_unfilled`, `recipient_unreachable`, `recipient_opted_out`, `files_not_sent`
 */
export async function sendMessageOf(
  tx: Transaction,
  actor: Actor,
  threadId: string,
  { body, linkAddress }: { body: SentBody; linkAddress: string | null },
): Promise<Message> {
  await requireThread(tx, actor, threadId, 'write')
  const thread = await lockThread(tx, threadId, actor.userId)
  if (!thread) throw problem('thread_not_found')
  const before = await findMessage(tx, body.id)
  if (before) {
    if (before.threadId !== threadId || before.authorId !== actor.userId) throw problem('message_id_taken')
    if (!isSame(before, body)) throw problem('message_changed', { current: before })
    return before
  }
  const unfilled = body.kind === 'text' ? findUnfilled(body.text) : null
  if (unfilled) throw problem('template_unfilled', { words: unfilled })
  if (body.afterSequence !== undefined && body.kind === 'text') {
    const items = await findLater(tx, threadId, { after: body.afterSequence, exceptBy: actor.userId })
    if (items.length > 0) throw problem('thread_moved_on', { current: { items } })
  }
  const { id, text, kind, priority, refs, templateId, attachmentIds, methods } = body
  const sequence = await insertMessage(tx, threadId, {
    id,
    text,
    kind,
    priority,
    refs,
    templateId: templateId ?? null,
    authorKind: 'staff',
    authorId: actor.userId,
    author: actor.displayName,
  })
  if (sequence === null) throw problem('message_id_taken')
  await attach(tx, id, actor.userId, attachmentIds)
  if (kind === 'text') {
    if (thread.fleetId === null) await sendToMembers(tx, thread, id, actor.userId)
    else {
      const { attachments: files } = await messageIn(tx, threadId, id)
      const sent = { messageId: id, text, refs, priority, from: actor.displayName, files, linkAddress }
      await sendToParties(tx, thread, sent, methods)
    }
    await recordInServices(tx, thread, { id, text, refs })
  }
  // The author has read what is above, unless somebody else wrote there meanwhile.
  if (thread.readSequence >= thread.lastSequence || body.afterSequence !== undefined)
    await writeMark(tx, threadId, actor, sequence)
  await publishThread(tx, thread)
  return messageIn(tx, threadId, id)
}

/** @throws Problem `thread_not_found`, `message_not_found` */
export async function listRecipientsOf(
  tx: Transaction,
  actor: Actor,
  { id, messageId }: { id: string; messageId: string },
  channels: Channels,
): Promise<OutputOf<typeof listRecipients>> {
  const { companyId } = await requireThread(tx, actor, id, 'read')
  await messageIn(tx, id, messageId)
  return { items: await showRecipients(tx, companyId, await findRecipients(tx, messageId), channels) }
}

/** @throws Problem `thread_not_found`, `message_not_found`, `recipient_not_found`, `recipient_unreachable`, `recipient_opted_out` */
export async function retryRecipientOf(
  tx: Transaction,
  actor: Actor,
  { id, messageId, recipientId }: { id: string; messageId: string; recipientId: string },
  {
    method,
    linkAddress,
    channels,
  }: { method: MessageMethod; linkAddress: string | null; channels: Channels },
): Promise<MessageRecipient> {
  const thread = await requireThread(tx, actor, id, 'write')
  if (thread.fleetId === null) throw problem('recipient_not_found')
  // Two who try again at once send once.
  await lockThread(tx, id, actor.userId)
  const { text, refs, priority, attachments: files } = await messageIn(tx, id, messageId)
  const before = (await findRecipients(tx, messageId)).filter((row) => row.recipientId === recipientId)
  if (before.length === 0) throw problem('recipient_not_found')
  if (before.every((row) => row.method !== method || row.status === 'failed')) {
    const sent = { messageId, text, refs, priority, from: actor.displayName, files, linkAddress }
    await sendAgain(tx, thread, sent, { recipientId, method })
    await publishThread(tx, thread)
  }
  const rows = (await findRecipients(tx, messageId)).filter((row) => row.recipientId === recipientId)
  const [shown] = await showRecipients(tx, thread.companyId, rows, channels)
  if (!shown) throw problem('recipient_not_found')
  return shown
}

/** Shows a held message to its driver now. @throws Problem `thread_not_found`, `forbidden`, `message_not_found` */
export async function deliverNowOf(
  tx: Transaction,
  actor: Actor,
  { id, messageId }: { id: string; messageId: string },
): Promise<Message> {
  const thread = await requireThread(tx, actor, id, 'write')
  await messageIn(tx, id, messageId)
  const { companyId, fleetId } = thread
  if (fleetId !== null) requireCan(actor, 'communication.write', { companyId, fleetId })
  const released = await releaseMessage(tx, messageId)
  for (const { userId } of released) if (userId !== null) tx.stale({ domain: 'driverThreads', userId })
  if (fleetId !== null)
    recordShown(
      tx,
      { companyId, fleetId },
      released.map(({ driverId }) => ({ messageId, driverId })),
    )
  await publishThread(tx, thread)
  return messageIn(tx, id, messageId)
}
