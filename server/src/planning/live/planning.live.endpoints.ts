import { listRoutesAhead, readVehicleRoute } from '@rumbo/contract/planning.ahead.contract'
import { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import { listRoutesAheadOf, readLivePlanOf, readVehicleRouteOf } from './planning.live.actions.ts'

export const liveEndpoints: Answer[] = [
  answer(readLivePlan, ({ params }, { tx, actor }) => readLivePlanOf(tx, actor, params.id)),
  answer(listRoutesAhead, ({ query }, { tx }) => listRoutesAheadOf(tx, query)),
  answer(readVehicleRoute, ({ params }, { tx, actor }) => readVehicleRouteOf(tx, actor, params.id)),
]
