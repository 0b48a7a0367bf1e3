import * as cards from '@rumbo/contract/shifts.cards.contract'
import * as contract from '@rumbo/contract/shifts.contract'
import * as drivers from '@rumbo/contract/shifts.drivers.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import {
  cancelShiftOf,
  createShiftOf,
  listOwnShiftsOf,
  listShiftsOf,
  pressOwnShiftOf,
  pressShiftOf,
  readShiftOf,
  type ShiftLinks,
  updateShiftOf,
} from './shifts.actions.ts'
import {
  addCardOf,
  ignoreUnknownOf,
  listCardsOf,
  listUnknownOf,
  removeCardOf,
} from './shifts.cards.actions.ts'
import {
  addDocumentOf,
  listDocumentsOf,
  removeDocumentOf,
  updateDocumentOf,
} from './shifts.documents.actions.ts'
import { listDriversOf, readLimitsOf, saveLimitsOf } from './shifts.eligibility.actions.ts'
import { startUnplannedOf } from './shifts.own.actions.ts'

export const shiftEndpoints = (links: ShiftLinks): Answer[] => [
  answer(contract.listShifts, ({ query }, { tx }) => listShiftsOf(tx, query)),
  answer(contract.createShift, ({ body }, { tx, actor }) => createShiftOf(tx, actor, links, body)),
  answerAsSystem(contract.listOwnShifts, (_input, { tx, actor }) => listOwnShiftsOf(tx, actor)),
  answerAsSystem(contract.startOwnShift, ({ params, body }, { tx, actor }) =>
    pressOwnShiftOf(tx, actor, links, 'start', { ...params, ...body }),
  ),
  answerAsSystem(contract.startUnplannedShift, ({ body }, { tx, actor }) =>
    startUnplannedOf(tx, actor, links, body.vehicleId),
  ),
  answerAsSystem(contract.endOwnShift, ({ params, body }, { tx, actor }) =>
    pressOwnShiftOf(tx, actor, links, 'end', { ...params, ...body }),
  ),
  answer(drivers.listDrivers, ({ query }, { tx }) => listDriversOf(tx, query)),
  answer(drivers.readLimits, ({ query }, { tx }) => readLimitsOf(tx, query)),
  answer(drivers.saveLimits, ({ body }, { tx, actor }) => saveLimitsOf(tx, actor, body)),
  answer(contract.readShift, ({ params }, { tx }) => readShiftOf(tx, params.id)),
  answer(contract.updateShift, ({ params, body }, { tx, actor }) =>
    updateShiftOf(tx, actor, links, params.id, body),
  ),
  answer(contract.cancelShift, ({ params, body }, { tx, actor }) =>
    cancelShiftOf(tx, actor, links, params.id, body),
  ),
  answer(contract.startShift, ({ params, body }, { tx, actor }) =>
    pressShiftOf(tx, actor, links, 'start', { ...params, ...body }),
  ),
  answer(contract.endShift, ({ params, body }, { tx, actor }) =>
    pressShiftOf(tx, actor, links, 'end', { ...params, ...body }),
  ),
  answer(drivers.listDocuments, ({ params }, { tx }) => listDocumentsOf(tx, params.id)),
  answer(drivers.addDocument, ({ params, body }, { tx, actor }) => addDocumentOf(tx, actor, params.id, body)),
  answer(drivers.updateDocument, ({ params, body }, { tx, actor }) =>
    updateDocumentOf(tx, actor, params.id, body),
  ),
  answer(cards.listCards, ({ params }, { tx }) => listCardsOf(tx, params.id)),
  answer(cards.addCard, ({ params, body }, { tx, actor }) => addCardOf(tx, actor, params.id, body.card)),
  answer(cards.removeCard, ({ params }, { tx, actor }) => removeCardOf(tx, actor, params.id)),
  answer(cards.listUnknownCards, ({ query }, { tx, actor }) => listUnknownOf(tx, actor, query.companyId)),
  answer(cards.ignoreUnknownCard, ({ body }, { tx, actor }) => ignoreUnknownOf(tx, actor, body)),
  answer(drivers.removeDocument, ({ params }, { tx, actor }) => removeDocumentOf(tx, actor, params.id)),
]
