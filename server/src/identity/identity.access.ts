import type { AccessScope, Level, Target } from '@rumbo/contract/access'
import type { SessionUser } from '@rumbo/contract/identity.contract'
import type { Actor } from '../platform/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { UserRow } from './identity.repository.ts'
import { displayNameOf } from './identity.rules.ts'

/** A user's scopes, and the ids they reach. */
export interface ResolvedAccess extends Pick<Actor, 'companies' | 'fleets' | 'vehicles'> {
  scopes: readonly AccessScope[]
  /** The role of the primary assignment, else the level. */
  functionalRole: string
}

/** What identity must be told by the domain that keeps assignments, which stands above it. */
export interface Assignments {
  resolveAccess(tx: Transaction, user: { id: string; level: Level }): Promise<ResolvedAccess>
  /** Every company and fleet the user belongs to, whether the assignment is active or not. */
  reachOf(tx: Transaction, userId: string): Promise<Target[]>
}

/** The user as login and refresh answer it. */
export function sessionUserOf(user: UserRow, access: ResolvedAccess): SessionUser {
  return {
    id: user.id,
    name: user.first_name,
    lastname: user.last_name,
    username: user.username,
    email: user.email,
    display_name: displayNameOf(user),
    can_login: user.status === 'active',
    is_active: user.status === 'active',
    force_password_change: user.force_password_change,
    functional_role: access.functionalRole,
    access_scopes: [...access.scopes],
    level: user.level,
    language: user.language,
    avatar: { type: user.avatar_type, color: user.avatar_color },
  }
}
