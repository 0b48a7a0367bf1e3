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

/** Data of vehicles, services and contacts for organisation, which may not import those domains. */
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
