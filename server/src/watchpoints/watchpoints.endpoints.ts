import * as contract from '@rumbo/contract/watchpoints.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import {
  deleteWatchpointOf,
  listWatchpointsOf,
  renameWatchpointOf,
  saveWatchpoint,
} from './watchpoints.actions.ts'

export const watchpointEndpoints: Answer[] = [
  answer(contract.listWatchpoints, ({ query }, { tx }) => listWatchpointsOf(tx, query)),
  answer(contract.createWatchpoint, ({ body }, { tx, actor }) => saveWatchpoint(tx, actor, body)),
  answer(contract.renameWatchpoint, ({ params, body }, { tx, actor }) =>
    renameWatchpointOf(tx, actor, params.id, body),
  ),
  answer(contract.deleteWatchpoint, ({ params }, { tx, actor }) => deleteWatchpointOf(tx, actor, params.id)),
]
