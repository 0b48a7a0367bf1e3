import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { accessScope, newPassword, personName, phone, username } from './identity.contract.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'
import { assignmentFields, assignmentRoles } from './organisation.assignments.contract.ts'
import { hiddenCharacters, isVisible, optionalNote } from './text.ts'

export const userStatuses = ['active', 'inactive', 'locked', 'pending'] as const
export type UserStatus = (typeof userStatuses)[number]
export const languages = ['es', 'en'] as const

/** A user as staff see one. Company, fleet and role are those of the primary assignment. */
export const user = z.object({
  id,
  username: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** By the display name rule of section 3. */
  displayName: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  level: z.enum(levels),
  /** `locked` also while failed logins lock the account. */
  status: z.enum(userStatuses),
  companyId: id.nullable(),
  companyName: z.string().nullable(),
  fleetId: id.nullable(),
  fleetName: z.string().nullable(),
  fleetRole: z.enum(assignmentRoles).nullable(),
  isPrimaryFleet: z.boolean(),
  assignmentCount: z.number().int(),
  twoFactorEnabled: z.boolean(),
  emailVerified: z.boolean(),
  phoneVerified: z.boolean(),
  forcePasswordChange: z.boolean(),
  notes: z.string().nullable(),
  language: z.enum(languages),
  avatar: z.object({ type: z.string(), color: z.string() }),
  contact: z.object({ id, name: z.string() }).nullable(),
  /** A guest's one vehicle. */
  vehicle: z.object({ id, vehicleNumber: z.string(), plateNumber: z.string() }).nullable(),
  lastLogin: instant.nullable(),
  createdAt: instant,
  /** Whether the caller may change this user: every company of the user within reach, and the level lower. */
  mayChange: z.boolean(),
  version,
})
export type User = z.infer<typeof user>

export const listUsers = endpoint({
  name: 'users.list',
  method: 'GET',
  path: '/users',
  summary: 'Users within the caller’s scopes',
  access: 'users.read',
  query: listQuery(['lastName', 'name', 'username', 'email', 'level', 'status', 'lastLogin', 'createdAt'], {
    level: anyOf(z.enum(levels)),
    status: anyOf(z.enum(userStatuses)),
    companyId: id.optional(),
    fleetId: id.optional(),
  }),
  output: listOf(user),
})
export const userStats = endpoint({
  name: 'users.stats',
  method: 'GET',
  path: '/users/stats',
  summary: 'How many users there are within the caller’s scopes',
  access: 'users.read',
  query: z.strictObject({ companyId: id.optional() }),
  output: z.object({
    total: z.number().int(),
    active: z.number().int(),
    superAdmins: z.number().int(),
    managers: z.number().int(),
    pending: z.number().int(),
    locked: z.number().int(),
  }),
})
export const readUser = endpoint({
  name: 'users.read',
  method: 'GET',
  path: '/users/:id',
  summary: 'One user, with the scopes that level and assignments grant',
  access: 'users.read',
  params: idParams,
  output: user.extend({ accessScopes: z.array(accessScope) }),
  problems: ['user_not_found'],
})

/** Users the caller may not see are reported as unknown; callers cannot change themselves with these calls. */
export const problemsOfUser = ['user_not_found', 'own_account', 'forbidden'] as const
const problemsOfLast = [...problemsOfUser, 'last_super_admin'] as const
/** What calls about one user share that answer the user. */
export const onUser = {
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: problemsOfUser,
} as const

const notes = optionalNote(4000)
export const createUser = endpoint({
  name: 'users.create',
  method: 'POST',
  path: '/users',
  summary: 'Add a user',
  access: 'users.edit',
  status: 201,
  body: z.strictObject({
    username,
    firstName: personName,
    lastName: personName,
    email: z.email().max(254),
    phone: phone.nullable().default(null),
    password: newPassword,
    level: z.enum(levels),
    language: z.enum(languages).default('es'),
    notes,
    forcePasswordChange: z.boolean().default(true),
    /** The company that keeps a guest; the assignment names it for everybody else. Not for super admins. */
    companyId: id.nullable().default(null),
    /** A first assignment; none for guests and super admins. */
    assignment: z
      .strictObject({ ...assignmentFields })
      .nullable()
      .default(null),
  }),
  output: user,
  problems: [
    'username_taken',
    'email_taken',
    'password_weak',
    'level_not_allowed',
    'guest_no_fleets',
    'company_denied',
    'fleet_denied',
  ],
})
export const updateUser = endpoint({
  ...onUser,
  name: 'users.update',
  method: 'PUT',
  path: '/users/:id',
  summary: 'Change a user; the level is changed by a call of its own',
  body: z.strictObject({
    // The rule for new usernames applies only when it changes: older ones may break it.
    username: z.string().min(1).max(254).refine(isVisible, hiddenCharacters),
    firstName: personName,
    lastName: personName,
    email: z.email().max(254),
    phone: phone.nullable().default(null),
    language: z.enum(languages),
    notes,
    version,
  }),
  problems: [...problemsOfUser, 'username_taken', 'email_taken', 'stale_version'],
})

export const deleteUser = endpoint({
  ...onUser,
  name: 'users.remove',
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Archive a user and end every session and assignment',
  output: done,
  problems: problemsOfLast,
})
export const activateUser = endpoint({
  ...onUser,
  name: 'users.activate',
  method: 'POST',
  path: '/users/:id/activate',
  summary: 'Activate a user; clears locks and failed login attempts',
})
export const deactivateUser = endpoint({
  ...onUser,
  name: 'users.deactivate',
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Deactivate a user; ends every session at once',
  problems: problemsOfLast,
})
export const changeUserLevel = endpoint({
  ...onUser,
  name: 'users.changeLevel',
  method: 'PUT',
  path: '/users/:id/level',
  summary: 'Change a user’s level; becoming a guest ends the assignments, ceasing to be one the vehicle',
  access: 'users.changeLevel',
  body: z.strictObject({ level: z.enum(levels) }),
  problems: [...problemsOfLast, 'level_not_allowed'],
})
