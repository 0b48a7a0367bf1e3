import { type AccessHolder, can } from '@rumbo/contract/access'
import type { Actor } from '../../platform/access/access.ts'

/** Where the actor sees users: in these fleets, and company-wide in these companies. Null: everywhere. */
export function userVisibilityOf(
  actor: AccessHolder & Pick<Actor, 'companies' | 'fleets'>,
): { companyIds: string[]; fleetIds: readonly string[] } | null {
  if (actor.level === 'super_admin') return null
  return {
    companyIds: actor.companies.read.filter((companyId) => can(actor, 'users.read', { companyId })),
    fleetIds: actor.fleets.read,
  }
}
