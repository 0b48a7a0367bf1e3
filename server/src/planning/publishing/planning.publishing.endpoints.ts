import { publishPlan, readOwnRoute, withdrawPlan } from '@rumbo/contract/planning.publish.contract'
import { type Answer, answerAsSystem } from '../../platform/http/endpoints.ts'
import { readOwnRouteOf } from './planning.own-route.actions.ts'
import { publishPlanOf, withdrawPlanOf } from './planning.publishing.actions.ts'
import type { PublishingLinks } from './planning.publishing.links.ts'

export const planPublishingEndpoints = (links: PublishingLinks): Answer[] => [
  answerAsSystem(publishPlan, ({ params, body }, { tx, actor }) =>
    publishPlanOf(tx, actor, links, { ...params, ...body }),
  ),
  answerAsSystem(withdrawPlan, ({ params, body }, { tx, actor }) =>
    withdrawPlanOf(tx, actor, links, { ...params, ...body }),
  ),
  answerAsSystem(readOwnRoute, (_input, { tx, actor }) => readOwnRouteOf(tx, actor)),
]
