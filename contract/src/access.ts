/**
 * Access rules: levels, scopes and capabilities, as pure functions shared by browser and server. The server enforces them
 * on every endpoint, and PostgreSQL again by row-level security.
 */
export const levels = ['guest', 'user', 'manager', 'admin', 'super_admin'] as const
export type Level = (typeof levels)[number]

export interface AccessScope {
  /** `company,fleet,vehicle`; `*` is a wildcard, `-` means none. */
  scope: string
  type: 'read' | 'manage'
}
export type Need = 'read' | 'manage'
export interface Target {
  companyId: string
  fleetId?: string | null
  vehicleId?: string | null
}
export interface AccessHolder {
  level: Level
  scopes: readonly AccessScope[]
  /** Fleets in which the person is only a driver: capabilities of whole fleets are denied there. */
  drivesOnly?: readonly string[]
}
interface Rule {
  levels: readonly Level[]
  need: Need
  /** Concerns a whole fleet or company, so the scope of a driver is not enough. */
  isOfWholeFleet?: true
}

const staff = ['user', 'manager', 'admin', 'super_admin'] as const
const leads = ['manager', 'admin', 'super_admin'] as const
const admins = ['admin', 'super_admin'] as const
const everyone = levels

/** The levels that have each capability, and the type of scope that must match. */
export const capabilities = {
  'companies.create': { levels: ['super_admin'], need: 'manage' },
  'companies.delete': { levels: ['super_admin'], need: 'manage' },
  'companies.read': { levels: everyone, need: 'read' },
  'companies.edit': { levels: admins, need: 'manage' },
  'fleets.read': { levels: everyone, need: 'read' },
  'fleets.edit': { levels: admins, need: 'manage' },
  'fleetConfiguration.edit': { levels: admins, need: 'manage' },
  'users.read': { levels: leads, need: 'read' },
  'users.edit': { levels: leads, need: 'manage' },
  'users.changeLevel': { levels: admins, need: 'manage' },
  'directory.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'directory.edit': { levels: staff, need: 'manage' },
  'vehicles.read': { levels: everyone, need: 'read' },
  'vehicles.edit': { levels: leads, need: 'manage' },
  'vehicles.note': { levels: staff, need: 'manage' },
  'services.read': { levels: staff, need: 'read' },
  /** Forecasts of a whole fleet: the dispatch monitor, the outlook. */
  'dispatch.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'services.dispatch': { levels: staff, need: 'manage' },
  /** Plans of a fleet's days; a driver's own route belongs to `services.read`. */
  'planning.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'planning.edit': { levels: staff, need: 'manage' },
  'payments.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'payments.record': { levels: staff, need: 'manage' },
  /** Cash close-outs and their corrections. */
  'cash.closeOut': { levels: leads, need: 'manage' },
  /** Plans of whole fleets; a driver's own shifts belong to `services.read`. */
  'shifts.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'shifts.edit': { levels: staff, need: 'manage' },
  /** Limits of time on duty. */
  'shifts.configure': { levels: leads, need: 'manage' },
  /** Prices and zones; the cost of a driver's own services belongs to `services.read`. */
  'tariffs.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'tariffs.edit': { levels: leads, need: 'manage' },
  'geofences.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'geofences.edit': { levels: leads, need: 'manage' },
  'events.read': { levels: staff, need: 'read' },
  'events.handle': { levels: staff, need: 'manage' },
  /** Rules over readings that become events. */
  'customRules.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'customRules.edit': { levels: leads, need: 'manage' },
  'commands.ordinary': { levels: leads, need: 'manage' },
  'commands.query': { levels: staff, need: 'read' },
  'commands.engineAndDoors': { levels: leads, need: 'manage' },
  'commands.restricted': { levels: admins, need: 'manage' },
  /** Stop an engine although the vehicle is too fast or its position is unknown. */
  'commands.insist': { levels: admins, need: 'manage' },
  'notifications.own': { levels: everyone, need: 'read' },
  /** A dispatcher's own tool: anyone with a managing role in the fleet may edit its saved places. */
  'watchpoints.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'watchpoints.edit': { levels: staff, need: 'manage' },
  'places.read': { levels: everyone, need: 'read' },
  /** Expensive queries for dispatchers, up to a second of CPU each; guests have no screen that needs them. */
  'roads.read': { levels: staff, need: 'read' },
  'audit.read': { levels: admins, need: 'read' },
  /** Messages of devices: raw bytes, with identifiers in them. */
  'devices.inspect': { levels: admins, need: 'manage' },
  /** Identifiers the company expects, devices among them that have no vehicle, and rejected reports of own vehicles. */
  'devices.expect': { levels: admins, need: 'manage' },
  'webhooks.edit': { levels: admins, need: 'manage' },
  /** Rules that decide who is notified of what. */
  'notificationRules.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'notificationRules.edit': { levels: leads, need: 'manage' },
  /** Conversations of a fleet with its drivers and with contacts. */
  'communication.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'communication.write': { levels: staff, need: 'manage' },
  /** A user's private conversations, and a driver's own. */
  'communication.own': { levels: staff, need: 'read' },
  'monitoring.read': { levels: ['super_admin'], need: 'manage' },
} as const satisfies Record<string, Rule>
export type Capability = keyof typeof capabilities

