import { isSuperAdmin } from '@rumbo/contract/access'
import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Actor } from '../access.ts'

/**
 * Whether a hint that belongs to no fleet is for this person; a guest hears of no other record than its own.
 * A record of no company, such as a user, is told to that person and to super admins: ids tell nobody else anything.
 */
export const isAbout = (actor: Actor, hint: StaleHint): boolean => {
  if (hint.id !== undefined && hint.id === actor.userId) return true
  if (actor.vehicles.length > 0 && hint.id !== undefined) return actor.vehicles.includes(hint.id)
  if (isSuperAdmin(actor.scopes)) return true
  return hint.companyId === undefined ? hint.id === undefined : actor.companies.read.includes(hint.companyId)
}

export const mayWatch = (actor: Actor, fleetId: string) =>
  isSuperAdmin(actor.scopes) || actor.fleets.read.includes(fleetId)

/** What a person may see, as one text to compare. */
export const reachOf = ({ userId, level, scopes, companies, fleets, vehicles, mustChangePassword }: Actor) =>
  JSON.stringify([
    userId,
    level,
    scopes.map(({ scope, type }) => `${scope} ${type}`).sort(),
    [...companies.read].sort(),
    [...fleets.read].sort(),
    [...vehicles].sort(),
    mustChangePassword,
  ])
