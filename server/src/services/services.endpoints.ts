import { changeServices } from '@rumbo/contract/services.bulk.contract'
import { readCaller } from '@rumbo/contract/services.callers.contract'
import { readCharges } from '@rumbo/contract/services.charges.contract'
import * as contract from '@rumbo/contract/services.contract'
import { listCurrentServices } from '@rumbo/contract/services.current.contract'
import { exportServices } from '@rumbo/contract/services.files.contract'
import { listServiceGroups } from '@rumbo/contract/services.groups.contract'
import * as series from '@rumbo/contract/services.series.contract'
import { cancelStop, correctStop, listServiceChanges } from '@rumbo/contract/services.stops.contract'
import * as templates from '@rumbo/contract/services.templates.contract'
import * as transitions from '@rumbo/contract/services.transitions.contract'
import * as views from '@rumbo/contract/services.views.contract'
import { findFleetIds } from '../organisation/index.ts'
import { signedIn } from '../platform/access/access.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answer, answerAfter, answerAlone } from '../platform/http/endpoints.ts'
import { changeServicesOf } from './bulk/services.bulk.actions.ts'
import { readCallerOf } from './callers/services.callers.actions.ts'
import { readChargesOf } from './charges/services.charges.actions.ts'
import { type PlanDeps, planRoute } from './charges/services.charges.plan.ts'
import { findPlaces, type PlaceDeps, requireSureStops } from './doubts/services.doubts.actions.ts'
import { startServicesExport } from './export/services.export.actions.ts'
import {
  changeSeriesOf,
  createSeriesOf,
  endSeriesOf,
  pauseSeriesOf,
  resumeSeriesOf,
} from './series/services.series.actions.ts'
import { listSeriesOf, readSeriesOf } from './series/services.series.lists.actions.ts'
import { createServiceOf, deleteServiceOf, showService, updateServiceOf } from './services.actions.ts'
import { listCurrentOf } from './services.current.actions.ts'
import { countServicesOf, listGroupsOf, listServicesOf } from './services.lists.actions.ts'
import {
  assignVehicle,
  type CostChanged,
  cancelServiceOf,
  completeServiceOf,
  confirmPickupOf,
  reassignVehicle,
  sendToDispatch,
  unassignVehicle,
} from './services.moves.actions.ts'
import { listChangesOf } from './stops/services.changes.actions.ts'
import { cancelStopOf, correctStopOf } from './stops/services.stops.actions.ts'
import { recordStopsOf } from './stops/services.stops.recording.ts'
import { deleteTemplateOf, saveTemplateOf } from './templates/services.templates.actions.ts'
import { deleteViewOf, listViewsOf, saveViewOf } from './views/services.views.actions.ts'

/** What takes time and needs no transaction: the route, and the streets near the stops. */
async function lookUp(deps: PlanDeps & PlaceDeps, body: Parameters<typeof findPlaces>[1]) {
  const [plan, places] = await Promise.all([planRoute(deps, body.plannedStops), findPlaces(deps, body)])
  return { plan, places }
}

