import {
  type AccessScope,
  type Capability,
  can,
  isGuest,
  isSuperAdmin,
  type Level,
  levelAllows,
  type Target,
} from '@rumbo/contract/access'
import type { Feature } from '@rumbo/contract/features'
import { problem } from '../problem.ts'
import { type Plans, requireFeatures } from './features.ts'

/** A signed-in person with scopes already resolved to ids; the input of row-level security. */
export interface Actor {
  userId: string
  sessionId: string
  displayName: string
  level: Level
  scopes: readonly AccessScope[]
  companies: {
    /** Any scope within the company. */
    read: readonly string[]
    /** A company-wide manage scope. */
    manage: readonly string[]
    /** Any manage scope within the company, of whatever breadth. */
    write: readonly string[]
  }
  fleets: { read: readonly string[]; manage: readonly string[] }
  /** Companies whose contacts may be read: none of those in which the person only drives. */
  directories: readonly string[]
  /** Fleets in which the person only drives, and reads nothing but own vehicles and services. */
  drivesOnly: readonly string[]
  /** The vehicle a guest watches, or a driver's own in `drivesOnly`; empty for everyone else. */
  vehicles: readonly string[]
  /** A driver's own services that are not final; empty for everyone else. */
  services: readonly string[]
  /** The contact of the directory a driver is; empty for everyone else. */
  contacts: readonly string[]
  /** What companies and fleets within reach may use. */
  plans: Plans
  /** The feature the present call belongs to. */
  calling?: Feature
  mustChangePassword: boolean
  /** Where the present call comes from; empty outside a request. */
  address: string
  requestId: string
}

/** Work under the system's role: gateway, jobs, sign-in; or for a person, after the rules have allowed it. */
export interface SystemIdentity {
  system: string
  /** On whose behalf: named in audit entries and facts, and nothing else. */
  actor?: Actor
}
export type Identity = Actor | SystemIdentity

export const asSystem = (reason: string, actor?: Actor): SystemIdentity => ({
  system: reason,
  actor,
})
/** Who answers for what a transaction does; null for the system itself. */
export const actorOf = (identity: Identity): Actor | null =>
  isActor(identity) ? identity : (identity.actor ?? null)
export const isActor = (identity: Identity): identity is Actor => 'userId' in identity

/** For calls that open their own transactions. @throws Problem `unauthenticated` */
export function signedIn(actor: Actor | null): Actor {
  if (!actor) throw problem('unauthenticated')
  return actor
}

export type DatabaseRole = 'rumbo_system' | 'rumbo_all' | 'rumbo_scoped' | 'rumbo_driver' | 'rumbo_guest'

export function roleOf(identity: Identity): DatabaseRole {
  if (!isActor(identity)) return 'rumbo_system'
  if (isSuperAdmin(identity.scopes)) return 'rumbo_all'
  if (isGuest(identity.scopes)) return 'rumbo_guest'
  return identity.drivesOnly.length > 0 ? 'rumbo_driver' : 'rumbo_scoped'
}

/** Whether the person reads the vehicle's whole fleet, or the vehicle is the person's own there. */
export const reachesVehicle = (
  actor: Actor,
  { fleetId, vehicleId }: { fleetId: string; vehicleId: string },
) => !actor.drivesOnly.includes(fleetId) || actor.vehicles.includes(vehicleId)

/** The vehicles of somebody who only drives wherever they are, for whom a list looks at nothing else; null for others. */
export const onlyOwnVehicles = ({ drivesOnly, fleets, vehicles }: Actor): readonly string[] | null =>
  drivesOnly.length > 0 && fleets.read.every((id) => drivesOnly.includes(id)) ? vehicles : null

/** The level's row must allow at all; scopes are checked against the record by `requireCan`. */
export function requireCapability(actor: Actor, capability: Capability): void {
  if (!levelAllows(actor.level, capability) || !can(actor, capability)) throw problem('forbidden')
}

/**
 * Level and a scope reaching the record must both allow, and its fleet have the feature.
 * @throws Problem `forbidden`, `feature_locked`, `feature_off`
 */
export function requireCan(actor: Actor, capability: Capability, target: Target): void {
  if (!can(actor, capability, target)) throw problem('forbidden')
  const { fleetId, vehicleId } = target
  if (fleetId && vehicleId && !reachesVehicle(actor, { fleetId, vehicleId })) throw problem('forbidden')
  requireFeatures(actor, capability, target)
}
