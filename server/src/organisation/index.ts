export {
  findFleet,
  findFleetIds,
  findReadableFleetIds,
  lockFleets,
} from './fleets/organisation.fleets.repository.ts'
export { type FleetStaff, findStaff, findStaffOfFleets } from './fleets/organisation.staff.repository.ts'
export { assignments } from './organisation.access.ts'
export { organisationEndpoints } from './organisation.endpoints.ts'
export { findCompanyNames } from './organisation.names.repository.ts'
export { findCompany, lockCurrency } from './organisation.repository.ts'

export type { CompanyWork } from './organisation.work.ts'
export { findAdministratorMails } from './people/organisation.administrators.repository.ts'
export {
  assignGuestVehicle,
  placeGuest,
  removeGuestVehicle,
  unassignGuestVehicle,
} from './people/organisation.guests.actions.ts'
export { createPeople, type PeopleLinks } from './people/organisation.people.actions.ts'
export { peopleEndpoints } from './people/organisation.people.endpoints.ts'
