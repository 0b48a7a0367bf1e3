import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { listMessages, OutgoingMessage } from '@rumbo/contract/monitoring.messages.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { enqueueJob } from '../platform/jobs/jobs.ts'
import { sendMessagesTask } from '../platform/messages/mails.ts'
import { problem } from '../platform/problem.ts'
import { findMessages, lockMessage, requeueMessage } from './monitoring.messages.repository.ts'

type Channels = { email: boolean; sms: boolean }

/** A page of outgoing messages, and which channels have a server. */
export async function readMessages(
  tx: Transaction,
  filter: ParsedOf<typeof listMessages>['query'],
  channels: Channels,
): Promise<OutputOf<typeof listMessages>> {
  const page = await findMessages(tx, filter)
  return { ...page, isEmailConfigured: channels.email, isSmsConfigured: channels.sms }
}

/**
 * Queues a failed or kept message again; a waiting or sent one stays unchanged.
 * @throws Problem `message_not_found`, `channel_not_configured`
 */
export async function retryById(tx: Transaction, id: string, channels: Channels): Promise<OutgoingMessage> {
  const message = await lockMessage(tx, id)
  if (!message) throw problem('message_not_found')
  if (message.status === 'sent' || message.status === 'pending') return message
  if (!channels[message.channel]) throw problem('channel_not_configured')
  await requeueMessage(tx, id)
  await enqueueJob(tx, { task: sendMessagesTask })
  tx.stale({ domain: 'messages', id })
  tx.audit({ action: 'message.retried', entity: 'message', entityId: id })
  return { ...message, status: 'pending' as const, attempts: 0, error: null }
}
