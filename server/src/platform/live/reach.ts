import { isGuest, isSuperAdmin } from '@rumbo/contract/access'
import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Actor } from '../access/access.ts'

/** Domains of which a driver receives hints of the company. */
const domainsOfDrivers: readonly string[] = ['organisation', 'vehicles', 'services']
const isDriverOf = (actor: Actor, companyId: string | undefined) =>
  companyId !== undefined && actor.drivesOnly.length > 0 && !actor.directories.includes(companyId)

/**
 * Whether a hint without a fleet concerns this person. One with a user goes to that person alone. Guests receive only hints of their own record. A hint without a
 * company, such as about a user, goes to that person and to super admins.
 */
export const isAbout = (actor: Actor, hint: StaleHint): boolean => {
  if (hint.userId !== undefined) return hint.userId === actor.userId
  if (hint.id !== undefined && hint.id === actor.userId) return true
  if (isGuest(actor.scopes) && hint.id !== undefined) return actor.vehicles.includes(hint.id)
  if (isSuperAdmin(actor.scopes)) return true
  if (isDriverOf(actor, hint.companyId) && !domainsOfDrivers.includes(hint.domain)) return false
  return hint.companyId === undefined ? hint.id === undefined : actor.companies.read.includes(hint.companyId)
}

/**
 * Ids of the vehicles and services the person may see in a fleet; null for the whole fleet. Guests see one vehicle,
 * drivers their own.
 */
export function filterOf(actor: Actor, fleetId: string): ReadonlySet<string> | null {
  if (!isGuest(actor.scopes) && !actor.drivesOnly.includes(fleetId)) return null
  return new Set([...actor.vehicles, ...actor.services])
}

export const mayWatch = (actor: Actor, fleetId: string) =>
  isSuperAdmin(actor.scopes) || actor.fleets.read.includes(fleetId)

/** The person's access as one text, for comparison. */
export const reachOf = ({
  userId,
  level,
  scopes,
  companies,
  fleets,
  drivesOnly,
  vehicles,
  services,
  mustChangePassword,
}: Actor) =>
  JSON.stringify([
    userId,
    level,
    scopes.map(({ scope, type }) => `${scope} ${type}`).sort(),
    [...companies.read].sort(),
    [...fleets.read].sort(),
    [...drivesOnly].sort(),
    [...vehicles].sort(),
    [...services].sort(),
    mustChangePassword,
  ])
