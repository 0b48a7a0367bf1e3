import { listMessages, retryMessage } from '@rumbo/contract/monitoring.messages.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { readMessages, retryById } from './monitoring.messages.actions.ts'

/** Endpoints of outgoing mails and text messages: sent, waiting and kept ones. */
export function messageEndpoints(channels: { email: boolean; sms: boolean }): Answer[] {
  return [
    answer(listMessages, ({ query }, { tx }) => readMessages(tx, query, channels)),
    answerAsSystem(retryMessage, ({ params }, { tx }) => retryById(tx, params.id, channels)),
  ]
}
