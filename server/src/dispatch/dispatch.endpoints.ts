import { listCandidates, readOutlook } from '@rumbo/contract/dispatch.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { candidatesFor } from './dispatch.actions.ts'
import { outlookOf } from './dispatch.outlook.actions.ts'

export const dispatchEndpoints: Answer[] = [
  answer(listCandidates, ({ params }, { tx, actor }) => candidatesFor(tx, actor, params.serviceId)),
  answer(readOutlook, ({ query }, { tx }) => outlookOf(tx, query.fleetId)),
]
