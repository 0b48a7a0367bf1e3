import type { NotificationPriority } from '@rumbo/contract/notifications.contract'
import { translate } from '@rumbo/i18n'
import {
  findReceivedWords,
  findUnreadWords,
  type MessageReceived,
  type MessagesShown,
  type MessageWords,
} from '../../communication/index.ts'
import { findStaffOfFleets } from '../../organisation/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import {
  findSuperAdminsOf,
  findUsersOfContacts,
  type Person,
} from '../matching/notifications.people.repository.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { priorityOrder } from '../notifications.priorities.rules.ts'
import { type Draft, raise } from './notifications.raise.actions.ts'

/** The kinds of facts that people are notified of messages by. */
export const messageFacts = ['message.shown', 'message.received'] as const satisfies readonly (
  | MessagesShown
  | MessageReceived
)['kind'][]

/** Further messages of one conversation within this time are counted on the first, not sent again, unless urgent. */
const repeatMinutes = 1

/**
 * Notifies drivers of messages they can read, and the assignee of a conversation of what drivers and contacts write there. What
 * was read meanwhile, in the conversation itself, notifies nobody.
 */
export async function notifyOfMessages(
  tx: Transaction,
  facts: readonly DeliveredFact[],
  context: PostContext,
): Promise<void> {
  const drafts: Draft[] = []
  for (const fact of facts)
    drafts.push(...(fact.kind === 'message.shown' ? await toDrivers(tx, fact) : await toAssignee(tx, fact)))
  await raise(tx, drafts, context)
}

async function toDrivers(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  const { to } = fact.payload as MessagesShown['payload']
  const unread = await findUnreadWords(tx, to)
  const users = await findUsersOfContacts(
    tx,
    unread.map(({ driverId }) => driverId),
  )
  const byContact = new Map(users.map((user) => [user.contactId, user]))
  return unread.flatMap(({ driverId, ...words }) => {
    const user = byContact.get(driverId)
    return user && user.userId !== fact.actorId
      ? draftsOf(fact, words, user, 'driver', `/driver?thread=${words.threadId}`)
      : []
  })
}

async function toAssignee(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  const { messageId, assigneeId } = fact.payload as MessageReceived['payload']
  const { companyId, fleetId } = fact
  if (companyId === null || fleetId === null || assigneeId === fact.actorId) return []
  const words = await findReceivedWords(tx, messageId, assigneeId)
  const people = [
    ...(await findStaffOfFleets(tx, [{ companyId, fleetId }])),
    ...(await findSuperAdminsOf(tx, [assigneeId])),
  ]
  const user = people.find(({ userId }) => userId === assigneeId)
  if (!words || !user) return []
  return draftsOf(fact, words, user, 'assignee', `/communication?thread=${words.threadId}`)
}

function draftsOf(
  fact: DeliveredFact,
  { messageId, threadId, author, text, priority }: MessageWords,
  { userId, name, language }: Person,
  audience: 'driver' | 'assignee',
  path: string,
): Draft[] {
  const { companyId, fleetId } = fact
  if (companyId === null || fleetId === null) return []
  const isUrgent = priority === 'urgent'
  const level: NotificationPriority = isUrgent ? 'urgent' : 'high'
  return [
    {
      source: `message ${messageId}`,
      subject: { companyId, fleetId, vehicleId: null, eventId: null, serviceId: null, path },
      recipient: { userId, contact: null, name, language, audience },
      kind: 'message',
      rule: null,
      topic: 'messages',
      priority: priorityOrder(level),
      type: isUrgent ? 'warning' : 'info',
      methods: ['in_app', 'push'],
      digest: null,
      // Those who drive or dispatch at night are at work.
      ignoresQuietHours: true,
      repeatMinutes,
      coalesceKey: `message ${threadId}`,
      title: translate(language, 'mails.notification.message', { name: author }),
      message: text === '' ? translate(language, 'mails.notification.attachment') : text,
    },
  ]
}
