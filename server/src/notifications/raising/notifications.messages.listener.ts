import type { NotificationPriority } from '@rumbo/contract/notifications.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import {
  findReceivedWords,
  findUnopened,
  findUnreadWords,
  type MessageReceived,
  type MessagesShown,
  type MessageWords,
  type MessageWritten,
  type ThreadAssigned,
} from '../../communication/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import type { DeliveredFact } from '../../platform/facts/pending.ts'
import { type Recipient, readDispatching } from '../matching/notifications.audience.actions.ts'
import {
  findMembersOf,
  findSuperAdminsOf,
  findUsersOfContacts,
  type Person,
} from '../matching/notifications.people.repository.ts'
import type { PostContext } from '../methods/notifications.post.actions.ts'
import { priorityOrder } from '../notifications.priorities.rules.ts'
import { type Draft, raise } from './notifications.raise.actions.ts'
import { beginUnanswered, takeUnanswered, writeUnanswered } from './notifications.unanswered.repository.ts'

/** The kinds of facts that people are notified of messages by. */
export const messageFacts = [
  'message.shown',
  'message.received',
  'message.written',
  'thread.assigned',
] as const satisfies readonly (MessagesShown | MessageReceived | MessageWritten | ThreadAssigned)['kind'][]

/** Further messages of one conversation within this time are counted on the first, not sent again, unless urgent. */
const repeatMinutes = 1
/** After an urgent message that nobody opens: when all who may answer are notified again, each time. */
const unansweredMinutes = [2, 5, 15] as const

/**
 * Notifies drivers of messages they can read, the members of private conversations, and of what drivers and contacts write
 * those who have the conversation or, where nobody has it, those who dispatch the fleet. What was read meanwhile, in the
 * conversation itself, notifies nobody.
 */
export async function notifyOfMessages(
  tx: Transaction,
  facts: readonly DeliveredFact[],
  context: PostContext,
): Promise<void> {
  const drafts: Draft[] = []
  for (const fact of facts) drafts.push(...(await draftsFor(tx, fact)))
  await raise(tx, drafts, context)
}

