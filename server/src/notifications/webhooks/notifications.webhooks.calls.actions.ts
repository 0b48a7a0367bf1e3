import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type {
  listWebhookDeliveries,
  testWebhook,
  WebhookDelivery,
} from '@rumbo/contract/notifications.webhooks.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { postAgain, postWebhook } from '../../platform/deliveries/post.ts'
import { findTargeted, findTargetedPage, type TargetedDelivery } from '../../platform/deliveries/targeted.ts'
import { problem } from '../../platform/problem.ts'
import { requireWebhook } from './notifications.webhooks.actions.ts'
import { findActive, type WebhookRow } from './notifications.webhooks.repository.ts'

/** The longest body of a call in bytes. */
const longestBody = 20_000

/** What a webhook receives, with the time it was written. */
export interface WebhookCall {
  /** Such as `event.raised`. */
  type: string
  data: Readonly<Record<string, unknown>>
  /** Purpose. Default: `notice`. */
  kind?: 'notification'
  /** 0 is the most urgent, 6 the least. Default: 3. */
  priority?: number
  /** When it is of no use any more. Default: never. */
  expiresAt?: Date
}

/**
 * Queues a call for each of these webhooks of the company that is switched on; under the system role.
 * @param fleetId of what the call is about: webhooks of other fleets are left out
 * @returns the id of the delivery and the name, by webhook
 */
export async function callWebhooks(
  tx: Transaction,
  {
    companyId,
    fleetId,
    webhookIds,
  }: { companyId: string; fleetId: string | null; webhookIds: readonly string[] },
  call: WebhookCall,
): Promise<ReadonlyMap<string, { deliveryId: string; name: string }>> {
  const posted = new Map<string, { deliveryId: string; name: string }>()
  if (webhookIds.length === 0) return posted
  for (const row of await findActive(tx, companyId, webhookIds))
    if (isOfFleet(row, fleetId)) posted.set(row.id, { deliveryId: await post(tx, row, call), name: row.name })
  return posted
}

/** Whether a webhook is called with what is about a fleet; null: about none. */
export const isOfFleet = ({ fleetIds }: Pick<WebhookRow, 'fleetIds'>, fleetId: string | null): boolean =>
  fleetIds.length === 0 || fleetId === null || fleetIds.includes(fleetId)

function post(tx: Transaction, { id, url }: WebhookRow, call: WebhookCall): Promise<string> {
  const { type, data, ...options } = call
  const body = JSON.stringify({ type, timestamp: tx.now.toISOString(), data })
  if (Buffer.byteLength(body) > longestBody)
    throw new Error(`A call of a webhook has at most ${longestBody} bytes.`)
  return postWebhook(tx, {
    ...options,
    targetId: id,
    receiver: `${new URL(url).host} ${id}`,
    recipient: url,
    language: 'en',
    subject: type,
    body,
  })
}

/** @throws Problem `not_found`, `webhook_off` */
export async function testWebhookOf(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<OutputOf<typeof testWebhook>> {
  const row = await requireWebhook(tx, actor, id)
  if (!row.isActive) throw problem('webhook_off')
  const deliveryId = await post(tx, row, {
    type: 'webhook.test',
    data: { webhookId: row.id, companyId: row.companyId, requestedBy: actor.displayName },
  })
  tx.audit({
    action: 'webhook.tested',
    entity: 'webhook',
    entityId: row.id,
    entityName: row.name,
    companyId: row.companyId,
  })
  return { deliveryId }
}

const deliveryOf = ({ subject, ...delivery }: TargetedDelivery): WebhookDelivery => ({
  ...delivery,
  type: subject,
})

/** @throws Problem `not_found` */
export async function listCallsOf(
  tx: Transaction,
  actor: Actor,
  id: string,
  { page, size }: ParsedOf<typeof listWebhookDeliveries>['query'],
): Promise<OutputOf<typeof listWebhookDeliveries>> {
  await requireWebhook(tx, actor, id)
  const { items, total } = await findTargetedPage(tx, id, { page, size })
  return { items: items.map(deliveryOf), total, page, size }
}

/**
 * Puts a call back in the queue under its id, whatever became of it; one that waits stays as it is.
 * @throws Problem `not_found`, `delivery_not_found`, `webhook_off`
 */
export async function replayCallOf(
  tx: Transaction,
  actor: Actor,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  const row = await requireWebhook(tx, actor, id)
  const found = await findTargeted(tx, id, deliveryId)
  if (!found) throw problem('delivery_not_found')
  if (!row.isActive) throw problem('webhook_off')
  if (found.status === 'pending') return deliveryOf(found)
  await postAgain(tx, deliveryId)
  tx.stale({ domain: 'webhooks', id, companyId: row.companyId })
  tx.audit({
    action: 'webhook.replayed',
    entity: 'webhook',
    entityId: id,
    entityName: row.name,
    companyId: row.companyId,
  })
  return { ...deliveryOf(found), status: 'pending', error: null, sentAt: null, nextAttemptAt: null }
}
