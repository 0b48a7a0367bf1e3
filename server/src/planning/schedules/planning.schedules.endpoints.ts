import * as contract from '@rumbo/contract/planning.schedules.contract'
import { type Answer, answer } from '../../platform/http/endpoints.ts'
import {
  createScheduleOf,
  deleteScheduleOf,
  listSchedulesOf,
  updateScheduleOf,
} from './planning.schedules.actions.ts'

export const scheduleEndpoints: Answer[] = [
  answer(contract.listPlanSchedules, ({ query }, { tx }) => listSchedulesOf(tx, query.fleetId)),
  answer(contract.createPlanSchedule, ({ body }, { tx, actor }) => createScheduleOf(tx, actor, body)),
  answer(contract.updatePlanSchedule, ({ params, body }, { tx, actor }) =>
    updateScheduleOf(tx, actor, params.id, body),
  ),
  answer(contract.deletePlanSchedule, ({ params }, { tx, actor }) => deleteScheduleOf(tx, actor, params.id)),
]
