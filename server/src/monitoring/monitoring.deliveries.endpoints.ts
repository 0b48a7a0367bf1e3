import {
  listDeliveries,
  readDelivery,
  retryDelivery,
  testDelivery,
} from '@rumbo/contract/monitoring.deliveries.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { postTest, readById, readDeliveries, retryById } from './monitoring.deliveries.actions.ts'

/** Endpoints of deliveries: sent, waiting, failed, expired and kept ones. */
export function deliveryEndpoints(channels: Parameters<typeof retryById>[2]): Answer[] {
  return [
    answer(listDeliveries, ({ query }, { tx }) => readDeliveries(tx, query, channels)),
    answer(readDelivery, ({ params }, { tx }) => readById(tx, params.id)),
    answerAsSystem(retryDelivery, ({ params }, { tx }) => retryById(tx, params.id, channels)),
    answer(testDelivery, ({ body }, { tx }) => postTest(tx, body, channels)),
  ]
}
