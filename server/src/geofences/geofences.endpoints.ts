import * as bulk from '@rumbo/contract/geofences.bulk.contract'
import * as contract from '@rumbo/contract/geofences.contract'
import * as crossings from '@rumbo/contract/geofences.crossings.contract'
import { signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAlone } from '../platform/http/endpoints.ts'
import { countCrossingsOf, listInsideOf } from './crossings/geofences.crossings.actions.ts'
import {
  createFenceOf,
  deleteFenceOf,
  listFencesOf,
  listShapesOf,
  mapFencesOf,
  readFenceOf,
  readShapeOf,
  replaceFenceOf,
} from './geofences.actions.ts'
import { changeFencesOf } from './geofences.bulk.actions.ts'

export const geofenceEndpoints = ({ database }: { database: Database }): Answer[] => [
  answer(contract.listFences, ({ query }, { tx }) => listFencesOf(tx, query)),
  answer(contract.mapFences, ({ query }, { tx }) => mapFencesOf(tx, query)),
  answer(contract.readFence, ({ params }, { tx }) => readFenceOf(tx, params.id)),
  answer(contract.createFence, ({ body }, { tx, actor }) => createFenceOf(tx, actor, body)),
  answer(contract.replaceFence, ({ params, body }, { tx, actor }) =>
    replaceFenceOf(tx, actor, params.id, body),
  ),
  answer(contract.deleteFence, ({ params }, { tx, actor }) => deleteFenceOf(tx, actor, params.id)),
  answer(contract.listFenceShapes, ({ params }, { tx, actor }) => listShapesOf(tx, actor, params.id)),
  answer(contract.readFenceShape, ({ params }, { tx, actor }) =>
    readShapeOf(tx, actor, params.id, params.shapeVersion),
  ),
  answerAlone(crossings.listInside, ({ query }, { actor }) =>
    listInsideOf(database, signedIn(actor), query.fleetId),
  ),
  answerAlone(crossings.countCrossings, ({ query }, { actor }) =>
    countCrossingsOf(database, signedIn(actor), query.fleetId),
  ),
  answerAlone(bulk.changeFences, ({ body }, { actor, log, signal }) =>
    changeFencesOf({ database, log }, signedIn(actor), body, signal),
  ),
]
