import { profileCompanies } from '@rumbo/contract/identity.contract'
import * as contract from '@rumbo/contract/organisation.contract'
import { arrangePanel, readPanel } from '@rumbo/contract/organisation.panels.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { readConfigurationOf, saveConfigurationOf } from './fleets/organisation.features.actions.ts'
import {
  addFleet,
  changeFleet,
  listFleetsOf,
  previewFleetDeletion,
  readFleetOf,
  readFleetUsersOf,
  removeFleet,
  setFleetUsersOf,
} from './fleets/organisation.fleets.actions.ts'
import {
  addCompany,
  changeCompany,
  listAdministratorsOf,
  listCompaniesOf,
  listOwnCompanies,
  previewCompanyDeletion,
  readCompanyOf,
  removeCompany,
} from './organisation.actions.ts'
import type { CompanyWork } from './organisation.work.ts'
import { arrangePanelOf, readPanelOf } from './panels/organisation.panels.actions.ts'
import { treeEndpoints } from './tree/organisation.tree.endpoints.ts'

/** Endpoints of companies, fleets and their tree. @param work what other domains contribute */
export const organisationEndpoints = (work: CompanyWork): Answer[] => [
  answer(profileCompanies, (_input, { tx, actor }) => listOwnCompanies(tx, actor)),
  answer(contract.listCompanies, ({ query }, { tx }) => listCompaniesOf(tx, work, query)),
  answer(contract.readCompany, ({ params }, { tx }) => readCompanyOf(tx, work, params.id)),
  answerAsSystem(contract.listAdministrators, ({ params }, { tx, actor }) =>
    listAdministratorsOf(tx, actor, params.id),
  ),
  answer(contract.createCompany, ({ body }, { tx }) => addCompany(tx, work, body)),
  answer(contract.updateCompany, ({ params, body }, { tx, actor }) =>
    changeCompany(tx, work, actor, params.id, body),
  ),
  answer(contract.companyDeletion, ({ params }, { tx }) => previewCompanyDeletion(tx, work, params.id)),
  answer(contract.deleteCompany, ({ params }, { tx }) => removeCompany(tx, work, params.id)),
  answer(contract.listFleets, ({ query }, { tx }) => listFleetsOf(tx, work, query)),
  answer(contract.readFleet, ({ params }, { tx }) => readFleetOf(tx, work, params.id)),
  answerAsSystem(contract.createFleet, ({ body }, { tx, actor }) => addFleet(tx, work, actor, body)),
  answerAsSystem(contract.updateFleet, ({ params, body }, { tx, actor }) =>
    changeFleet(tx, work, actor, params.id, body),
  ),
  answer(contract.fleetDeletion, ({ params }, { tx, actor }) =>
    previewFleetDeletion(tx, work, actor, params.id),
  ),
  answerAsSystem(contract.deleteFleet, ({ params }, { tx, actor }) =>
    removeFleet(tx, work, actor, params.id),
  ),
  answer(contract.listFleetUsers, ({ params }, { tx, actor }) => readFleetUsersOf(tx, actor, params.id)),
  answerAsSystem(contract.setFleetUsers, ({ params, body }, { tx, actor }) =>
    setFleetUsersOf(tx, actor, params.id, body),
  ),
  answer(contract.readFleetConfiguration, ({ params }, { tx }) => readConfigurationOf(tx, params.id)),
  answerAsSystem(contract.saveFleetConfiguration, ({ params, body }, { tx, actor }) =>
    saveConfigurationOf(tx, actor, params.id, body),
  ),
  answer(readPanel, ({ params }, { tx, actor }) => readPanelOf(tx, actor, params.id)),
  answer(arrangePanel, ({ params, body }, { tx, actor }) => arrangePanelOf(tx, actor, params.id, body)),
  ...treeEndpoints(work),
]