interface ScopeParts {
  company: string
  fleet: string
  vehicle: string
}

/** Parses `company,fleet,vehicle`; null for any other text. */
export function parseScope(scope: string): ScopeParts | null {
  const parts = scope.split(',').map((part) => part.trim())
  const [company, fleet, vehicle] = parts
  if (parts.length !== 3 || !company || !fleet || !vehicle) return null
  return { company, fleet, vehicle }
}

const isSpecific = (part: string) => part !== '*' && part !== '-'

function partMatches(part: string, value: string | null | undefined): boolean {
  if (part === '*') return true
  if (part === '-') return value === null || value === undefined
  return part === value
}

/** Whether a scope covers a target, by section 6 of the specification: vehicle part, else fleet part, else company part. */
export function scopeMatches(granted: AccessScope, target: Target, need: Need): boolean {
  if (need === 'manage' && granted.type !== 'manage') return false
  const parts = parseScope(granted.scope)
  if (!parts) return false
  return (
    partMatches(parts.company, target.companyId) &&
    partMatches(parts.fleet, target.fleetId) &&
    partMatches(parts.vehicle, target.vehicleId)
  )
}

export function isSuperAdmin(scopes: readonly AccessScope[]): boolean {
  return scopes.some((granted) => granted.type === 'manage' && granted.scope.replaceAll(' ', '') === '*,*,*')
}

/** Whether all scopes are vehicle-specific and none is a super admin's; false without scopes. */
export function isGuest(scopes: readonly AccessScope[]): boolean {
  if (scopes.length === 0 || isSuperAdmin(scopes)) return false
  return scopes.every((granted) => {
    const parts = parseScope(granted.scope)
    return parts !== null && isSpecific(parts.vehicle) && parts.company !== '*' && parts.fleet !== '*'
  })
}

/** Whether the level has the capability at all, regardless of scopes; decides menu items and screens. */
export function levelAllows(level: Level, capability: Capability): boolean {
  return (capabilities[capability].levels as readonly Level[]).includes(level)
}

/** Whether the level has the capability and a scope covers the target. Without a target, any scope of the type is enough. */
export function can(holder: AccessHolder, capability: Capability, target?: Target): boolean {
  if (!levelAllows(holder.level, capability)) return false
  const { need, isOfWholeFleet }: Rule = capabilities[capability]
  return holder.scopes.some((granted) => {
    if (isOfWholeFleet && isOfDriver(holder, granted)) return false
    return target ? scopeMatches(granted, target, need) : need === 'read' || granted.type === 'manage'
  })
}

/** Whether the scope belongs to a fleet in which the person is only a driver. */
function isOfDriver({ drivesOnly = [] }: AccessHolder, { scope }: AccessScope): boolean {
  const fleet = parseScope(scope)?.fleet
  return fleet !== undefined && drivesOnly.includes(fleet)
}
