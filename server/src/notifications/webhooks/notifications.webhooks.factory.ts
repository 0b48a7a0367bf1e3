import { v7 as uuid } from 'uuid'
import type { Transaction } from '../../platform/database/transaction.ts'
import { callWebhooks } from './notifications.webhooks.calls.actions.ts'
import { saveWebhook, type WebhookRow } from './notifications.webhooks.repository.ts'
import { newSecret, webhookSeal } from './notifications.webhooks.secrets.ts'

/** Creates a webhook, for tests and the demo. @param secret the installation's */
export async function buildWebhook(
  tx: Transaction,
  given: Partial<WebhookRow> & Pick<WebhookRow, 'companyId'>,
  secret: string,
): Promise<WebhookRow & { secret: string }> {
  const made = newSecret(webhookSeal(secret), tx.now)
  const id = uuid()
  const row: WebhookRow = {
    id,
    fleetIds: [],
    name: `Webhook ${id.slice(-6)}`,
    url: 'https://hooks.example/rumbo',
    isActive: true,
    disabledReason: null,
    failingSince: null,
    secrets: [made.stored],
    version: 1,
    updatedByName: null,
    updatedAt: tx.now,
    ...given,
  }
  await saveWebhook(tx, row)
  return { ...row, secret: made.secret }
}

/** Queues a call of a webhook. @returns the id of the delivery */
export async function buildWebhookCall(tx: Transaction, { id, companyId }: WebhookRow): Promise<string> {
  const calls = await callWebhooks(
    tx,
    { companyId, fleetId: null, webhookIds: [id] },
    { type: 'event.raised', data: { vehicle: '118' } },
  )
  return calls.get(id)?.deliveryId ?? ''
}
