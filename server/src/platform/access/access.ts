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

/** A signed-in user with scopes resolved to ids; the input of row-level security. */
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
    /** Any manage scope within the company: company, fleet or vehicle. */
    write: readonly string[]
  }
  fleets: { read: readonly string[]; manage: readonly string[] }
  /** Companies whose contacts the person may read; excludes companies where the person is only a driver. */
  directories: readonly string[]
  /** Fleets where the person is only a driver and may read only own vehicles and services. */
  drivesOnly: readonly string[]
  /** The vehicle a guest watches, or a driver's own vehicles in `drivesOnly`; empty for everyone else. */
  vehicles: readonly string[]
  /** A driver's own services that are not final; empty for everyone else. */
  services: readonly string[]
  /** The driver's own contact in the directory; empty for everyone else. */
  contacts: readonly string[]
  /** Tiers and features of the companies and fleets in the person's scopes. */
  plans: Plans
  /** The feature the current call belongs to. */
  calling?: Feature
  mustChangePassword: boolean
  /** The IP address of the current request; empty outside a request. */
  address: string
  requestId: string
}

/** Work under the system role: gateway, jobs, sign-in, or a person's action that the rules have already allowed. */
export interface SystemIdentity {
  system: string
  /** The person it is done for: recorded in audit entries and facts, without effect on access. */
  actor?: Actor
}
export type Identity = Actor | SystemIdentity

export const asSystem = (reason: string, actor?: Actor): SystemIdentity => ({
  system: reason,
  actor,
})
/** The person a transaction is attributed to; null for the system itself. */
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

/** Whether the person may read the vehicle's whole fleet, or the vehicle is the person's own. */
export const reachesVehicle = (
  actor: Actor,
  { fleetId, vehicleId }: { fleetId: string; vehicleId: string },
) => !actor.drivesOnly.includes(fleetId) || actor.vehicles.includes(vehicleId)

/** The vehicles of a person who is only a driver in every fleet, so that lists query those alone; null for others. */
export const onlyOwnVehicles = ({ drivesOnly, fleets, vehicles }: Actor): readonly string[] | null =>
  drivesOnly.length > 0 && fleets.read.every((id) => drivesOnly.includes(id)) ? vehicles : null

/** Checks the level alone; `requireCan` also checks the scopes against the record. */
export function requireCapability(actor: Actor, capability: Capability): void {
  if (!levelAllows(actor.level, capability) || !can(actor, capability)) throw problem('forbidden')
}

/**
 * Requires that the level and a scope on the record allow the capability, and that its fleet has the feature.
 * @throws Problem `forbidden`, `feature_locked`, `feature_off`
 */
export function requireCan(actor: Actor, capability: Capability, target: Target): void {
  if (!can(actor, capability, target)) throw problem('forbidden')
  const { fleetId, vehicleId } = target
  if (fleetId && vehicleId && !reachesVehicle(actor, { fleetId, vehicleId })) throw problem('forbidden')
  requireFeatures(actor, capability, target)
}
