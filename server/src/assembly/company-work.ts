import { archiveContactsOf, countContacts } from '../directory/index.ts'
import type { CompanyWork } from '../organisation/index.ts'
import { countOpenServices, hasCosts } from '../services/index.ts'
import {
  archiveVehiclesOf,
  countVehiclesBy,
  findPlacedVehicle,
  isVehicleAtWork,
  listPlacedVehicles,
  moveVehicle,
  searchPlacedVehicles,
} from '../vehicles/index.ts'

/** What vehicles, services and contacts tell the domain of companies and fleets, which stands below them. */
export const companyWork: CompanyWork = {
  countVehicles: countVehiclesBy,
  countContacts,
  countOpenServices,
  hasCosts,
  archiveVehicles: archiveVehiclesOf,
  archiveContacts: archiveContactsOf,
  listVehicles: listPlacedVehicles,
  searchVehicles: searchPlacedVehicles,
  findVehicle: findPlacedVehicle,
  isVehicleAtWork,
  moveVehicle,
}
