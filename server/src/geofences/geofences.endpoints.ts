import * as bulk from '@rumbo/contract/geofences.bulk.contract'
import * as contract from '@rumbo/contract/geofences.contract'
import * as crossings from '@rumbo/contract/geofences.crossings.contract'
import * as fileContract from '@rumbo/contract/geofences.files.contract'
import { testFence } from '@rumbo/contract/geofences.history-test.contract'
import { signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAlone } from '../platform/http/endpoints.ts'
import type { UploadedFiles } from '../platform/tables/import-work.ts'
import { countCrossingsOf, listInsideOf } from './crossings/geofences.crossings.actions.ts'
import { startFencesExport } from './files/geofences.export.actions.ts'
import { inspectFencesOf, startFencesImport } from './files/geofences.import.actions.ts'
import {
  createFenceOf,
  deleteFenceOf,
  listFencesOf,
  listShapesOf,
  mapFencesOf,
  readFenceOf,
  readShapeOf,
  readUsersOf,
  replaceFenceOf,
} from './geofences.actions.ts'
import { changeFencesOf } from './geofences.bulk.actions.ts'
import { startFenceTest } from './history-test/geofences.history-test.actions.ts'

export const geofenceEndpoints = ({ database }: { database: Database }): Answer[] => [
  answer(contract.listFences, ({ query }, { tx }) => listFencesOf(tx, query)),
  answer(contract.mapFences, ({ query }, { tx }) => mapFencesOf(tx, query)),
  answer(contract.readFence, ({ params }, { tx }) => readFenceOf(tx, params.id)),
  answer(contract.readFenceUsers, ({ params }, { tx, actor }) => readUsersOf(tx, actor, params.id)),
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
  answer(testFence, ({ body }, { tx, actor }) => startFenceTest(tx, actor, body)),
  answerAlone(bulk.changeFences, ({ body }, { actor, log, signal }) =>
    changeFencesOf({ database, log }, signedIn(actor), body, signal),
  ),
]

/** @param files uploaded files */
export const geofenceFileEndpoints = ({
  database,
  files,
}: {
  database: Database
  files: UploadedFiles
}): Answer[] => [
  answerAlone(fileContract.inspectFenceFile, ({ body }, { actor, signal }) =>
    inspectFencesOf({ database, files }, signedIn(actor), body, signal),
  ),
  answer(fileContract.importFences, ({ body }, { tx, actor }) => startFencesImport(tx, files, actor, body)),
  answer(fileContract.exportFences, ({ body }, { tx, actor }) => startFencesExport(tx, actor, body)),
]
