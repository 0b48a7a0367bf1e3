import { createHmac } from 'node:crypto'
import { secondMs } from '@rumbo/contract/time-units'
import type { Clock } from '../clock.ts'
import { GuardedFailure, type GuardedRequest } from '../upstream/guarded-request.ts'
import { retryAfterOf } from './pauses.ts'
import { DeliveryFailure, type Sender } from './sender.ts'

/** What `secret` begins with; the rest is the key in base64. */
export const secretPrefix = 'whsec_'

export interface WebhookTarget {
  url: string
  /** All in force. */
  secrets: readonly string[]
}
/** The webhooks, which belong to a domain. */
export interface WebhookTargets {
  /** Null: it is switched off, deleted or has no secret. */
  find(id: string): Promise<WebhookTarget | null>
  works(id: string): Promise<void>
  fails(id: string): Promise<void>
  /** It answered that it is wanted no more. */
  gone(id: string): Promise<void>
}

/**
 * Header `webhook-signature` by Standard Webhooks: one for each secret, so that the receiver may change it meanwhile.
 * @param timestamp in seconds
 */
function signatureOf(
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}

/** Calls webhooks by POST of JSON; any 2xx means received. */
export function createWebhookSender({
  request,
  targets,
  clock,
}: {
  request: Pick<GuardedRequest, 'send'>
  targets: WebhookTargets
  clock: Clock
}): Sender {
  return {
    receiver: null,
    async send({ id, targetId, body }, signal) {
      const target = targetId === null ? null : await targets.find(targetId)
      if (targetId === null || target === null) throw new DeliveryFailure('webhook_off', { kind: 'refused' })
      const timestamp = Math.floor(clock.now().getTime() / secondMs)
      const headers = {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': signatureOf({ id, timestamp, body }, target.secrets),
      }
      const answer = await request
        .send({ url: target.url, headers, body, signal })
        .catch(async (error: unknown) => {
          // An interrupted call shows nothing about the webhook.
          if (!(error instanceof GuardedFailure)) throw error
          await targets.fails(targetId)
          throw new DeliveryFailure(error.message, { kind: 'receiver', cause: error })
        })
      if (answer.status >= 200 && answer.status < 300) {
        await targets.works(targetId)
        return undefined
      }
      const text = answer.text.trim().slice(0, 300)
      const message = `The webhook answered ${answer.status}${text ? `: ${text}` : '.'}`
      if (answer.status === 410) {
        await targets.gone(targetId)
        throw new DeliveryFailure(message, { kind: 'refused' })
      }
      await targets.fails(targetId)
      throw new DeliveryFailure(message, {
        kind: 'receiver',
        retryAfterMs: retryAfterOf(answer.headers['retry-after'], clock.now()),
      })
    },
    close: () => undefined,
  }
}
