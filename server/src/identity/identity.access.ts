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

/** The company or fleet a user is to be assigned to. `role` is null for guests, who belong to a company without one. */
export interface WantedPlace {
  companyId: string
  fleetId: string | null
  role: AssignmentRole | null
}

/** Implemented by the domain that stores assignments, which imports this one. Runs under the system role. */
export interface Assignments {
  resolveAccess(tx: Transaction, user: { id: string; level: Level }): Promise<ResolvedAccess>
  /** Every company and fleet the user belongs to, whether the assignment is active or not. */
  reachOf(tx: Transaction, userId: string): Promise<Target[]>
  /**
   * Checks that the place exists and that the actor may assign a user of `level` to it, by level, role and scopes.
   * @param path prefix of the place's fields in the input, such as `body`, for field problems
   * @returns the place; if the actor manages single fleets only, a guest is put into one of them, so that it stays visible
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
   * Assigns a user to a place that `requirePlace` accepted: an assignment if it has a role, otherwise a guest's place.
   * The first assignment becomes the primary one; a new primary assignment replaces the former.
   * @returns the id of the assignment, null for a guest's place
   * @throws Problem `assignment_exists`
   */
  assign(
    tx: Transaction,
    userId: string,
    place: WantedPlace & {
      isPrimary?: boolean
      isActive?: boolean
      /** Default: the transaction's actor. */
      assignedBy?: string
    },
  ): Promise<string | null>
  /** Adapts to a new level: a new guest loses all assignments, a former guest loses the vehicle; the company stays. */
  followLevel(tx: Transaction, userId: string, level: Level): Promise<void>
  /** Ends every assignment and the guest's place. */
  endAllOf(tx: Transaction, userId: string): Promise<void>
  /** Name of a live company. */
  companyName(tx: Transaction, companyId: string): Promise<string | null>
}

/** The user object in the responses of login and refresh. */
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
