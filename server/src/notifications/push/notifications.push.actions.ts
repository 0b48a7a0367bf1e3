import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import {
  type actOnPush,
  type PushAction,
  pushDevicesPerPerson,
  type renewPushSubscription,
  type subscribeToPush,
  type testPush,
} from '@rumbo/contract/notifications.push.contract'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import { translate } from '@rumbo/i18n'
import { problemParams } from '@rumbo/i18n/problem-params'
import { v7 as uuid, v5 as uuidOf } from 'uuid'
import { type Actor, asSystem } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { Problem, problem } from '../../platform/problem.ts'
import { markEventRead, markOneRead } from '../notifications.repository.ts'
import { pushToUser } from './notifications.push.messages.ts'
import {
  findSubscription,
  findSubscriptions,
  releaseAction,
  removeSubscription,
  replaceKeys,
  type SubscriptionRow,
  saveSubscription,
  useAction,
} from './notifications.push.repository.ts'
import type { PushToken, PushTokens } from './notifications.push.tokens.ts'

const subscriptionOf = (row: SubscriptionRow, { sessionId }: Pick<Actor, 'sessionId'>) => ({
  id: row.id,
  label: row.label,
  createdAt: row.createdAt.toISOString(),
  lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  isOwnSession: row.sessionId === sessionId,
})

/** The caller's browsers; under the system role, as everything here. */
export const listSubscriptionsOf = async (tx: Transaction, actor: Actor) => ({
  items: (await findSubscriptions(tx, actor.userId)).map((row) => subscriptionOf(row, actor)),
})

export async function subscribeOf(
  tx: Transaction,
  actor: Actor,
  body: ParsedOf<typeof subscribeToPush>['body'],
): Promise<OutputOf<typeof subscribeToPush>> {
  const row = { id: uuid(), userId: actor.userId, sessionId: actor.sessionId, ...body }
  await saveSubscription(tx, row, pushDevicesPerPerson)
  tx.stale({ domain: 'push', id: actor.userId })
  return subscriptionOf({ ...row, createdAt: tx.now, lastSuccessAt: null }, actor)
}

export async function unsubscribeOf(tx: Transaction, actor: Actor, id: string): Promise<{ done: true }> {
  await removeSubscription(tx, id, actor.userId)
  tx.stale({ domain: 'push', id: actor.userId })
  return { done: true }
}

/** @throws Problem `push_action_over` if there is no subscription with the former keys */
export async function renewOf(
  tx: Transaction,
  { former, ...keys }: ParsedOf<typeof renewPushSubscription>['body'],
): Promise<{ done: true }> {
  if (!(await replaceKeys(tx, former, keys))) throw problem('push_action_over')
  return { done: true }
}

export async function testPushOf(tx: Transaction, actor: Actor): Promise<OutputOf<typeof testPush>> {
  const ids = await pushToUser(tx, actor.userId, (language) => ({
    title: translate(language, 'mails.push.testTitle'),
    message: translate(language, 'mails.push.testMessage'),
    path: '/profile',
    tag: 'test',
    priority: 1,
  }))
  return { browsers: ids.length }
}

/** What the buttons do, in other domains; each opens its own transaction. */
export interface PushLinks {
  actorOf(userId: string): Promise<Actor>
  /** @throws Problem if the person may not, or the event is over */
  acknowledge(actor: Actor, eventId: string): Promise<void>
  /** Does it once for an id. @returns the code of the problem; null if it was done */
  answerOffer(
    actor: Actor,
    answer: { id: string; offerId: string; action: 'accept' | 'reject' },
  ): Promise<ProblemCode | null>
}

/**
 * Does what a button of a push notification says, as the person it was sent to, and once.
 * @throws Problem `push_action_over` if it was used, is too old, or the browser or person is no longer known
 */
export async function actOnPushOf(
  { database, tokens, links, now }: { database: Database; tokens: PushTokens; links: PushLinks; now: Date },
  { token: text, action }: ParsedOf<typeof actOnPush>['body'],
): Promise<OutputOf<typeof actOnPush>> {
  const token = tokens.read(text, now)
  const isOffered = {
    open: token?.notificationId,
    acknowledge: token?.eventId,
    accept: token?.offerId,
    reject: token?.offerId,
  }[action]
  if (!token || isOffered === undefined) throw problem('push_action_over')
  const identity = asSystem('use a push notification')
  const language = await database.transaction(identity, async (tx) => {
    const row = await findSubscription(tx, token.subscriptionId)
    if (row?.userId !== token.userId) throw problem('push_action_over')
    if (!(await useAction(tx, { tokenId: token.id, action, userId: token.userId })))
      throw problem('push_action_over')
    if (action === 'open') await markOneRead(tx, token.userId, isOffered)
    return row.language
  })
  if (action === 'open') return { isDone: true, message: '' }
  try {
    const code = await perform(links, token, action)
    // What the person attended to is read, so that the next incident notifies them anew.
    if (code === null && token.eventId !== undefined) {
      const { userId, eventId } = token
      await database.transaction(identity, (tx) => markEventRead(tx, userId, eventId))
    }
    return code === null
      ? { isDone: true, message: translate(language, `mails.push.${action}Done`) }
      : { isDone: false, message: translate(language, `problems.${code}`, problemParams()) }
  } catch (error) {
    // Nothing came of it: the person may press again.
    await database.transaction(identity, (tx) => releaseAction(tx, token.id, action))
    throw error
  }
}

/** @returns the code of the problem that a rule raised; null if it was done */
async function perform(
  links: PushLinks,
  token: PushToken,
  action: Exclude<PushAction, 'open'>,
): Promise<ProblemCode | null> {
  try {
    const actor = await links.actorOf(token.userId)
    if (action === 'acknowledge') {
      await links.acknowledge(actor, token.eventId ?? '')
      return null
    }
    // The same for each attempt, so that the driver's answer counts once.
    const id = uuidOf(action, token.id)
    return await links.answerOffer(actor, { id, offerId: token.offerId ?? '', action })
  } catch (error) {
    if (error instanceof Problem) return error.code
    throw error
  }
}
