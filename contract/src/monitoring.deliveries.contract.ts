import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { phone } from './identity.contract.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery } from './lists.ts'

const channel = z.enum(['email', 'sms', 'push', 'webhook'])
export type DeliveryChannel = z.infer<typeof channel>
export const deliveryStatuses = [
  'pending',
  'sent',
  'delivered',
  'read',
  'failed',
  'expired',
  'kept',
  'dropped',
] as const

/**
 * `delivered`, `read`: so the provider says, where it does. `dropped`: nobody wanted it any more.
 * `failed`: refused, or tried for the last time. `expired`: of no use any more, such as an old code. `kept`: no server is
 * configured for the channel; it is read in Rumbo. The body of a code or link is empty once it was sent
 * or has expired.
 */
export const delivery = z.object({
  id,
  channel,
  recipient: z.string(),
  language: z.enum(['es', 'en']),
  subject: z.string(),
  body: z.string(),
  status: z.enum(deliveryStatuses),
  /** Since it was written, also those before it was sent again. */
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type Delivery = z.infer<typeof delivery>

/** A server that failed last. Nothing is sent to it until `openUntil`, and then one delivery at a time. */
const failingReceiver = z.object({
  channel,
  receiver: z.string(),
  failures: z.number().int(),
  failingSince: instant,
  openUntil: instant,
  error: z.string(),
})
export type FailingReceiver = z.infer<typeof failingReceiver>

export const listDeliveries = endpoint({
  name: 'deliveries.list',
  method: 'GET',
  path: '/deliveries',
  summary: 'Mails, SMS, push messages and calls of webhooks: sent, waiting, failed, or kept for reading here',
  access: 'monitoring.read',
  query: listQuery(['createdAt'], {
    status: anyOf(z.enum(deliveryStatuses)),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: listOf(delivery).extend({
    isEmailConfigured: z.boolean(),
    isSmsConfigured: z.boolean(),
    isPushConfigured: z.boolean(),
    failing: z.array(failingReceiver),
  }),
})
/** An attempt that failed. */
const deliveryAttempt = z.object({
  number: z.number().int(),
  endedAt: instant,
  milliseconds: z.number().int(),
  error: z.string(),
})
export type DeliveryAttempt = z.infer<typeof deliveryAttempt>
export const readDelivery = endpoint({
  name: 'deliveries.read',
  method: 'GET',
  path: '/deliveries/:id',
  summary: 'A delivery with its failed attempts',
  access: 'monitoring.read',
  params: idParams,
  output: delivery.extend({ failedAttempts: z.array(deliveryAttempt) }),
  problems: ['delivery_not_found'],
})
export const retryDelivery = endpoint({
  name: 'deliveries.retry',
  method: 'POST',
  path: '/deliveries/:id/retry',
  summary: 'Send a failed or kept delivery again',
  access: 'monitoring.read',
  params: idParams,
  output: delivery,
  problems: ['delivery_not_found', 'channel_not_configured', 'delivery_expired'],
})
export const testDelivery = endpoint({
  name: 'deliveries.test',
  method: 'POST',
  path: '/deliveries/test',
  summary: 'Send a mail or SMS that shows whether the channel works',
  access: 'monitoring.read',
  body: z.discriminatedUnion('channel', [
    z.strictObject({
      channel: z.literal('email'),
      recipient: z.email().max(254),
      language: z.enum(['es', 'en']),
    }),
    z.strictObject({ channel: z.literal('sms'), recipient: phone, language: z.enum(['es', 'en']) }),
  ]),
  output: done,
  problems: ['channel_not_configured'],
  limit: { calls: 10, seconds: 600 },
})
