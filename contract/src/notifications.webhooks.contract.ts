import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'
import { deliveryStatuses } from './monitoring.deliveries.contract.ts'
import { nameText } from './text.ts'

export const webhooksPerCompany = 20
/** How long the former secret stays in force after a change, in hours. */
export const secretOverlapHours = { default: 24, max: 168 } as const
export const webhookUrlLength = 2_000

/** An address of a company’s own system that receives its notifications, signed by Standard Webhooks. */
export const webhook = z.object({
  id,
  companyId: id,
  /** Empty: all fleets of the company. */
  fleetIds: z.array(id),
  name: z.string(),
  url: z.string(),
  isActive: z.boolean(),
  /** `gone`: it answered 410. `failing`: every call failed for five days. `person`: somebody switched it off. */
  disabledReason: z.enum(['gone', 'failing', 'person']).nullable(),
  /** Since when every call fails; null while they succeed. */
  failingSince: instant.nullable(),
  /** Secrets in force, the newest last; their values are shown only when made. */
  secrets: z.array(z.object({ id, createdAt: instant, endsAt: instant.nullable() })),
  version,
})
export type Webhook = z.infer<typeof webhook>
const webhookWithSecret = webhook.extend({
  /** `whsec_` and the key in base64; shown this once. */
  secret: z.string(),
})

const fields = {
  name: nameText(80),
  url: z.url({ protocol: /^https?$/ }).max(webhookUrlLength),
  fleetIds: z.array(id).max(200).default([]),
}

export const listWebhooks = endpoint({
  name: 'webhooks.list',
  method: 'GET',
  path: '/webhooks',
  summary: 'Webhooks of the companies, by name',
  access: 'webhooks.edit',
  query: z.strictObject({ companyId: id.optional() }),
  output: z.object({ items: z.array(webhook) }),
})
export const createWebhook = endpoint({
  name: 'webhooks.create',
  // Its answer holds a secret.
  isRepeatable: false,
  method: 'POST',
  path: '/webhooks',
  summary: 'Create a webhook; its secret is shown this once',
  access: 'webhooks.edit',
  status: 201,
  body: z.strictObject({ companyId: id, ...fields }),
  output: webhookWithSecret,
  problems: ['company_denied', 'fleet_denied', 'name_taken', 'webhook_address_denied', 'webhook_limit'],
})
export const changeWebhook = endpoint({
  name: 'webhooks.change',
  method: 'PUT',
  path: '/webhooks/:id',
  summary: 'Change a webhook, or switch it on or off',
  access: 'webhooks.edit',
  params: idParams,
  body: z.strictObject({ ...fields, isActive: z.boolean(), version }),
  output: webhook,
  problems: ['not_found', 'fleet_denied', 'name_taken', 'webhook_address_denied', 'stale_version'],
})
export const deleteWebhook = endpoint({
  name: 'webhooks.delete',
  method: 'DELETE',
  path: '/webhooks/:id',
  summary: 'Delete a webhook; what waits for it is not sent',
  access: 'webhooks.edit',
  params: idParams,
  output: done,
  problems: ['not_found'],
})
export const rotateWebhookSecret = endpoint({
  name: 'webhooks.rotateSecret',
  isRepeatable: false,
  method: 'POST',
  path: '/webhooks/:id/secrets',
  summary:
    'A new secret, shown this once; until the overlap is over, calls are signed with the former one too',
  access: 'webhooks.edit',
  params: idParams,
  body: z.strictObject({
    overlapHours: z.number().int().min(0).max(secretOverlapHours.max).default(secretOverlapHours.default),
  }),
  output: webhookWithSecret,
  problems: ['not_found'],
})
export const testWebhook = endpoint({
  name: 'webhooks.test',
  method: 'POST',
  path: '/webhooks/:id/test',
  summary: 'Call the webhook with a test; the log shows the outcome',
  access: 'webhooks.edit',
  params: idParams,
  output: z.object({ deliveryId: id }),
  problems: ['not_found', 'webhook_off'],
  limit: { calls: 20, seconds: 60 },
})

const webhookDelivery = z.object({
  /** The `webhook-id` of every attempt. */
  id,
  type: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  /** Of the last attempt. */
  error: z.string().nullable(),
  body: z.string(),
  createdAt: instant,
  sentAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>
export const listWebhookDeliveries = endpoint({
  name: 'webhooks.log',
  method: 'GET',
  path: '/webhooks/:id/deliveries',
  summary: 'Calls of a webhook in the last 30 days, newest first',
  access: 'webhooks.edit',
  params: idParams,
  query: listQuery(['createdAt'], {}),
  output: listOf(webhookDelivery),
  problems: ['not_found'],
})
export const replayWebhookDelivery = endpoint({
  name: 'webhooks.replay',
  method: 'POST',
  path: '/webhooks/:id/deliveries/:deliveryId/replay',
  summary: 'Make a call again, with the same id',
  access: 'webhooks.edit',
  params: z.strictObject({ id, deliveryId: id }),
  output: webhookDelivery,
  problems: ['not_found', 'delivery_not_found', 'webhook_off'],
})
