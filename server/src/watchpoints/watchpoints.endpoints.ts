import * as approach from '@rumbo/contract/watchpoints.approach.contract'
import * as contract from '@rumbo/contract/watchpoints.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import {
  deleteWatchpointOf,
  listWatchpointsOf,
  renameWatchpointOf,
  saveWatchpoint,
} from './watchpoints.actions.ts'
import { addAlert, listOwnAlerts, removeAlert } from './watchpoints.approach.actions.ts'

export const watchpointEndpoints: Answer[] = [
  answer(contract.listWatchpoints, ({ query }, { tx }) => listWatchpointsOf(tx, query)),
  answer(contract.createWatchpoint, ({ body }, { tx, actor }) => saveWatchpoint(tx, actor, body)),
  answer(contract.renameWatchpoint, ({ params, body }, { tx, actor }) =>
    renameWatchpointOf(tx, actor, params.id, body),
  ),
  answer(approach.listApproachAlerts, (_, { tx }) => listOwnAlerts(tx)),
  answer(approach.createApproachAlert, ({ body }, { tx, actor }) => addAlert(tx, actor, body)),
  answer(approach.removeApproachAlert, ({ params }, { tx, actor }) => removeAlert(tx, actor, params.id)),
  answer(contract.deleteWatchpoint, ({ params }, { tx, actor }) => deleteWatchpointOf(tx, actor, params.id)),
]
