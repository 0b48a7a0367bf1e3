import * as contract from '@rumbo/contract/notifications.push.contract'
import { asSystem } from '../../platform/access/access.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { VapidPair } from '../../platform/deliveries/keys.ts'
import { type Answer, answerAlone, answerAsSystem, answerPrepared } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { GuardedFailure, type GuardedRequest } from '../../platform/upstream/guarded-request.ts'
import {
  actOnPushOf,
  listSubscriptionsOf,
  type PushLinks,
  renewOf,
  subscribeOf,
  testPushOf,
  unsubscribeOf,
} from './notifications.push.actions.ts'
import { createPushTokens } from './notifications.push.tokens.ts'

export interface PushOptions {
  database: Database
  clock: Clock
  secret: string
  guarded: Pick<GuardedRequest, 'check'>
  /** Null: push notifications are not configured. */
  pushKeys: (() => Promise<VapidPair>) | null
  pushLinks: PushLinks
}

/** Endpoints of push notifications; the keys of browsers are readable by the system alone. */
export function pushEndpoints(options: PushOptions): Answer[] {
  const { database, clock, secret, guarded, pushKeys, pushLinks } = options
  const tokens = createPushTokens(secret)
  /** @throws Problem `push_address_denied` */
  const requireAllowed = async (endpoint: string) => {
    try {
      await guarded.check(endpoint)
    } catch (error) {
      if (!(error instanceof GuardedFailure)) throw error
      throw problem('push_address_denied', { words: { reason: error.message } })
    }
  }
  const requireConfigured = () => {
    if (pushKeys === null) throw problem('channel_not_configured')
  }
  return [
    answerAlone(contract.readPushKey, async () => ({
      publicKey: pushKeys === null ? null : (await pushKeys()).publicKey,
    })),
    answerAsSystem(contract.listPushSubscriptions, (_, { tx, actor }) => listSubscriptionsOf(tx, actor)),
    answerPrepared(
      contract.subscribeToPush,
      async ({ body }) => {
        requireConfigured()
        await requireAllowed(body.endpoint)
      },
      ({ body }, { tx, actor }) => subscribeOf(tx, actor, body),
    ),
    answerAsSystem(contract.unsubscribeFromPush, ({ params }, { tx, actor }) =>
      unsubscribeOf(tx, actor, params.id),
    ),
    answerAlone(contract.renewPushSubscription, async ({ body }) => {
      await requireAllowed(body.endpoint)
      return database.transaction(asSystem('renew a push subscription'), (tx) => renewOf(tx, body))
    }),
    answerAsSystem(contract.testPush, async (_, { tx, actor }) => {
      requireConfigured()
      return testPushOf(tx, actor)
    }),
    answerAlone(contract.actOnPush, ({ body }) =>
      actOnPushOf({ database, tokens, links: pushLinks, now: clock.now() }, body),
    ),
  ]
}
