/** The draft of an assignment: company, role, and a fleet where the role needs one. Pure. */
import {
  type AssignmentRole,
  assignmentRoles,
  companyRoles,
} from '@rumbo/contract/organisation.assignments.contract'
import type { TextKey } from '@rumbo/i18n/keys'

export interface PlaceDraft {
  companyId: string
  fleetId: string
  role: AssignmentRole | ''
  isPrimary: boolean
}
export type PlaceErrors = Partial<
  Record<'companyId' | 'fleetId' | 'role', Extract<TextKey, `users.valid.${string}`>>
>

export const isCompanyRole = (role: AssignmentRole | ''): boolean =>
  companyRoles.some((known) => known === role)
export const fleetRoles = assignmentRoles.filter((role) => !isCompanyRole(role))

/** Errors by field: company and role are required, a fleet only for roles of a fleet. */
export function checkPlace({ companyId, fleetId, role }: PlaceDraft): PlaceErrors {
  const found: PlaceErrors = {}
  if (companyId === '') found.companyId = 'users.valid.company'
  if (role === '') found.role = 'users.valid.role'
  if (!isCompanyRole(role) && fleetId === '') found.fleetId = 'users.valid.fleet'
  return found
}

/** The fields of an assignment. Requires a draft without errors. */
export function assignmentOf({ companyId, fleetId, role, isPrimary }: PlaceDraft) {
  if (role === '') throw new Error('The draft has no role')
  return { companyId, fleetId: isCompanyRole(role) ? null : fleetId, role, isPrimary }
}
