import * as contract from '@rumbo/contract/notifications.preferences.contract'
import { type Answer, answerAsSystem } from '../../platform/http/endpoints.ts'
import { endDutyOf, listDutyOf, startDutyOf } from '../duty/notifications.duty.actions.ts'
import {
  changeCompanyQuietOf,
  changePreferencesOf,
  readCompanyQuietOf,
  readPreferencesOf,
} from './notifications.preferences.actions.ts'

/** How and when people and companies want notifications, and who is on duty. */
export const preferenceEndpoints: readonly Answer[] = [
  answerAsSystem(contract.readNotificationPreferences, (_, { tx, actor }) => readPreferencesOf(tx, actor)),
  answerAsSystem(contract.changeNotificationPreferences, ({ body }, { tx, actor }) =>
    changePreferencesOf(tx, actor, body),
  ),
  answerAsSystem(contract.readCompanyQuietHours, ({ params }, { tx, actor }) =>
    readCompanyQuietOf(tx, actor, params.id),
  ),
  answerAsSystem(contract.changeCompanyQuietHours, ({ params, body }, { tx, actor }) =>
    changeCompanyQuietOf(tx, actor, params.id, body.windows),
  ),
  answerAsSystem(contract.listDuty, ({ query }, { tx, actor }) => listDutyOf(tx, actor, query.fleetId)),
  answerAsSystem(contract.startDuty, ({ body }, { tx, actor }) => startDutyOf(tx, actor, body)),
  answerAsSystem(contract.endDuty, ({ body }, { tx, actor }) => endDutyOf(tx, actor, body.fleetId)),
]
