import * as contract from '@rumbo/contract/planning.contract'
import { readPlanWorkspace } from '@rumbo/contract/planning.workspace.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { liveEndpoints } from './live/planning.live.endpoints.ts'
import { createPlanOf, deletePlanOf, listPlansOf, savePlanOf } from './planning.actions.ts'
import { readablePlan } from './planning.changes.ts'
import { notePresenceOf } from './presence/planning.presence.actions.ts'
import { planRunEndpoints } from './runs/planning.runs.endpoints.ts'
import { scheduleEndpoints } from './schedules/planning.schedules.endpoints.ts'
import {
  deleteVersionOf,
  keepNamedVersion,
  listVersionsOf,
  readVersionOf,
  restoreVersionOf,
} from './versions/planning.versions.actions.ts'
import { readWorkspace } from './workspace/planning.workspace.actions.ts'

export const planningEndpoints: Answer[] = [
  ...liveEndpoints,
  ...scheduleEndpoints,
  answer(contract.listPlans, ({ query }, { tx }) => listPlansOf(tx, query)),
  answer(contract.readPlan, ({ params }, { tx, actor }) => readablePlan(tx, actor, params.id)),
  answer(contract.createPlan, ({ body }, { tx, actor }) => createPlanOf(tx, actor, body)),
  answer(contract.savePlan, ({ params, body }, { tx, actor }) => savePlanOf(tx, actor, params.id, body)),
  answer(contract.deletePlan, ({ params, query }, { tx, actor }) =>
    deletePlanOf(tx, actor, params.id, query.version),
  ),
  answer(contract.notePresence, ({ params, body }, { tx, actor }) =>
    notePresenceOf(tx, actor, params.id, body),
  ),
  answer(readPlanWorkspace, async ({ params }, { tx, actor }) =>
    readWorkspace(tx, await readablePlan(tx, actor, params.id)),
  ),
  answer(contract.listPlanVersions, ({ params }, { tx, actor }) => listVersionsOf(tx, actor, params.id)),
  answer(contract.readPlanVersion, ({ params }, { tx, actor }) => readVersionOf(tx, actor, params.id)),
  answer(contract.keepPlanVersion, ({ params, body }, { tx, actor }) =>
    keepNamedVersion(tx, actor, params.id, body),
  ),
  answer(contract.restorePlanVersion, ({ params, body }, { tx, actor }) =>
    restoreVersionOf(tx, actor, params.id, body),
  ),
  answer(contract.deletePlanVersion, ({ params }, { tx, actor }) => deleteVersionOf(tx, actor, params.id)),
  ...planRunEndpoints,
]
