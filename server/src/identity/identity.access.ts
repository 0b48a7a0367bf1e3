import type { AccessScope, Level, Target } from '@rumbo/contract/access'
import type { SessionUser } from '@rumbo/contract/identity.contract'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import type { UserRow } from './identity.repository.ts'
import { displayNameOf } from './identity.rules.ts'

/** A user's scopes, and the ids they reach. */
export interface ResolvedAccess
  extends Pick<
    Actor,
    'companies' | 'fleets' | 'vehicles' | 'services' | 'contacts' | 'directories' | 'drivesOnly' | 'plans'
  > {
  scopes: readonly AccessScope[]
  /** The role of the primary assignment, else the level. */
  functionalRole: string
}

/** A place somebody is given; without a role for guests, whom a company keeps. */
export interface WantedPlace {
  companyId: string
  fleetId: string | null
  role: AssignmentRole | null
}

/** What identity must be told by the domain that keeps assignments, which stands above it. Runs under the system's role. */
export interface Assignments {
  resolveAccess(tx: Transaction, user: { id: string; level: Level }): Promise<ResolvedAccess>
  /** Every company and fleet the user belongs to, whether the assignment is active or not. */
  reachOf(tx: Transaction, userId: string): Promise<Target[]>
  /**
   * Whether the actor may give somebody of `level` this place, by level, role and scopes, and whether it is there.
   * @param path where the input names the place, such as `body`, for the problems of its fields
   * @returns the place; a guest's by somebody who manages single fleets lies in one of these, to stay in their sight
   * @throws Problem `company_denied`, `fleet_denied`, `guest_no_fleets`, `forbidden`, `validation_failed`
   */
  requirePlace(
    tx: Transaction,
    actor: Actor,
    level: Level,
    place: WantedPlace,
    path?: string,
  ): Promise<WantedPlace>
  /**
   * Gives a user the place that `requirePlace` allowed: an assignment where it has a role, else a guest's place.
   * The first assignment is the primary one; a new primary one takes the flag from the former.
   * @returns the id of the assignment, null for a guest's place
   * @throws Problem `assignment_exists`
   */
  assign(
    tx: Transaction,
    userId: string,
    place: WantedPlace & {
      isPrimary?: boolean
      isActive?: boolean
      /** Who gives it, where that is not the transaction's actor. */
      assignedBy?: string
    },
  ): Promise<string | null>
  /** A change of level: becoming a guest ends the assignments, ceasing to be one takes the vehicle; the company stays. */
  followLevel(tx: Transaction, userId: string, level: Level): Promise<void>
  /** Ends every assignment and a guest's place. */
  endAllOf(tx: Transaction, userId: string): Promise<void>
  /** Name of a live company. */
  companyName(tx: Transaction, companyId: string): Promise<string | null>
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
    driven_fleets: [...access.drivesOnly],
    level: user.level,
    language: user.language,
    avatar: { type: user.avatar_type, color: user.avatar_color },
  }
}
