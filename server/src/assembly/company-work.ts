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

/** Data of vehicles, services and contacts for the domain of companies and fleets, which may not import them. */
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
