/**
 * Who may do what: levels, scopes and capabilities in one pure place, shared by browser and server.
 * The server enforces it on every endpoint, and PostgreSQL once more by row-level security.
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
  /** Fleets in which the person only drives: what concerns whole fleets is not allowed there. */
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

/** Which levels may, and whether a read or a manage scope must match as well. */
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
  'geofences.read': { levels: staff, need: 'read' },
  'geofences.edit': { levels: leads, need: 'manage' },
  'events.read': { levels: staff, need: 'read' },
  'events.handle': { levels: staff, need: 'manage' },
  'commands.ordinary': { levels: leads, need: 'manage' },
  'commands.query': { levels: staff, need: 'read' },
  'commands.engineAndDoors': { levels: leads, need: 'manage' },
  'commands.restricted': { levels: admins, need: 'manage' },
  /** Stop an engine although the vehicle is fast or its place unknown. */
  'commands.insist': { levels: admins, need: 'manage' },
  'notifications.own': { levels: everyone, need: 'read' },
  /** A dispatcher's own tool: anyone with a managing role in the fleet may edit its saved places. */
  'watchpoints.read': { levels: staff, need: 'read', isOfWholeFleet: true },
  'watchpoints.edit': { levels: staff, need: 'manage' },
  'places.read': { levels: everyone, need: 'read' },
  /** Expensive queries of dispatchers: each may use a processor for a second. No guest screen calls them. */
  'roads.read': { levels: staff, need: 'read' },
  'audit.read': { levels: admins, need: 'read' },
  'monitoring.read': { levels: ['super_admin'], need: 'manage' },
} as const satisfies Record<string, Rule>
export type Capability = keyof typeof capabilities

interface ScopeParts {
  company: string
  fleet: string
  vehicle: string
}

/** Null where the text is not three comma-separated parts. */
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

/** Whether one scope reaches a target, by section 6: vehicle part, else fleet part, else company part. */
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

/** All scopes vehicle-specific, none of a super admin; a user without any scope is not a guest. */
export function isGuest(scopes: readonly AccessScope[]): boolean {
  if (scopes.length === 0 || isSuperAdmin(scopes)) return false
  return scopes.every((granted) => {
    const parts = parseScope(granted.scope)
    return parts !== null && isSpecific(parts.vehicle) && parts.company !== '*' && parts.fleet !== '*'
  })
}

/** Whether the holder's level has the capability at all: decides menu items and screens. */
export function levelAllows(level: Level, capability: Capability): boolean {
  return (capabilities[capability].levels as readonly Level[]).includes(level)
}

/** Level and a matching scope must both allow. Without a target: some scope of the needed type is enough. */
export function can(holder: AccessHolder, capability: Capability, target?: Target): boolean {
  if (!levelAllows(holder.level, capability)) return false
  const { need, isOfWholeFleet }: Rule = capabilities[capability]
  return holder.scopes.some((granted) => {
    if (isOfWholeFleet && isOfDriver(holder, granted)) return false
    return target ? scopeMatches(granted, target, need) : need === 'read' || granted.type === 'manage'
  })
}

/** Whether the scope is of a fleet in which the holder only drives. */
function isOfDriver({ drivesOnly = [] }: AccessHolder, { scope }: AccessScope): boolean {
  const fleet = parseScope(scope)?.fleet
  return fleet !== undefined && drivesOnly.includes(fleet)
}
