import { type AccessHolder, can, isSuperAdmin, type Level } from '@rumbo/contract/access'
import type { Assignment } from '@rumbo/contract/organisation.assignments.contract'
import type { FieldCode, ProblemCode } from '@rumbo/contract/problems.contract'
import type { WantedPlace } from '../../identity/index.ts'
import { isCompanyRole } from '../organisation.rules.ts'

/** Companies of other statuses grant no access; a pending one is being set up. */
export const workingStatuses = ['active', 'pending'] as const

/** Whether people work in a company of this status, so that it can be chosen. */
export const isWorking = (status: string): boolean => workingStatuses.some((one) => one === status)

type Refusal = { code: ProblemCode } | { field: keyof WantedPlace; code: FieldCode }

/**
 * Why the actor may not assign a user of `level` to this place; null if they may. Guests get no role, everyone else
 * one that fits the place. A manager may grant fleet roles only, and none above their own.
 */
export function refusalOfPlace(actor: AccessHolder, level: Level, place: WantedPlace): Refusal | null {
  const { companyId, fleetId, role } = place
  if (level === 'guest' && role !== null) return { code: 'guest_no_fleets' }
  if (level !== 'guest') {
    if (role === null) return { field: 'role', code: 'required' }
    if (isCompanyRole(role) && fleetId !== null) return { field: 'fleetId', code: 'role_needs_no_fleet' }
    if (!isCompanyRole(role) && fleetId === null) return { field: 'fleetId', code: 'role_needs_fleet' }
  }
  if (isSuperAdmin(actor.scopes)) return null
  if (!can(actor, 'users.edit', { companyId, fleetId }))
    return { code: fleetId === null ? 'company_denied' : 'fleet_denied' }
  const isAboveManager = role !== null && (isCompanyRole(role) || role === 'fleet_owner')
  return actor.level !== 'admin' && isAboveManager ? { code: 'forbidden' } : null
}

/** Whether an assignment grants access, and if not, why. */
export function statusOfAssignment(held: {
  isActive: boolean
  companyStatus: string
  isFleetActive: boolean | null
}): Assignment['status'] {
  if (!held.isActive) return 'inactive'
  if (!(workingStatuses as readonly string[]).includes(held.companyStatus)) return 'company_inactive'
  return held.isFleetActive === false ? 'fleet_inactive' : 'active'
}
