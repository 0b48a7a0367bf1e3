import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { anyOf, id, idParams, instant, listOf, listQuery } from './lists.ts'

export const messageStatuses = ['pending', 'sent', 'failed', 'kept'] as const

/** `kept`: no server is configured for the channel; the message is read here. */
export const outgoingMessage = z.object({
  id,
  channel: z.enum(['email', 'sms']),
  recipient: z.string(),
  language: z.enum(['es', 'en']),
  subject: z.string(),
  body: z.string(),
  status: z.enum(messageStatuses),
  attempts: z.number().int(),
  error: z.string().nullable(),
  createdAt: instant,
  sentAt: instant.nullable(),
})
export type OutgoingMessage = z.infer<typeof outgoingMessage>

export const listMessages = endpoint({
  name: 'messages.list',
  method: 'GET',
  path: '/messages',
  summary: 'Mails and text messages: sent, waiting, failed, or kept for reading here',
  access: 'monitoring.read',
  query: listQuery(['createdAt'], {
    status: anyOf(z.enum(messageStatuses)),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: listOf(outgoingMessage).extend({ isEmailConfigured: z.boolean(), isSmsConfigured: z.boolean() }),
})
export const retryMessage = endpoint({
  name: 'messages.retry',
  method: 'POST',
  path: '/messages/:id/retry',
  summary: 'Send a failed or kept message again',
  access: 'monitoring.read',
  params: idParams,
  output: outgoingMessage,
  problems: ['message_not_found', 'channel_not_configured'],
})
