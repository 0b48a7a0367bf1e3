import { type AccessScope, type Level, parseScope } from '@rumbo/contract/access'
import type { Tier } from '@rumbo/contract/features'
import type { Actor } from '../platform/access/access.ts'
import type { Plans } from '../platform/access/features.ts'

export const assignmentRoles = [
  'company_owner',
  'company_manager',
  'fleet_manager',
  'fleet_member',
  'fleet_viewer',
  'fleet_owner',
  'primary_driver',
  'secondary_driver',
  'dispatcher',
] as const
export type AssignmentRole = (typeof assignmentRoles)[number]

const companyRoles: readonly AssignmentRole[] = ['company_owner', 'company_manager']
const managingFleetRoles: readonly AssignmentRole[] = ['fleet_owner', 'fleet_manager', 'dispatcher']
export const driverRoles = ['primary_driver', 'secondary_driver'] as const satisfies readonly AssignmentRole[]

/** Assignments of company-wide roles have no fleet, all others have one. */
export const isCompanyRole = (role: AssignmentRole) => companyRoles.includes(role)

export interface HeldAssignment {
  companyId: string
  fleetId: string | null
  role: AssignmentRole
  isPrimary: boolean
}
export interface WatchedVehicle {
  companyId: string
  fleetId: string
  vehicleId: string
}

function scopeOf(level: Level, { companyId, fleetId, role }: HeldAssignment): AccessScope {
  if (level === 'admin' || isCompanyRole(role) || fleetId === null)
    return { scope: `${companyId},*,*`, type: 'manage' }
  return {
    scope: `${companyId},${fleetId},*`,
    type: managingFleetRoles.includes(role) ? 'manage' : 'read',
  }
}

/** The scopes of a level and its live, active assignments; those of the primary assignment first. */
export function scopesOf(
  level: Level,
  assignments: readonly HeldAssignment[],
  watched: WatchedVehicle | null,
): AccessScope[] {
  if (level === 'super_admin') return [{ scope: '*,*,*', type: 'manage' }]
  if (level === 'guest') {
    if (!watched) return []
    return [{ scope: `${watched.companyId},${watched.fleetId},${watched.vehicleId}`, type: 'read' }]
  }
  const scopes = new Map<string, AccessScope>()
  const primaryFirst = [...assignments].sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary))
  for (const assignment of primaryFirst) {
    const granted = scopeOf(level, assignment)
    if (scopes.get(granted.scope)?.type !== 'manage') scopes.set(granted.scope, granted)
  }
  return [...scopes.values()]
}

/** The role of the primary assignment, else the level. */
export function functionalRoleOf(level: Level, assignments: readonly HeldAssignment[]): string {
  return assignments.find((assignment) => assignment.isPrimary)?.role ?? level
}

/** The live companies and fleets within the scopes, by what they allow; input of row-level security. */
export function reachedBy(
  scopes: readonly AccessScope[],
  companies: readonly string[],
  fleets: readonly { id: string; companyId: string }[],
): Pick<Actor, 'companies' | 'fleets' | 'vehicles'> {
  const parts = scopes.flatMap(({ scope, type }) => {
    const parsed = parseScope(scope)
    return parsed ? [{ ...parsed, isManage: type === 'manage' }] : []
  })
  const managing = parts.filter((part) => part.isManage)
  const hasCompany = (list: typeof parts) => (id: string) =>
    list.some((part) => part.company === '*' || part.company === id)
  const hasFleet = (list: typeof parts) => (fleet: { id: string; companyId: string }) =>
    list.some(
      (part) =>
        (part.company === '*' || part.company === fleet.companyId) &&
        (part.fleet === '*' || part.fleet === fleet.id),
    )
  return {
    companies: {
      read: companies.filter(hasCompany(parts)),
      manage: companies.filter(hasCompany(managing.filter((part) => part.fleet === '*'))),
      write: companies.filter(hasCompany(managing)),
    },
    fleets: {
      read: fleets.filter(hasFleet(parts)).map((fleet) => fleet.id),
      manage: fleets.filter(hasFleet(managing)).map((fleet) => fleet.id),
    },
    vehicles: parts
      .filter((part) => part.vehicle !== '*' && part.vehicle !== '-')
      .map((part) => part.vehicle),
  }
}

/** The features of the companies and fleets in reach. */
export function plansOf(
  reached: Pick<Actor, 'companies' | 'fleets'>,
  companies: readonly { id: string; tier: Tier }[],
  fleets: readonly { id: string; companyId: string; switchedOff: readonly string[] }[],
): Plans {
  const readCompanies = new Set(reached.companies.read)
  const readFleets = new Set(reached.fleets.read)
  return {
    companies: new Map(companies.filter(({ id }) => readCompanies.has(id)).map(({ id, tier }) => [id, tier])),
    fleets: new Map(
      fleets
        .filter(({ id }) => readFleets.has(id))
        .map(({ id, companyId, switchedOff }) => [id, { companyId, switchedOff }]),
    ),
  }
}

/** Levels whose access depends on the role; admins manage their company with any role. */
const mayOnlyDrive = (level: Level) => level === 'user' || level === 'manager'

/** The companies in reach whose contacts may be read; drivers must not read all customers. */
export function directoriesOf(
  level: Level,
  assignments: readonly HeldAssignment[],
  companies: readonly string[],
): string[] {
  if (level === 'guest') return []
  if (!mayOnlyDrive(level)) return [...companies]
  const drivers: readonly AssignmentRole[] = driverRoles
  return companies.filter((id) =>
    assignments.some(({ companyId, role }) => companyId === id && !drivers.includes(role)),
  )
}

/** The fleets in reach in which the user is only a driver. */
export function drivenOnly(
  level: Level,
  assignments: readonly HeldAssignment[],
  fleets: readonly { id: string; companyId: string }[],
): string[] {
  if (!mayOnlyDrive(level)) return []
  const drivers: readonly AssignmentRole[] = driverRoles
  const others = assignments.filter(({ role }) => !drivers.includes(role))
  const alsoElse = ({ id, companyId }: { id: string; companyId: string }) =>
    others.some((held) => held.fleetId === id || (held.fleetId === null && held.companyId === companyId))
  return fleets.filter((fleet) => !alsoElse(fleet)).map(({ id }) => id)
}

/** Whether a change affects fields reserved for super admins; repeating the present value is no change. */
export function changesReserved(
  current: { status: string; tier: string; verified: boolean },
  wanted: { status?: string; tier?: string; verified?: boolean },
): boolean {
  return (
    (wanted.status !== undefined && wanted.status !== current.status) ||
    (wanted.tier !== undefined && wanted.tier !== current.tier) ||
    (wanted.verified !== undefined && wanted.verified !== current.verified)
  )
}

/** Whether the system knows a time zone of this name. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return !/^[+-]/.test(name)
  } catch {
    return false
  }
}
