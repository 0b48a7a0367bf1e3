import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { anyOf, id, idParams, instant, listOf, listQuery } from './lists.ts'

export const deliveryStatuses = ['pending', 'sent', 'failed', 'expired', 'kept'] as const

/**
 * `failed`: refused, or tried for the last time. `expired`: of no use any more, such as an old code. `kept`: no server is
 * configured for the channel; it is read in Rumbo. The body of a code or link is empty once it was sent.
 */
export const delivery = z.object({
  id,
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  language: z.enum(['es', 'en']),
  subject: z.string(),
  body: z.string(),
  status: z.enum(deliveryStatuses),
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type Delivery = z.infer<typeof delivery>

export const listDeliveries = endpoint({
  name: 'deliveries.list',
  method: 'GET',
  path: '/deliveries',
  summary: 'Mails and SMS: sent, waiting, failed, or kept for reading here',
  access: 'monitoring.read',
  query: listQuery(['createdAt'], {
    status: anyOf(z.enum(deliveryStatuses)),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: listOf(delivery).extend({ isEmailConfigured: z.boolean(), isSmsConfigured: z.boolean() }),
})
export const retryDelivery = endpoint({
  name: 'deliveries.retry',
  method: 'POST',
  path: '/deliveries/:id/retry',
  summary: 'Send a failed or kept delivery again',
  access: 'monitoring.read',
  params: idParams,
  output: delivery,
  problems: ['delivery_not_found', 'channel_not_configured'],
})
