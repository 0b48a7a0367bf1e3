import type { NotificationKind } from '@rumbo/contract/notifications.contract'
import type { NotificationTopic } from '@rumbo/contract/notifications.preferences.contract'
import { secondMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import { formatDate } from '@rumbo/i18n/formats'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postMail, postText } from '../../platform/deliveries/post.ts'
import { findContactsOf } from '../matching/notifications.people.repository.ts'
import { type PostContext, postOne, type SentMethod } from '../methods/notifications.post.actions.ts'
import { type NewReach, writeReach } from '../methods/notifications.post.repository.ts'
import {
  addressOfUser,
  findPreferences,
  findReachable,
  findWithoutDigests,
} from '../methods/notifications.recipients.repository.ts'
import { findUnwanted } from '../methods/notifications.unwanted.repository.ts'
import { priorityOf } from '../notifications.priorities.rules.ts'
import { type Subscriber, unsubscribeUrlOf } from '../preferences/notifications.unsubscribe.ts'
import { raiseStep } from '../raising/notifications.escalate.actions.ts'
import {
  type DueNotification,
  takeDue,
  takeEscalation,
  writeEscalation,
} from './notifications.due.repository.ts'
import type { ClaimedWork } from './notifications.failures.repository.ts'

/** Lines of a digest; of more, the number. */
const lines = 100

/**
 * Sends what waited of one recipient: by each method one message, however many notifications there are; what was read
 * meanwhile is left out. @returns whether anything was due
 */
export async function sendDue(
  tx: Transaction,
  context: PostContext,
  claimed: (work: ClaimedWork) => void,
): Promise<boolean> {
  const due = await takeDue(tx, (recipientId) => claimed({ kind: 'waiting', recipientId }))
  const [first] = due
  if (!first) return false
  const wanted = await stillWanted(tx, due)
  const reach: NewReach[] = []
  for (const method of ['email', 'sms', 'push'] as const) {
    const group = wanted.filter((one) => one.method === method)
    const [only] = group
    if (!only) continue
    const reached = await reachedAt(tx, only, method)
    const note = (status: NewReach['status'], detail: string | null, deliveryIds: (string | null)[]) => {
      for (const { notificationId } of group)
        for (const deliveryId of deliveryIds)
          reach.push({ notificationId, method, deliveryId, status, detail })
    }
    if ('missing' in reached) note('failed', reached.missing, [null])
    else note('pending', null, await postGroup(tx, group, { method, address: reached.address, context }))
  }
  await writeReach(tx, reach)
  return true
}

/** Without those that were read meanwhile, that nobody is to get any more, or whose method the person has switched off. */
async function stillWanted(tx: Transaction, due: readonly DueNotification[]): Promise<DueNotification[]> {
  const unwanted = await findUnwanted(
    tx,
    due.map(({ notificationId }) => notificationId),
  )
  const preferences = await findPreferences(tx, [...new Set(due.flatMap(({ userId }) => userId ?? []))])
  const silent = await findWithoutDigests(
    tx,
    due.flatMap(({ contactId }) => contactId ?? []),
  )
  return due.filter(({ notificationId, isRead, topic, method, why, contactId }) => {
    if (why === 'digest' && contactId !== null && silent.has(contactId)) return false
    const chosen = preferences.find((one) => one.topic === topic)
    return !isRead && !unwanted.has(notificationId) && (!chosen || chosen.methods.includes(method))
  })
}

async function reachedAt(
  tx: Transaction,
  one: DueNotification,
  method: SentMethod,
): Promise<ReturnType<typeof addressOfUser>> {
  if (one.userId !== null) {
    const [user] = await findReachable(tx, [one.userId])
    return addressOfUser(user, method)
  }
  const ids = one.contactId === null ? [] : [one.contactId]
  const [contact] = await findContactsOf(tx, { companyIds: [one.companyId], ids, roles: [] })
  const address = (method === 'email' ? contact?.email : contact?.phone) ?? null
  return address === null ? { missing: 'no_address' } : { address }
}

const titleOf = ({ title, count, language }: DueNotification) =>
  count > 1 ? translate(language, 'mails.digest.times', { title, count }) : title

function subscriberOf({ userId, contactId }: DueNotification): Subscriber | null {
  if (userId !== null) return { kind: 'user', id: userId }
  return contactId === null ? null : { kind: 'contact', id: contactId }
}

/** @returns the ids of the deliveries of the whole group */
async function postGroup(
  tx: Transaction,
  group: readonly DueNotification[],
  chosen: { method: SentMethod; address: string; context: PostContext },
): Promise<string[]> {
  const { method, address, context } = chosen
  const last = group.at(-1)
  if (!last) return []
  const { language, timeZone } = last
  const isDigest = group.some(({ why }) => why === 'digest')
  if (group.length === 1 && !isDigest)
    return postOne(
      tx,
      {
        ...last,
        kind: last.kind as NotificationKind,
        topic: last.topic as NotificationTopic,
        priority: priorityOf(last.priority),
        contact: null,
      },
      chosen,
    )
  const common = { kind: 'notification' as const, priority: 4, recipient: address, language }
  const subject = translate(language, 'mails.digest.subject', { count: group.length, shown: group.length })
  if (method === 'sms')
    return [
      await postText(tx, {
        ...common,
        body: translate(language, 'mails.quiet.sms', { count: group.length, title: last.title }),
      }),
    ]
  if (method === 'push')
    return postOne(
      tx,
      {
        ...last,
        kind: 'event',
        topic: last.topic as NotificationTopic,
        contact: null,
        eventId: null,
        priority: 'normal',
        title: subject,
        message: titleOf(last),
        path: '/notification-list',
      },
      chosen,
    )
  const shown = group.slice(0, lines).map((one) =>
    translate(language, 'mails.digest.line', {
      time: formatDate(language, one.lastAt, { timeZone }),
      title: titleOf(one),
    }),
  )
  const more =
    group.length > lines ? [translate(language, 'mails.digest.more', { count: group.length - lines })] : []
  const publicUrl = context.publicUrl()
  const subscriber = subscriberOf(last)
  const unsubscribeUrl =
    isDigest && publicUrl !== null && subscriber !== null
      ? unsubscribeUrlOf({ publicUrl, secret: context.secret }, subscriber)
      : undefined
  return [
    await postMail(tx, {
      ...common,
      subject,
      body: [
        [...shown, ...more].join('\n'),
        ...(publicUrl === null || last.userId === null ? [] : [`${publicUrl}/notification-list`]),
        ...(unsubscribeUrl === undefined
          ? []
          : [`${translate(language, 'mails.digest.unsubscribe')}\n${unsubscribeUrl}`]),
      ].join('\n\n'),
      unsubscribeUrl,
    }),
  ]
}

/** Takes the next step of one escalation that is due. @returns whether one was */
export async function escalateDue(
  tx: Transaction,
  context: PostContext,
  claimed: (work: ClaimedWork) => void,
): Promise<boolean> {
  const due = await takeEscalation(tx)
  if (!due) return false
  claimed({ kind: 'escalation', ruleId: due.ruleId, eventId: due.eventId })
  if (!due.isOpen) {
    await writeEscalation(tx, due, { reason: 'attended' })
    return true
  }
  const nextSeconds = await raiseStep(tx, due, context)
  await writeEscalation(
    tx,
    due,
    nextSeconds === null
      ? { reason: 'last_step' }
      : { step: due.step + 1, dueAt: new Date(due.startedAt.getTime() + nextSeconds * secondMs) },
  )
  return true
}
