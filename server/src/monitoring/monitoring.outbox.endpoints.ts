import { listOutbox, retryMessage } from '@rumbo/contract/mails.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { enqueueJob } from '../platform/jobs.ts'
import { sendMessagesTask } from '../platform/mails.ts'
import { problem } from '../platform/problem.ts'
import { findMessages, lockMessage, requeueMessage } from './monitoring.outbox.repository.ts'

/** Sends a failed or kept message again; one that waits or was sent stays as it is. */
async function retry(tx: Transaction, id: string, channels: { email: boolean; sms: boolean }) {
  const message = await lockMessage(tx, id)
  if (!message) throw problem('message_not_found')
  if (message.status === 'sent' || message.status === 'pending') return message
  if (!channels[message.channel]) throw problem('channel_not_configured')
  await requeueMessage(tx, id)
  await enqueueJob(tx, { task: sendMessagesTask })
  tx.stale({ domain: 'outbox', id })
  tx.audit({ action: 'message.retried', entity: 'message', entityId: id })
  return { ...message, status: 'pending' as const, attempts: 0, error: null }
}

/** What has left by e-mail and text message, what waits, and what stayed here. */
export function outboxEndpoints(channels: { email: boolean; sms: boolean }): Answer[] {
  return [
    answer(listOutbox, async ({ query: filter }, { tx }) => ({
      ...(await findMessages(tx, filter)),
      isEmailConfigured: channels.email,
      isSmsConfigured: channels.sms,
    })),
    answerAsSystem(retryMessage, ({ params }, { tx }) => retry(tx, params.id, channels)),
  ]
}
