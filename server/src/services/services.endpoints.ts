import * as contract from '@rumbo/contract/services.contract'
import { listCurrentServices } from '@rumbo/contract/services.current.contract'
import * as views from '@rumbo/contract/services.views.contract'
import { findFleetIds } from '../organisation/index.ts'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import { createServiceOf, deleteServiceOf, showService, updateServiceOf } from './services.actions.ts'
import { listCurrentOf } from './services.current.actions.ts'
import { countServicesOf, listServicesOf } from './services.lists.actions.ts'
import {
  assignVehicle,
  cancelServiceOf,
  completeServiceOf,
  confirmPickupOf,
  sendToDispatch,
  unassignVehicle,
} from './services.moves.actions.ts'
import { deleteViewOf, listViewsOf, saveViewOf } from './views/services.views.actions.ts'

export const servicesEndpoints: Answer[] = [
  answer(contract.listServices, ({ query }, { tx }) => listServicesOf(tx, query)),
  answer(contract.countServices, ({ query }, { tx }) => countServicesOf(tx, query)),
  answer(listCurrentServices, async ({ query }, { tx }) => listCurrentOf(tx, await findFleetIds(tx, query))),
  answer(views.listServiceViews, ({ params }, { tx, actor }) => listViewsOf(tx, actor, params.id)),
  answer(views.saveServiceView, ({ params, body }, { tx, actor }) =>
    saveViewOf(tx, actor, params.id, { ...body, id: params.viewId }),
  ),
  answer(views.deleteServiceView, ({ params }, { tx, actor }) =>
    deleteViewOf(tx, actor, params.id, params.viewId),
  ),
  answer(contract.readService, ({ params }, { tx, actor }) => showService(tx, actor, params.id)),
  answer(contract.createService, ({ body }, { tx, actor }) => createServiceOf(tx, actor, body)),
  answer(contract.updateService, ({ params, body }, { tx, actor }) =>
    updateServiceOf(tx, actor, params.id, body),
  ),
  answer(contract.deleteService, ({ params }, { tx, actor }) => deleteServiceOf(tx, actor, params.id)),
  answer(contract.dispatchService, ({ params, body }, { tx, actor }) =>
    sendToDispatch(tx, actor, params.id, body.version),
  ),
  answer(contract.assignService, ({ params, body }, { tx, actor }) =>
    assignVehicle(tx, actor, params.id, body),
  ),
  answer(contract.unassignService, ({ params, body }, { tx, actor }) =>
    unassignVehicle(tx, actor, params.id, body.version),
  ),
  answer(contract.confirmPickup, ({ params, body }, { tx, actor }) =>
    confirmPickupOf(tx, actor, params.id, body.version),
  ),
  answer(contract.completeService, ({ params, body }, { tx, actor }) =>
    completeServiceOf(tx, actor, params.id, body),
  ),
  answer(contract.cancelService, ({ params, body }, { tx, actor }) =>
    cancelServiceOf(tx, actor, params.id, body),
  ),
]
