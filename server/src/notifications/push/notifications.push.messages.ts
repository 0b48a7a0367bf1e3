import { createHash } from 'node:crypto'
import type { PushAction } from '@rumbo/contract/notifications.push.contract'
import { dayMs } from '@rumbo/contract/time-units'
import { translate } from '@rumbo/i18n'
import * as z from 'zod'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postPush } from '../../platform/deliveries/post.ts'
import type { OutgoingDelivery } from '../../platform/deliveries/sender.ts'
import { findSubscriptions, type SubscriptionRow } from './notifications.push.repository.ts'
import type { PushTokens } from './notifications.push.tokens.ts'

/** A message without an end is given up by the push service after this long. */
const defaultLifeMs = dayMs

const stored = z.object({
  title: z.string(),
  message: z.string(),
  /** The page it opens. */
  path: z.string(),
  /** A newer notification with the same tag replaces an older one. */
  tag: z.string().nullable(),
  notificationId: z.uuid().nullable().default(null),
  eventId: z.uuid().nullable(),
  offerId: z.uuid().nullable(),
})
export interface PushMessage {
  title: string
  message: string
  /** The page it opens, such as `/events`. */
  path: string
  tag?: string
  /** Marked as read when somebody opens the message. */
  notificationId?: string
  /** With a button to acknowledge the event. */
  eventId?: string
  /** With buttons to accept and reject the offer. */
  offerId?: string
  /** Purpose of the delivery. Default: `notice`. */
  kind?: 'notification'
  /** 0 is the most urgent, 6 the least. Default: 3. */
  priority?: number
  /** When it is of no use any more. Default: after a day. */
  expiresAt?: Date
}

/**
 * Queues a push notification for each browser of a person; under the system role.
 * @param words the message in the language of the browser
 * @returns the ids of the deliveries
 */
export async function pushToUser(
  tx: Transaction,
  userId: string,
  words: (language: 'es' | 'en') => PushMessage,
): Promise<string[]> {
  const ids: string[] = []
  for (const row of await findSubscriptions(tx, userId)) ids.push(await push(tx, row, words(row.language)))
  return ids
}

function push(tx: Transaction, { id, endpoint, label, language }: SubscriptionRow, message: PushMessage) {
  const { title, message: text, path, tag, notificationId, eventId, offerId, ...options } = message
  const body: z.infer<typeof stored> = {
    title,
    message: text,
    path,
    tag: tag ?? null,
    notificationId: notificationId ?? null,
    eventId: eventId ?? null,
    offerId: offerId ?? null,
  }
  return postPush(tx, {
    ...options,
    expiresAt: options.expiresAt ?? new Date(tx.now.getTime() + defaultLifeMs),
    targetId: id,
    receiver: new URL(endpoint).host,
    recipient: label,
    language,
    subject: title,
    body: JSON.stringify(body),
    topic: tag === undefined ? undefined : topicOf(tag),
  })
}

/** A topic has at most 32 characters of base64url. */
const topicOf = (tag: string) => createHash('sha256').update(tag).digest('base64url').slice(0, 32)

/** The buttons; `mayAcknowledge`: the event of the message, if it has one. */
const actionsOf = ({ eventId, offerId }: z.infer<typeof stored>, mayAcknowledge: boolean): PushAction[] =>
  [
    eventId !== null && mayAcknowledge ? (['acknowledge'] as const) : [],
    offerId === null ? [] : (['accept', 'reject'] as const),
    eventId === null ? [] : (['open'] as const),
  ].flat()

/** The event of a stored message; null without one. */
export const eventOf = ({ body }: Pick<OutgoingDelivery, 'body'>): string | null =>
  stored.parse(JSON.parse(body)).eventId

/**
 * What the browser gets: the form of Declarative Web Push, which Safari shows by itself, and for our worker the token of
 * the buttons and every text it needs.
 * @param publicUrl without a trailing slash; null: addresses stay relative
 * @param mayAcknowledge whether the person may acknowledge the event of the message
 */
export function payloadOf(
  delivery: Pick<OutgoingDelivery, 'id' | 'body' | 'createdAt' | 'expiresAt' | 'priority'>,
  { id: subscriptionId, userId, language }: Pick<SubscriptionRow, 'id' | 'userId' | 'language'>,
  {
    tokens,
    publicUrl,
    mayAcknowledge,
  }: { tokens: Pick<PushTokens, 'issue'>; publicUrl: string | null; mayAcknowledge: boolean },
): string {
  const message = stored.parse(JSON.parse(delivery.body))
  const actions = actionsOf(message, mayAcknowledge)
  const { notificationId, eventId, offerId } = message
  const until = delivery.expiresAt?.getTime() ?? delivery.createdAt.getTime() + defaultLifeMs
  const token =
    actions.length === 0 && notificationId === null
      ? null
      : tokens.issue({
          id: delivery.id,
          userId,
          subscriptionId,
          until,
          notificationId: notificationId ?? undefined,
          eventId: mayAcknowledge ? (eventId ?? undefined) : undefined,
          offerId: offerId ?? undefined,
        })
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title: message.title,
      body: message.message,
      lang: language,
      navigate: `${publicUrl ?? ''}${message.path}`,
      tag: message.tag ?? delivery.id,
      requireInteraction: delivery.priority <= 1,
      silent: false,
    },
    rumbo: {
      token,
      marksRead: notificationId !== null,
      actions: actions.map((action) => ({ action, title: translate(language, `mails.push.${action}`) })),
      failed: translate(language, 'mails.push.failed'),
    },
  })
}
