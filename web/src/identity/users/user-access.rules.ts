/**
 * What a manager may do with a user, and why not. The server decides; this hides refused actions and gives reasons.
 * Pure.
 */
import { type AccessHolder, can, type Level, levels, parseScope } from '@rumbo/contract/access'
import type { User } from '@rumbo/contract/identity.users.contract'
import type { AssignmentRole } from '@rumbo/contract/organisation.assignments.contract'
import type { TextKey } from '@rumbo/i18n/keys'
import { fleetRoles, isCompanyRole } from './place-draft.rules.ts'

/** The signed-in user who manages others. */
export interface Manager extends AccessHolder {
  id: string
}

/** The actions of section 6, in the order of the menu, plus setting a password and removing the second factor. */
export const userActions = [
  'view',
  'edit',
  'changeLevel',
  'activate',
  'deactivate',
  'sendReset',
  'forcePasswordChange',
  'setPassword',
  'resetTwoFactor',
  'assignCompany',
  'assignFleet',
  'manageAssignments',
  'linkContact',
  'unlinkContact',
  'assignVehicle',
  'unassignVehicle',
  'delete',
] as const
export type UserAction = (typeof userActions)[number]
export type LockedKey = Extract<
  TextKey,
  `users.locked.${string}` | 'problems.forbidden' | 'problems.user_not_linked'
>
export type ConsequenceKey = Extract<
  TextKey,
  'users.level.toGuest' | 'users.level.fromGuest' | 'users.level.atOnce'
>

/**
 * The levels that a user of this level may give to new users: section 5, and for managers the levels below theirs.
 */
export function levelsToCreate(level: Level): Level[] {
  if (level === 'super_admin') return [...levels].reverse()
  if (level === 'admin') return ['manager', 'user', 'guest']
  return level === 'manager' ? ['user', 'guest'] : []
}

/** The levels that a user of this level may change others to. */
export const levelsToChangeTo = (level: Level): Level[] =>
  level === 'super_admin' || level === 'admin' ? levelsToCreate(level) : []

/** Whether the manager may give roles of the whole company; the level manager never may. */
export const maySetCompanyRoles = (manager: AccessHolder, companyId: string): boolean =>
  manager.level !== 'manager' && can(manager, 'users.edit', { companyId, fleetId: null })

/** The fleet roles that a user of this level may give; managers cannot give a role above their own. */
export const fleetRolesToGive = (level: Level): AssignmentRole[] =>
  fleetRoles.filter((role) => level !== 'manager' || role !== 'fleet_owner')

/** Whether the manager may give roles in this fleet. */
export const maySetFleetRoles = (manager: AccessHolder, companyId: string, fleetId: string): boolean =>
  can(manager, 'users.edit', { companyId, fleetId })

/** Whether the manager may change assignments in this company or fleet. */
export const mayChangeAssignment = (
  manager: AccessHolder,
  place: { companyId: string; fleetId: string | null; role: AssignmentRole },
): boolean =>
  isCompanyRole(place.role)
    ? maySetCompanyRoles(manager, place.companyId)
    : can(manager, 'users.edit', { companyId: place.companyId, fleetId: place.fleetId }) &&
      fleetRolesToGive(manager.level).includes(place.role)

/** The companies in which the manager may manage something; with `isWhole`, only those managed as a whole. */
export const companiesToManage = <C extends { id: string }>(
  companies: readonly C[],
  manager: AccessHolder,
  isWhole = false,
): C[] =>
  companies.filter(({ id }) =>
    isWhole
      ? maySetCompanyRoles(manager, id)
      : manager.scopes.some(({ scope, type }) => {
          const company = parseScope(scope)?.company
          return type === 'manage' && (company === '*' || company === id)
        }),
  )

/** Whether an action appears in the menu of this user at all. */
export function isOffered(action: UserAction, user: User): boolean {
  const isGuest = user.level === 'guest'
  switch (action) {
    case 'activate':
      return user.status !== 'active'
    case 'deactivate':
      return user.status !== 'inactive'
    case 'resetTwoFactor':
      return user.twoFactorEnabled
    case 'linkContact':
      return user.contact === null
    case 'unlinkContact':
      return user.contact !== null
    case 'assignVehicle':
      return isGuest
    case 'unassignVehicle':
      return isGuest && user.vehicle !== null
    default:
      return true
  }
}

/** Text key of the reason an action is not allowed; undefined if it is. */
export function lockedKey(action: UserAction, user: User, manager: Manager): LockedKey | undefined {
  if (action === 'view') return undefined
  if (!can(manager, 'users.edit')) return 'problems.forbidden'
  if (user.id === manager.id) return 'users.locked.own'
  if (!user.mayChange) return 'users.locked.reach'
  const isGuest = user.level === 'guest'
  switch (action) {
    case 'changeLevel':
      return levelsToChangeTo(manager.level).length === 0 ? 'problems.forbidden' : undefined
    case 'assignCompany':
      if (isGuest) return 'users.locked.guest'
      return manager.level === 'manager' ? 'users.locked.companyWide' : undefined
    case 'assignFleet':
    case 'manageAssignments':
      return isGuest ? 'users.locked.guest' : undefined
    case 'linkContact':
      // A super admin chooses a company for a guest who registered.
      return user.companyId === null && !(isGuest && manager.level === 'super_admin')
        ? 'users.locked.noCompany'
        : undefined
    case 'assignVehicle':
      return user.contact === null ? 'problems.user_not_linked' : undefined
    default:
      return undefined
  }
}

/** Text keys of what a change of level ends. */
export function levelConsequences(from: Level, to: Level): ConsequenceKey[] {
  if (from === to) return []
  const found: ConsequenceKey[] = []
  if (to === 'guest') found.push('users.level.toGuest')
  if (from === 'guest') found.push('users.level.fromGuest')
  return [...found, 'users.level.atOnce']
}
