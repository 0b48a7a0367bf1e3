import { parseScope } from '@rumbo/contract/access'
import type { Assignments } from '../identity/index.ts'
import {
  findHeldAssignments,
  findLivePlaces,
  findReach,
  findWatchedVehicle,
} from './organisation.assignments.repository.ts'
import { functionalRoleOf, reachedBy, scopesOf } from './organisation.rules.ts'

/** What sign-in asks about a user's place in companies and fleets; runs under the system's role. */
export const assignments: Assignments = {
  async resolveAccess(tx, user) {
    const held = await findHeldAssignments(tx, user.id)
    const watched = user.level === 'guest' ? await findWatchedVehicle(tx, user.id) : null
    const scopes = scopesOf(user.level, held, watched)
    const companyIds = [...new Set(scopes.map(({ scope }) => parseScope(scope)?.company ?? '-'))]
    const { companies, fleets } = await findLivePlaces(tx, companyIds.includes('*') ? null : companyIds)
    return {
      scopes,
      functionalRole: functionalRoleOf(user.level, held),
      ...reachedBy(scopes, companies, fleets),
    }
  },
  reachOf: findReach,
}
