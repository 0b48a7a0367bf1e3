import type { AsideReason } from '@rumbo/contract/communication.aside.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { e164Of } from '../../platform/deliveries/telephones.ts'
import { claimFile } from '../../platform/files/record-files.ts'
import { recordReceived } from '../communication.facts.ts'
import { findParties, type Party } from '../communication.people.repository.ts'
import { recordInServices } from '../messages/communication.messages.actions.ts'
import { insertMessage } from '../messages/communication.messages.repository.ts'
import { publishThread } from '../threads/communication.threads.actions.ts'
import { lockThread } from '../threads/communication.threads.repository.ts'
import { keep } from './communication.aside.keep.actions.ts'
import { countRecentReplies, insertReplyFiles, type ReplyRoute } from './communication.inbound.repository.ts'
import { type Reply, shortened } from './communication.inbound.rules.ts'

/** Replies of one author in an hour; more come from programs that answer each other. */
const repliesAnHour = 60

/** A reply to what was sent about a service is about it. */
const refsOf = ({ serviceId, serviceNumber }: ReplyRoute) =>
  serviceId === null ? [] : [{ kind: 'service' as const, id: serviceId, label: String(serviceNumber) }]

const isAddressOf = ({ phone, email }: Party, { channel, from }: Reply): boolean =>
  channel === 'email'
    ? from === email?.trim().toLowerCase()
    : phone !== null && (e164Of(from) ?? from) === (e164Of(phone) ?? phone)

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
  const isOther = !isAddressOf(party, reply)
  const text = shortened(reply.text)
  const refs = refsOf(route)
  const sequence = await insertMessage(tx, threadId, {
    id: reply.id,
    authorKind: party.isDriver ? 'driver' : 'contact',
    authorId: ownerId,
    // A mail may be passed on, and a link may have gone to another address than the contact's.
    author: isOther ? `${party.name} (${reply.from})` : party.name,
    kind: 'text',
    text,
    refs,
    priority: 'normal',
    replyChannel: reply.channel,
    writtenAt: reply.writtenAt,
  })
  if (sequence === null) throw new Error(`The reply ${reply.id} is in a conversation already.`)
  await insertReplyFiles(tx, { messageId: reply.id, ownerId }, reply.files)
  for (const { id } of reply.files)
    if (!(await claimFile(tx, id, reply.id))) throw new Error(`The file ${id} of a reply is gone.`)
  await recordInServices(tx, thread, { id: reply.id, text, refs })
  recordReceived(tx, thread, reply.id)
  await publishThread(tx, thread)
  if (party.userId !== null) tx.stale({ domain: 'driverThreads', userId: party.userId })
  return null
}
