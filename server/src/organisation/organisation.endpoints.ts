import { profileCompanies } from '@rumbo/contract/identity.contract'
import {
  createCompany,
  deleteCompany,
  listFleets,
  readCompany,
  readFleet,
  updateCompany,
} from '@rumbo/contract/organisation.contract'
import { type Answer, answer } from '../platform/http/endpoints.ts'
import {
  addCompany,
  type CompanyWork,
  changeCompany,
  listFleetsOf,
  listOwnCompanies,
  readCompanyOf,
  readFleetOf,
  removeCompany,
} from './organisation.actions.ts'

/** Companies and fleets; `work` is what the domains above know of them. */
export const organisationEndpoints = (work: CompanyWork): Answer[] => [
  answer(profileCompanies, (_input, { tx, actor }) => listOwnCompanies(tx, actor)),
  answer(readCompany, ({ params }, { tx }) => readCompanyOf(tx, work, params.id)),
  answer(createCompany, ({ body }, { tx }) => addCompany(tx, work, body)),
  answer(updateCompany, ({ params, body }, { tx, actor }) => changeCompany(tx, work, actor, params.id, body)),
  answer(deleteCompany, ({ params }, { tx }) => removeCompany(tx, work, params.id)),
  answer(listFleets, ({ query }, { tx }) => listFleetsOf(tx, query)),
  answer(readFleet, ({ params }, { tx }) => readFleetOf(tx, params.id)),
]
