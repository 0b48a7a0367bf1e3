import { isGuest, isSuperAdmin } from '@rumbo/contract/access'
import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Actor } from '../access/access.ts'

/** What a driver reads of the company itself. */
const domainsOfDrivers: readonly string[] = ['organisation', 'vehicles', 'services']
const isDriverOf = (actor: Actor, companyId: string | undefined) =>
  companyId !== undefined && actor.drivesOnly.length > 0 && !actor.directories.includes(companyId)

/**
 * Whether a hint that belongs to no fleet is for this person; a guest receives only hints of its own record.
 * A record of no company, such as a user, goes to that person and to super admins: its id means nothing to others.
 */
export const isAbout = (actor: Actor, hint: StaleHint): boolean => {
  if (hint.id !== undefined && hint.id === actor.userId) return true
  if (isGuest(actor.scopes) && hint.id !== undefined) return actor.vehicles.includes(hint.id)
  if (isSuperAdmin(actor.scopes)) return true
  if (isDriverOf(actor, hint.companyId) && !domainsOfDrivers.includes(hint.domain)) return false
  return hint.companyId === undefined ? hint.id === undefined : actor.companies.read.includes(hint.companyId)
}

/**
 * The vehicles and services of a fleet that concern the person; null where the whole fleet does. A guest is shown one
 * vehicle, somebody who only drives there the own ones.
 */
export function filterOf(actor: Actor, fleetId: string): ReadonlySet<string> | null {
  if (!isGuest(actor.scopes) && !actor.drivesOnly.includes(fleetId)) return null
  return new Set([...actor.vehicles, ...actor.services])
}

export const mayWatch = (actor: Actor, fleetId: string) =>
  isSuperAdmin(actor.scopes) || actor.fleets.read.includes(fleetId)

/** What a person may see, as one text to compare. */
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
