import {
  acceptPlanRun,
  discardPlanRun,
  listPlanRuns,
  readPlanRun,
  startPlanRun,
  stopPlanRun,
} from '@rumbo/contract/planning.runs.contract'
import { preparePlanTravel, readPlanTravel } from '@rumbo/contract/planning.workspace.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import { prepareTravelOf, readTravelOf } from '../travel/planning.travel.actions.ts'
import {
  acceptRunOf,
  discardRunOf,
  listRunsOf,
  readRunOf,
  startRunOf,
  stopRunOf,
} from './planning.runs.actions.ts'

/** Travel times and runs of plans. */
export const planRunEndpoints: Answer[] = [
  answer(readPlanTravel, ({ params }, { tx, actor }) => readTravelOf(tx, actor, params.id)),
  answer(preparePlanTravel, ({ params }, { tx, actor }) => prepareTravelOf(tx, actor, params.id)),
  answer(startPlanRun, ({ params, body }, { tx, actor }) => startRunOf(tx, actor, params.id, body)),
  answer(listPlanRuns, ({ params }, { tx, actor }) => listRunsOf(tx, actor, params.id)),
  answer(readPlanRun, ({ params }, { tx, actor }) => readRunOf(tx, actor, params.id)),
  answer(stopPlanRun, ({ params }, { tx, actor }) => stopRunOf(tx, actor, params.id)),
  answer(acceptPlanRun, ({ params, body }, { tx, actor }) => acceptRunOf(tx, actor, params.id, body)),
  answer(discardPlanRun, ({ params }, { tx, actor }) => discardRunOf(tx, actor, params.id)),
]
