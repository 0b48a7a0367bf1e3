import { listOutbox, retryMessage } from '@rumbo/contract/monitoring.messages.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { readOutbox, retryById } from './monitoring.messages.actions.ts'

/** What has left by e-mail and text message, what waits, and what stayed here. */
export function outboxEndpoints(channels: { email: boolean; sms: boolean }): Answer[] {
  return [
    answer(listOutbox, ({ query }, { tx }) => readOutbox(tx, query, channels)),
    answerAsSystem(retryMessage, ({ params }, { tx }) => retryById(tx, params.id, channels)),
  ]
}
