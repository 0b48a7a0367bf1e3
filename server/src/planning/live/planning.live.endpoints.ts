import { readLivePlan } from '@rumbo/contract/planning.publish.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import { readLivePlanOf } from './planning.live.actions.ts'

export const liveEndpoints: Answer[] = [
  answer(readLivePlan, ({ params }, { tx, actor }) => readLivePlanOf(tx, actor, params.id)),
]
