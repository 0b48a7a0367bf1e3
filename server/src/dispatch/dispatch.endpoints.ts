import {
  listBest,
  listCandidates,
  listServiceNeeds,
  readOutlook,
  readQueue,
} from '@rumbo/contract/dispatch.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { bestFor, candidatesFor } from './dispatch.actions.ts'
import { outlookOf } from './dispatch.outlook.actions.ts'
import { queueOf, serviceNeedsOf } from './dispatch.queue.actions.ts'

export const dispatchEndpoints: Answer[] = [
  answer(listCandidates, ({ params }, { tx, actor }) => candidatesFor(tx, actor, params.serviceId)),
  answer(listBest, ({ query }, { tx, actor }) => bestFor(tx, actor, query.serviceId)),
  answer(readQueue, ({ query }, { tx }) => queueOf(tx, query.fleetId)),
  answer(listServiceNeeds, ({ query }, { tx }) => serviceNeedsOf(tx, query)),
  answer(readOutlook, ({ query }, { tx }) => outlookOf(tx, query.fleetId)),
]
