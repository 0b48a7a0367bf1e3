import { changeWaiting } from '@rumbo/contract/dispatch.bulk.contract'
import {
  listReservations,
  moveReservation,
  readAssignmentCost,
  releaseReservation,
  reserveVehicle,
  restoreReservation,
} from '@rumbo/contract/dispatch.changes.contract'
import {
  listBest,
  listCandidates,
  listServiceNeeds,
  readOutlook,
  readQueue,
} from '@rumbo/contract/dispatch.contract'
import {
  listDecisions,
  readDispatchSettings,
  saveDispatchSettings,
} from '@rumbo/contract/dispatch.engine.contract'
import { readDispatchFigures } from '@rumbo/contract/dispatch.figures.contract'
import { listPredictions } from '@rumbo/contract/dispatch.lateness.contract'
import { listSearches } from '@rumbo/contract/dispatch.offers.contract'
import { dismissSuggestion, listSuggestions } from '@rumbo/contract/dispatch.repositioning.contract'
import { findFleetIds } from '../organisation/index.ts'
import { requireCan, signedIn } from '../platform/access/access.ts'
import { type Answer, answer, answerAlone } from '../platform/http/endpoints.ts'
import { readServiceOf } from '../services/index.ts'
import { changeWaitingOf } from './bulk/dispatch.bulk.actions.ts'
import { assignmentCostOf, reservationsOf } from './changes/dispatch.changes.actions.ts'
import { candidatesFor, type DispatchDeps } from './dispatch.actions.ts'
import { createBestVehicles } from './dispatch.best.actions.ts'
import { outlookOf } from './dispatch.outlook.actions.ts'
import { queueOf, serviceNeedsOf } from './dispatch.queue.actions.ts'
import { listDecisionsOf } from './engine/dispatch.engine.actions.ts'
import { readSettingsOf, saveSettingsOf } from './engine/dispatch.settings.actions.ts'
import { figuresOf } from './figures/dispatch.figures.actions.ts'
import { predictionsOf } from './lateness/dispatch.lateness.actions.ts'
import { searchesOf } from './offers/dispatch.searches.actions.ts'
import { dismissSuggestionOf, suggestionsOf } from './repositioning/dispatch.suggestions.actions.ts'
import {
  moveReservationOf,
  releaseReservationOf,
  reserveVehicleOf,
  restoreReservationOf,
} from './reservations/dispatch.reserving.actions.ts'

export function dispatchEndpoints(deps: DispatchDeps): Answer[] {
  const best = createBestVehicles(deps)
  return [
    answerAlone(listCandidates, ({ params }, { actor, signal }) =>
      candidatesFor(deps, signedIn(actor), params.serviceId, signal),
    ),
    answerAlone(listBest, ({ query }, { actor }) => best.of(signedIn(actor), query.serviceId)),
    answerAlone(changeWaiting, ({ body }, { actor, signal, log }) =>
      changeWaitingOf(deps, { actor: signedIn(actor), signal, log }, body),
    ),
    answerAlone(readAssignmentCost, ({ params }, { actor, signal }) =>
      assignmentCostOf(deps, signedIn(actor), params, signal),
    ),
    answer(listReservations, async ({ query }, { tx }) => reservationsOf(tx, await findFleetIds(tx, query))),
    answerAlone(reserveVehicle, ({ params, body }, { actor }) =>
      reserveVehicleOf(deps.database, signedIn(actor), params.serviceId, body),
    ),
    answerAlone(releaseReservation, ({ params, query }, { actor }) =>
      releaseReservationOf(deps.database, signedIn(actor), params.serviceId, query),
    ),
    answerAlone(restoreReservation, ({ params, body }, { actor }) =>
      restoreReservationOf(deps.database, signedIn(actor), params.serviceId, body),
    ),
    answerAlone(moveReservation, ({ params, body }, { actor }) =>
      moveReservationOf(deps.database, signedIn(actor), params.serviceId, body),
    ),
    answer(readQueue, async ({ query }, { tx }) => queueOf(tx, await findFleetIds(tx, query))),
    answer(listServiceNeeds, async ({ query }, { tx }) =>
      serviceNeedsOf(tx, await findFleetIds(tx, query), query),
    ),
    answer(readDispatchSettings, ({ params }, { tx }) => readSettingsOf(tx, params.fleetId)),
    answer(saveDispatchSettings, ({ params, body }, { tx, actor }) =>
      saveSettingsOf(tx, actor, params.fleetId, body),
    ),
    answer(listDecisions, async ({ params, query }, { tx, actor }) => {
      requireCan(actor, 'services.dispatch', await readServiceOf(tx, params.serviceId))
      return listDecisionsOf(tx, params.serviceId, query.size)
    }),
    answer(listSearches, async ({ query }, { tx }) => searchesOf(tx, await findFleetIds(tx, query))),
    answer(readDispatchFigures, async ({ query }, { tx }) => figuresOf(tx, await findFleetIds(tx, query))),
    answer(listPredictions, async ({ query }, { tx }) => ({
      items: await predictionsOf(tx, await findFleetIds(tx, query)),
    })),
    answer(listSuggestions, async ({ query }, { tx }) => ({
      items: await suggestionsOf(tx, await findFleetIds(tx, query)),
    })),
    answer(dismissSuggestion, async ({ params }, { tx, actor }) => {
      await dismissSuggestionOf(tx, actor, params.id)
      return { done: true as const }
    }),
    answer(readOutlook, async ({ query }, { tx }) => outlookOf(tx, await findFleetIds(tx, query))),
  ]
}
