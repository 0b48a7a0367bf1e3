import * as contract from '@rumbo/contract/notifications.webhooks.contract'
import { type Answer, answerAsSystem, answerPrepared } from '../../platform/http/endpoints.ts'
import { problem } from '../../platform/problem.ts'
import { GuardedFailure, type GuardedRequest } from '../../platform/upstream/guarded-request.ts'
import {
  changeWebhookOf,
  createWebhookOf,
  deleteWebhookOf,
  listWebhooksOf,
  rotateSecretOf,
} from './notifications.webhooks.actions.ts'
import { listCallsOf, replayCallOf, testWebhookOf } from './notifications.webhooks.calls.actions.ts'
import { webhookSeal } from './notifications.webhooks.secrets.ts'

/** Endpoints of webhooks; their secrets are readable by the system alone. */
export function webhookEndpoints({
  secret,
  guarded,
}: {
  secret: string
  guarded: Pick<GuardedRequest, 'check'>
}): Answer[] {
  const seal = webhookSeal(secret)
  /** Why an address is refused; null if it may be called. */
  const refusalOf = (url: string) =>
    guarded.check(url).then(
      () => null,
      (error: unknown) => {
        if (error instanceof GuardedFailure) return error.message
        throw error
      },
    )
  const requireAllowed = (refusal: string | null) => {
    if (refusal !== null) throw problem('webhook_address_denied', { words: { reason: refusal } })
  }
  return [
    answerAsSystem(contract.listWebhooks, ({ query }, { tx, actor }) => listWebhooksOf(tx, actor, query)),
    answerPrepared(
      contract.createWebhook,
      ({ body }) => refusalOf(body.url),
      async ({ body }, { tx, actor }, refusal) => {
        const created = await createWebhookOf(tx, actor, seal, body)
        requireAllowed(refusal)
        return created
      },
    ),
    answerPrepared(
      contract.changeWebhook,
      ({ body }) => refusalOf(body.url),
      async ({ params, body }, { tx, actor }, refusal) => {
        const changed = await changeWebhookOf(tx, actor, params.id, body)
        requireAllowed(refusal)
        return changed
      },
    ),
    answerAsSystem(contract.deleteWebhook, ({ params }, { tx, actor }) =>
      deleteWebhookOf(tx, actor, params.id),
    ),
    answerAsSystem(contract.rotateWebhookSecret, ({ params, body }, { tx, actor }) =>
      rotateSecretOf(tx, actor, { seal, id: params.id, ...body }),
    ),
    answerAsSystem(contract.testWebhook, ({ params }, { tx, actor }) => testWebhookOf(tx, actor, params.id)),
    answerAsSystem(contract.listWebhookDeliveries, ({ params, query }, { tx, actor }) =>
      listCallsOf(tx, actor, params.id, query),
    ),
    answerAsSystem(contract.replayWebhookDelivery, ({ params }, { tx, actor }) =>
      replayCallOf(tx, actor, params),
    ),
  ]
}
