import { listDeliveries, retryDelivery } from '@rumbo/contract/monitoring.deliveries.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { readDeliveries, retryById } from './monitoring.deliveries.actions.ts'

/** Endpoints of deliveries: sent, waiting, failed and kept ones. */
export function deliveryEndpoints(channels: { email: boolean; sms: boolean }): Answer[] {
  return [
    answer(listDeliveries, ({ query }, { tx }) => readDeliveries(tx, query, channels)),
    answerAsSystem(retryDelivery, ({ params }, { tx }) => retryById(tx, params.id, channels)),
  ]
}
