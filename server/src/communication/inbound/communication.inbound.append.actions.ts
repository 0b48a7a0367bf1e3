import type { AsideReason } from '@rumbo/contract/communication.aside.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { claimFile } from '../../platform/files/record-files.ts'
import { recordReceived } from '../communication.facts.ts'
import { findParties } from '../communication.people.repository.ts'
import { recordInServices } from '../messages/communication.messages.actions.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { lockThread } from '../threads/communication.threads.repository.ts'
import { keep } from './communication.aside.keep.actions.ts'
import { countRecentReplies, insertReplyFiles, type ReplyRoute } from './communication.inbound.repository.ts'
import { type Reply, shortened } from './communication.inbound.rules.ts'

/** Replies of one author in an hour; more come from programs that answer each other. */
const repliesAnHour = 60

/**
 * Writes a reply into its conversation, as the contact or driver that was written to; one that is done is open again.
 * @returns null, or why it is kept aside
 */
export async function appendReply(
  tx: Transaction,
  route: ReplyRoute,
  reply: Reply,
): Promise<AsideReason | null> {
  const { threadId, recipientId } = route
  const thread = await lockThread(tx, threadId, recipientId)
  if (!thread) throw new Error(`The conversation ${threadId} of a reply is gone.`)
  const { companyId, fleetId } = thread
  const aside = (reason: AsideReason, contactName: string | null) =>
    keep(tx, reply, { companyId, fleetId, contactName, contactIds: [recipientId], reason })
  const [party] = await findParties(tx, companyId, [recipientId])
  if (!party) {
    await aside('contact_gone', null)
    return 'contact_gone'
  }
  const ownerId = (party.isDriver ? party.userId : null) ?? party.id
  if ((await countRecentReplies(tx, threadId, ownerId)) >= repliesAnHour) {
    await aside('too_many', party.name)
    return 'too_many'
  }
  const isOther = reply.channel === 'email' && reply.from !== route.recipientAddress.trim().toLowerCase()
  const text = shortened(reply.text)
  const sequence = await insertMessage(tx, threadId, {
    id: reply.id,
    authorKind: party.isDriver ? 'driver' : 'contact',
    authorId: ownerId,
    // A mail that was passed on may be answered by somebody else.
    author: isOther ? `${party.name} (${reply.from})` : party.name,
    kind: 'text',
    text,
    priority: 'normal',
    replyChannel: reply.channel,
    writtenAt: reply.writtenAt,
  })
  if (sequence === null) throw new Error(`The reply ${reply.id} is in a conversation already.`)
  await insertReplyFiles(tx, { messageId: reply.id, ownerId }, reply.files)
  for (const { id } of reply.files)
    if (!(await claimFile(tx, id, reply.id))) throw new Error(`The file ${id} of a reply is gone.`)
  await recordInServices(tx, thread, text, [])
  recordReceived(tx, thread, reply.id)
  await publishThread(tx, thread)
  if (party.userId !== null) tx.stale({ domain: 'driverThreads', userId: party.userId })
  return null
}
