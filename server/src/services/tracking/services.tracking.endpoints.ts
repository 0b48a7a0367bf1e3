import * as contract from '@rumbo/contract/services.tracking.contract'
import {
  type Answer,
  answer,
  answerAlone,
  answerAsSystem,
  type LoneCall,
} from '../../platform/http/endpoints.ts'
import { basemapOf, followService, rateService, type TrackingDeps } from './services.tracking.actions.ts'
import { createArrivals } from './services.tracking.arrivals.ts'
import { createLinkOf, type LinkDeps, revokeLinkOf, showTracking } from './services.tracking.links.actions.ts'

/** An answer behind a secret address: no other site learns the address. */
function keepPrivate({ reply }: LoneCall): void {
  reply.header('referrer-policy', 'no-referrer').header('cache-control', 'no-store')
}

/** Endpoints of the customer's page, and of the links to it. */
export function trackingEndpoints(deps: TrackingDeps & LinkDeps): Answer[] {
  const arrivalOf = createArrivals(deps)
  return [
    answer(contract.readTracking, ({ params }, { tx, actor }) => showTracking(tx, actor, params.id, deps)),
    answerAsSystem(contract.createLink, (input, { tx, actor }) => createLinkOf(tx, actor, input, deps)),
    answerAsSystem(contract.revokeLink, ({ params }, { tx, actor }) => revokeLinkOf(tx, actor, params)),
    answerAlone(contract.readTracked, ({ params }, call) => {
      keepPrivate(call)
      return followService(deps, arrivalOf, params.token)
    }),
    answerAlone(contract.readTrackedBasemap, ({ params }, call) => {
      keepPrivate(call)
      return basemapOf(deps, params.token)
    }),
    answerAlone(contract.rateTracked, (input, call) => {
      keepPrivate(call)
      return rateService(deps, input)
    }),
  ]
}