function draftsFor(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  switch (fact.kind) {
    case 'message.shown':
      return toDrivers(tx, fact)
    case 'message.written':
      return toMembers(tx, fact)
    case 'thread.assigned':
      return toNewAssignee(tx, fact)
    default:
      return toStaff(tx, fact)
  }
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

const pathOf = (threadId: string) => `/communication?thread=${threadId}`

/** Who has the conversation, while they may read it; otherwise those who dispatch the fleet. */
async function toStaff(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  const { messageId, assigneeId } = fact.payload as MessageReceived['payload']
  const { companyId, fleetId } = fact
  if (companyId === null || fleetId === null) return []
  const { now, all } = await readDispatching(tx, { companyId, fleetId })
  const superAdmins = assigneeId === null ? [] : await findSuperAdminsOf(tx, [assigneeId])
  const assignee = [...all, ...superAdmins].find(({ userId }) => userId === assigneeId)
  const people: readonly Person[] = assignee ? [assignee] : now
  const audience = assignee ? 'assignee' : 'onDuty'
  const asked = people.filter(({ userId }) => userId !== fact.actorId)
  const unread = new Map(
    (
      await findReceivedWords(
        tx,
        messageId,
        asked.map(({ userId }) => userId),
      )
    ).map((words) => [words.userId, words]),
  )
  if ([...unread.values()].some(({ priority }) => priority === 'urgent'))
    await beginUnanswered(tx, { messageId, companyId, fleetId, dueAt: dueAfter(tx, unansweredMinutes[0]) })
  return asked.flatMap((user) => {
    const words = unread.get(user.userId)
    return words ? draftsOf(fact, words, user, audience, pathOf(words.threadId)) : []
  })
}

async function toMembers(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  const { messageId, memberIds } = fact.payload as MessageWritten['payload']
  if (fact.companyId === null) return []
  const people = await findMembersOf(tx, fact.companyId, memberIds)
  const unread = await findReceivedWords(
    tx,
    messageId,
    people.map(({ userId }) => userId),
  )
  return unread.flatMap(({ userId, ...words }) => {
    const user = people.find((one) => one.userId === userId)
    return user ? draftsOf(fact, words, user, 'users', pathOf(words.threadId)) : []
  })
}

async function toNewAssignee(tx: Transaction, fact: DeliveredFact): Promise<Draft[]> {
  const { threadId, title, assigneeId, by } = fact.payload as ThreadAssigned['payload']
  const { companyId, fleetId } = fact
  if (companyId === null || fleetId === null) return []
  const people = await readDispatching(tx, { companyId, fleetId })
  const superAdmins = await findSuperAdminsOf(tx, [assigneeId])
  const user = [...people.all, ...superAdmins].find(({ userId }) => userId === assigneeId)
  if (!user) return []
  return [
    {
      ...common({ companyId, fleetId }, user, 'assignee', pathOf(threadId)),
      source: `${fact.id} assigned`,
      priority: priorityOrder('high'),
      type: 'info',
      coalesceKey: `assigned ${fact.id}`,
      title: translate(user.language, 'mails.notification.threadAssigned', { name: by }),
      message: title,
    },
  ]
}

/** What all notifications of messages have in common. */
const common = (
  { companyId, fleetId }: { companyId: string; fleetId: string | null },
  { userId, name, language }: Person,
  audience: Recipient['audience'],
  path: string,
) =>
  ({
    subject: { companyId, fleetId, vehicleId: null, eventId: null, serviceId: null, path },
    recipient: { userId, contact: null, name, language, audience },
    kind: 'message',
    rule: null,
    topic: 'messages',
    methods: ['in_app', 'push'],
    digest: null,
    // Those who drive or dispatch at night are at work.
    ignoresQuietHours: true,
    repeatMinutes,
  }) as const

function draftsOf(
  fact: Pick<DeliveredFact, 'companyId' | 'fleetId'>,
  { messageId, threadId, author, text, priority }: MessageWords,
  user: Person,
  audience: Recipient['audience'],
  path: string,
): Draft[] {
  const { companyId, fleetId } = fact
  if (companyId === null) return []
  const isUrgent = priority === 'urgent'
  const level: NotificationPriority = isUrgent ? 'urgent' : 'high'
  return [
    {
      ...common({ companyId, fleetId }, user, audience, path),
      source: `message ${messageId}`,
      priority: priorityOrder(level),
      type: isUrgent ? 'warning' : 'info',
      coalesceKey: `message ${threadId}`,
      title: translate(user.language, 'mails.notification.message', { name: author }),
      message: text === '' ? translate(user.language, 'mails.notification.attachment') : text,
    },
  ]
}

const dueAfter = (tx: Transaction, minutes: number) => new Date(tx.now.getTime() + minutes * minuteMs)

/**
 * Notifies all who may answer of one urgent message that none of them has opened, again and again until one has, up to
 * three times.
 * @param claimed is given the message before anything is done, so that a failure can be recorded for it
 * @returns whether one was due
 */
export async function callAgainDue(
  tx: Transaction,
  context: PostContext,
  claimed: (messageId: string) => void,
): Promise<boolean> {
  const due = await takeUnanswered(tx)
  if (!due) return false
  const { messageId, companyId, fleetId, step } = due
  claimed(messageId)
  const { all } = await readDispatching(tx, { companyId, fleetId })
  const words = await findUnopened(
    tx,
    messageId,
    all.map(({ userId }) => userId),
  )
  if (words) {
    const drafts = all.map(
      (user): Draft => ({
        ...common({ companyId, fleetId }, user, 'onDuty', pathOf(words.threadId)),
        source: `message ${messageId} again ${step}`,
        repeatMinutes: 0,
        priority: priorityOrder('urgent'),
        type: 'error',
        coalesceKey: `unanswered ${messageId} ${step}`,
        title: translate(user.language, 'mails.notification.unanswered', { name: words.author }),
        message: words.text === '' ? translate(user.language, 'mails.notification.attachment') : words.text,
      }),
    )
    await raise(tx, drafts, context)
  }
  const nextMinutes = words ? unansweredMinutes[step + 1] : undefined
  await writeUnanswered(tx, messageId, nextMinutes === undefined ? null : dueAfter(tx, nextMinutes))
  return true
}