export const servicesEndpoints = (
  deps: PlanDeps & PlaceDeps & { database: Database; costChanged: CostChanged },
): Answer[] => [
  answer(contract.listServices, ({ query }, { tx }) => listServicesOf(tx, query)),
  answer(contract.countServices, ({ query }, { tx }) => countServicesOf(tx, query)),
  answer(listServiceGroups, async ({ query }, { tx }) => listGroupsOf(tx, await findFleetIds(tx, query))),
  answer(listCurrentServices, async ({ query }, { tx }) => listCurrentOf(tx, await findFleetIds(tx, query))),
  answer(views.listServiceViews, ({ params, query }, { tx, actor }) =>
    listViewsOf(tx, actor, params.id, query.screen),
  ),
  answer(views.saveServiceView, ({ params, body }, { tx, actor }) =>
    saveViewOf(tx, actor, params.id, { ...body, id: params.viewId }),
  ),
  answer(views.deleteServiceView, ({ params }, { tx, actor }) =>
    deleteViewOf(tx, actor, params.id, params.viewId),
  ),
  answer(templates.saveServiceTemplate, ({ params, body }, { tx, actor }) =>
    saveTemplateOf(tx, actor, params.id, { ...body, id: params.templateId }),
  ),
  answer(templates.deleteServiceTemplate, ({ params }, { tx, actor }) =>
    deleteTemplateOf(tx, actor, params.id, params.templateId),
  ),
  answer(readCaller, ({ params }, { tx }) => readCallerOf(tx, params.id)),
  answer(contract.readService, ({ params }, { tx, actor }) => showService(tx, actor, params.id)),
  answer(readCharges, async ({ params }, { tx, actor }) =>
    readChargesOf(tx, await showService(tx, actor, params.id)),
  ),
  // The route is measured before the transaction, so that a slow road engine holds no connection.
  answerAfter(
    contract.createService,
    ({ body }) => lookUp(deps, body),
    ({ body }, { tx, actor }, { plan, places }) =>
      createServiceOf(tx, actor, body, plan, (known) =>
        requireSureStops(tx, body, { places, hasNoRoad: plan === null }, known),
      ),
  ),
  answerAfter(
    contract.updateService,
    ({ body }) => lookUp(deps, body),
    ({ params, body }, { tx, actor }, { plan, places }) =>
      updateServiceOf(tx, actor, params.id, body, plan, (known) =>
        requireSureStops(tx, body, { places, hasNoRoad: plan === null }, known),
      ),
  ),
  answer(series.listServiceSeries, ({ query }, { tx }) => listSeriesOf(tx, query)),
  answer(series.readServiceSeries, ({ params }, { tx }) => readSeriesOf(tx, params.id)),
  answerAfter(
    series.createServiceSeries,
    ({ body }) => lookUp(deps, body),
    ({ body }, { tx, actor }, { plan, places }) =>
      createSeriesOf(tx, actor, body, plan, (known) =>
        requireSureStops(tx, body, { places, hasNoRoad: plan === null }, known),
      ),
  ),
  answerAfter(
    series.changeServiceSeries,
    ({ body }) => lookUp(deps, body),
    ({ params, body }, { tx, actor }, { plan, places }) =>
      changeSeriesOf(tx, actor, params.id, body, plan, (known) =>
        requireSureStops(tx, body, { places, hasNoRoad: plan === null }, known),
      ),
  ),
  answer(series.endServiceSeries, ({ params, body }, { tx, actor }) =>
    endSeriesOf(tx, actor, params.id, body),
  ),
  answer(series.pauseServiceSeries, ({ params, body }, { tx, actor }) =>
    pauseSeriesOf(tx, actor, params.id, body),
  ),
  answer(series.resumeServiceSeries, ({ params, body }, { tx, actor }) =>
    resumeSeriesOf(tx, actor, params.id, body.version),
  ),
  answer(exportServices, ({ body }, { tx, actor }) => startServicesExport(tx, actor, body)),
  answerAlone(changeServices, ({ body }, { actor, signal, log }) =>
    changeServicesOf({ database: deps.database, log }, signedIn(actor), body, signal),
  ),
  answer(contract.deleteService, ({ params }, { tx, actor }) => deleteServiceOf(tx, actor, params.id)),
  answer(transitions.dispatchService, ({ params, body }, { tx, actor }) =>
    sendToDispatch(tx, actor, params.id, body.version),
  ),
  answer(transitions.assignService, ({ params, body }, { tx, actor }) =>
    assignVehicle(tx, actor, params.id, body),
  ),
  answer(transitions.reassignService, ({ params, body }, { tx, actor }) =>
    reassignVehicle(tx, actor, params.id, body),
  ),
  answer(transitions.unassignService, ({ params, body }, { tx, actor }) =>
    unassignVehicle(tx, actor, params.id, body.version),
  ),
  answer(transitions.confirmPickup, ({ params, body }, { tx, actor }) =>
    confirmPickupOf(tx, actor, params.id, body.version),
  ),
  // The final cost follows from the stops, so the last positions are read first.
  answerAfter(
    transitions.completeService,
    ({ params }) => recordStopsOf(deps.database, params.id),
    ({ params, body }, { tx, actor }) => completeServiceOf(tx, actor, params.id, body, deps.costChanged),
  ),
  answer(correctStop, ({ params, body }, { tx, actor }) => correctStopOf(tx, actor, params, body)),
  answer(cancelStop, ({ params, body }, { tx, actor }) => cancelStopOf(tx, actor, params, body)),
  answer(listServiceChanges, ({ params }, { tx, actor }) => listChangesOf(tx, actor, params.id)),
  answer(transitions.cancelService, ({ params, body }, { tx, actor }) =>
    cancelServiceOf(tx, actor, params.id, body),
  ),
]
