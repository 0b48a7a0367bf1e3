import { type AccessHolder, can, isSuperAdmin, type Level, levels, type Target } from '@rumbo/contract/access'
import { isAbove } from '../identity.rules.ts'

/** Whether an actor of this level may grant `level`: a super admin any, an admin up to manager, a manager user and guest. */
export function mayGrantLevel(actorLevel: Level, level: Level): boolean {
  if (actorLevel === 'super_admin') return levels.includes(level)
  if (actorLevel === 'admin') return level === 'guest' || level === 'user' || level === 'manager'
  return actorLevel === 'manager' && (level === 'guest' || level === 'user')
}

/** The user to be changed: level, and every company and fleet they belong to. */
export interface ChangedUser {
  id: string
  level: Level
  reach: readonly Target[]
}
export interface ChangingActor extends AccessHolder {
  userId: string
}

/**
 * Why the actor may not change this user; null if they may. Except for super admins, the actor's manage scopes must
 * cover every place of the user, and the user's level must be lower. Users the actor cannot see are reported as unknown.
 */
export function refusalToChange(
  actor: ChangingActor,
  user: ChangedUser,
): 'own_account' | 'user_not_found' | 'forbidden' | null {
  if (user.id === actor.userId) return 'own_account'
  if (isSuperAdmin(actor.scopes) && actor.level === 'super_admin') return null
  if (!user.reach.some((place) => can(actor, 'users.read', place))) return 'user_not_found'
  const isWithin = user.reach.every((place) => can(actor, 'users.edit', place))
  return isWithin && isAbove(actor.level, user.level) ? null : 'forbidden'
}

/** Whether the actor may change this user in user management. Nobody may change themselves there. */
export const mayChangeUser = (actor: ChangingActor, user: ChangedUser): boolean =>
  refusalToChange(actor, user) === null
