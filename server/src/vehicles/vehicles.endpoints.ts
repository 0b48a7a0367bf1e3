import {
  changeVehicleStatuses,
  listVehicleSkills,
  updateVehicleNotes,
} from '@rumbo/contract/vehicles.changes.contract'
import {
  addVehicleContact,
  changeVehicleContact,
  listVehicleContacts,
  removeVehicleContact,
} from '@rumbo/contract/vehicles.contacts.contract'
import {
  createVehicle,
  deleteVehicle,
  listVehicles,
  readVehicle,
  updateVehicle,
} from '@rumbo/contract/vehicles.contract'
import { exportVehicles, importVehicles, inspectVehicleImport } from '@rumbo/contract/vehicles.files.contract'
import { readStatusHistory } from '@rumbo/contract/vehicles.status.contract'
import { findFleetIds } from '../organisation/index.ts'
import { signedIn } from '../platform/access/access.ts'
import { type Answer, answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import type { UploadedFiles } from '../platform/tables/import-work.ts'
import { changeNotes, changeStatuses, listSkillsOf } from './changes/vehicles.changes.actions.ts'
import {
  addContactTo,
  changeContactOf,
  listContactsOf,
  removeContactFrom,
} from './contacts/vehicles.contacts.actions.ts'
import { startExport } from './export/vehicles.export.actions.ts'
import { inspectFile, startImport } from './import/vehicles.import.actions.ts'
import { readStatusHistoryOf } from './status/vehicles.counts.actions.ts'
import {
  addVehicle,
  changeVehicle,
  listForGuest,
  listVehiclesOf,
  retireVehicle,
  showVehicle,
} from './vehicles.actions.ts'
import { asSeenBy } from './vehicles.rules.ts'

export const vehicleEndpoints: Answer[] = [
  answer(listVehicles, ({ query }, { tx, actor }) =>
    actor.level === 'guest' ? listForGuest(tx, actor, query) : listVehiclesOf(tx, actor, query),
  ),
  answer(listVehicleSkills, ({ query }, { tx }) => listSkillsOf(tx, query)),
  answer(readStatusHistory, async ({ query }, { tx }) =>
    readStatusHistoryOf(tx, await findFleetIds(tx, query)),
  ),
  answer(readVehicle, ({ params }, { tx, actor }) => showVehicle(tx, actor, params.id)),
  answer(createVehicle, ({ body }, { tx, actor }) => addVehicle(tx, actor, body)),
  answer(updateVehicle, ({ params, body }, { tx, actor }) => changeVehicle(tx, actor, params.id, body)),
  answer(updateVehicleNotes, async ({ params, body }, { tx, actor }) =>
    asSeenBy(actor, await changeNotes(tx, actor, params.id, body)),
  ),
  answer(deleteVehicle, ({ params }, { tx, actor }) => retireVehicle(tx, actor, params.id)),
  answer(changeVehicleStatuses, ({ body }, { tx, actor }) => changeStatuses(tx, actor, body)),
  answer(listVehicleContacts, ({ params }, { tx, actor }) => listContactsOf(tx, actor, params.id)),
  answerAsSystem(addVehicleContact, ({ params, body }, { tx, actor }) =>
    addContactTo(tx, actor, params.id, body),
  ),
  answerAsSystem(changeVehicleContact, ({ params, body }, { tx, actor }) =>
    changeContactOf(tx, actor, params, body),
  ),
  answerAsSystem(removeVehicleContact, ({ params }, { tx, actor }) => removeContactFrom(tx, actor, params)),
  answer(exportVehicles, ({ body }, { tx, actor }) => startExport(tx, actor, body)),
]

/** @param files uploaded files */
export const vehicleImportEndpoints = (files: UploadedFiles): Answer[] => [
  answerAlone(inspectVehicleImport, ({ body }, { actor, signal }) => {
    return inspectFile(files, signedIn(actor), body, signal)
  }),
  answer(importVehicles, ({ body }, { tx, actor }) => startImport(tx, files, actor, body)),
]
