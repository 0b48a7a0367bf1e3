import { isSuperAdmin, levels, parseScope } from '@rumbo/contract/access'
import type { Actor } from './access.ts'

/**
 * What a person may read at one moment, as texts stored with the result of a call: the level, the scopes, and the own
 * vehicles and services in fleets where they are only a driver.
 */
export function grantsOf(actor: Actor): string[] {
  const ofScopes = actor.scopes.map(({ scope, type }) => {
    const fleet = parseScope(scope)?.fleet
    return fleet && actor.drivesOnly.includes(fleet) ? `drive ${scope}` : `${type} ${scope}`
  })
  const own = actor.drivesOnly.length > 0 ? [...actor.vehicles, ...actor.services] : []
  return [`level ${actor.level}`, ...ofScopes, ...own.map((id) => `own ${id}`)]
}

const ranks: readonly string[] = levels
const rankOf = (level: string) => ranks.indexOf(level)
/** Scope types that cover a grant of the key's type. */
const coveredBy: Readonly<Record<string, readonly string[]>> = {
  manage: ['manage'],
  read: ['manage', 'read'],
  drive: ['manage', 'read', 'drive'],
}

/** Whether the person may still read everything the grants allowed, or more. */
export function stillHolds(actor: Actor, grants: readonly string[]): boolean {
  if (isSuperAdmin(actor.scopes)) return true
  const present = new Set(grantsOf(actor))
  return grants.every((grant) => {
    const [kind = '', value = ''] = grant.split(' ')
    if (kind === 'level') return rankOf(actor.level) >= rankOf(value)
    // Once the whole fleet is readable, own vehicles and services are no longer listed.
    if (kind === 'own') return actor.drivesOnly.length === 0 || present.has(grant)
    const { company, fleet, vehicle } = parseScope(value) ?? {}
    return (coveredBy[kind] ?? []).some((type) =>
      [`${company},${fleet},${vehicle}`, `${company},${fleet},*`, `${company},*,*`].some((scope) =>
        present.has(`${type} ${scope}`),
      ),
    )
  })
}
