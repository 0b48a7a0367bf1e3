export type Row = Readonly<Record<string, unknown>>

/** What a person has access to, stated independently of the product's resolution of scopes. */
export interface Reach {
  userId: string
  isSuper: boolean
  isGuest: boolean
  /** Companies in which the person has any scope. */
  companies: readonly unknown[]
  /** Companies with any manage scope in them. */
  writes: readonly unknown[]
  /** Companies with a company-wide manage scope. */
  manages: readonly unknown[]
  fleets: readonly unknown[]
  managedFleets: readonly unknown[]
  /** Companies whose contacts, and fleets whose services, are readable: not for drivers and guests. */
  directories: readonly unknown[]
  services: readonly unknown[]
  vehicles: readonly unknown[]
  /** A driver's own records; not contained in the lists above. */
  driven: Readonly<Record<'companies' | 'fleets' | 'vehicles' | 'services', readonly unknown[]>>
}

export type Everything = (table: string) => readonly Row[]
export interface Rule {
  why: string
  /** No role of people has any right, except to insert if `isInsertable`. */
  hidden?: true
  /** Has no own row-level security. */
  bare?: true
  /** The column with the owner of the row, the only one who may read it, even before super admins. */
  person?: string
  /** People's transactions may insert rows about any record. */
  isInsertable?: true
  reads?(row: Row, reach: Reach, all: Everything): boolean
  writes?(row: Row, reach: Reach): boolean
}

/** Whether a record of a fleet or company is within reach, without a rule of its own. */
export function isPlacedFor(row: Row, reach: Reach): boolean {
  if (reach.isGuest && !reach.vehicles.includes(row.vehicle_id)) return false
  return row.fleet_id ? reach.fleets.includes(row.fleet_id) : reach.companies.includes(row.company_id)
}

/** Tables of vehicle records, and their views, that drivers may read for own vehicles. */
const ofOwnVehicles = [
  'vehicles.status_causes',
  'telemetry.vehicle_state',
  'telemetry.latest',
  'telemetry.trips',
  'telemetry.stays',
  'telemetry.vehicle_days',
  'telemetry.days',
  'telemetry.alarms',
  'events.events',
  'events.comments',
  'commands.commands',
]
const ofOwnServices = [
  'services.planned_stops',
  'services.executed_stops',
  'services.status_history',
  'services.charges',
  'services.proofs',
]

/** What a driver may read in a fleet in addition to the other rules. */
export function isOwnOfDriver(table: string, row: Row, { driven, userId }: Reach): boolean {
  if (table === 'organisation.companies') return driven.companies.includes(row.id)
  if (table === 'organisation.fleets') return driven.fleets.includes(row.id)
  if (table === 'organisation.assignments') return driven.fleets.length > 0 && row.user_id === userId
  if (!driven.fleets.includes(row.fleet_id)) return false
  if (table === 'vehicles.vehicles') return driven.vehicles.includes(row.id)
  if (table === 'services.services') return driven.services.includes(row.id)
  if (ofOwnServices.includes(table)) return driven.services.includes(row.service_id)
  return ofOwnVehicles.includes(table) && driven.vehicles.includes(row.vehicle_id)
}
