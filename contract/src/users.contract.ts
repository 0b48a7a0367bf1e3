import * as z from 'zod'
import { levels } from './access.ts'
import { assignment, assignmentFields, assignmentRoles } from './assignments.contract.ts'
import { endpoint } from './endpoint.ts'
import { accessScope, newPassword, personName, phone, username } from './identity.contract.ts'
import { anyOf, done, id, idParams, instant, listOf, listQuery, version } from './lists.ts'

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
  query: listQuery(['lastName', 'username', 'email', 'level', 'status', 'lastLogin', 'createdAt'], {
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

/** Everybody whom the caller does not see is unknown; nobody changes themselves by these calls. */
const theirs = ['user_not_found', 'own_account', 'forbidden'] as const
const own = [...theirs, 'last_super_admin'] as const

const notes = z.string().trim().max(4000).nullable().default(null)
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
  name: 'users.update',
  method: 'PUT',
  path: '/users/:id',
  summary: 'Change a user; the level is changed by a call of its own',
  access: 'users.edit',
  params: idParams,
  body: z.strictObject({
    username,
    firstName: personName,
    lastName: personName,
    email: z.email().max(254),
    phone: phone.nullable().default(null),
    language: z.enum(languages),
    notes,
    version,
  }),
  output: user,
  problems: [...theirs, 'username_taken', 'email_taken', 'stale_version'],
})

export const deleteUser = endpoint({
  name: 'users.remove',
  method: 'DELETE',
  path: '/users/:id',
  summary: 'Archive a user and end every session and assignment',
  access: 'users.edit',
  params: idParams,
  output: done,
  problems: own,
})
export const activateUser = endpoint({
  name: 'users.activate',
  method: 'POST',
  path: '/users/:id/activate',
  summary: 'Activate a user; clears locks and failed login attempts',
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: [...theirs],
})
export const deactivateUser = endpoint({
  name: 'users.deactivate',
  method: 'POST',
  path: '/users/:id/deactivate',
  summary: 'Deactivate a user; ends every session at once',
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: own,
})
export const changeUserLevel = endpoint({
  name: 'users.changeLevel',
  method: 'PUT',
  path: '/users/:id/level',
  summary: 'Change a user’s level; becoming a guest ends the assignments, ceasing to be one the vehicle',
  access: 'users.changeLevel',
  params: idParams,
  body: z.strictObject({ level: z.enum(levels) }),
  output: user,
  problems: [...own, 'level_not_allowed'],
})
export const sendUserReset = endpoint({
  name: 'users.sendReset',
  method: 'POST',
  path: '/users/:id/send-password-reset',
  summary: 'Send the user a reset code by e-mail',
  access: 'users.edit',
  params: idParams,
  output: done,
  problems: [...theirs, 'account_deactivated', 'account_pending'],
})
export const forceUserPasswordChange = endpoint({
  name: 'users.forcePasswordChange',
  method: 'POST',
  path: '/users/:id/force-password-change',
  summary: 'The user must change the password at the next login before anything else; or no longer',
  access: 'users.edit',
  params: idParams,
  body: z.strictObject({ force: z.boolean().default(true) }),
  output: user,
  problems: [...theirs],
})
export const resetUserTwoFactor = endpoint({
  name: 'users.resetTwoFactor',
  method: 'DELETE',
  path: '/users/:id/two-factor',
  summary: 'Take the second factor off a user who lost the telephone; ends every session',
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: [...theirs],
})

export const listAssignments = endpoint({
  name: 'users.listAssignments',
  method: 'GET',
  path: '/users/:id/assignments',
  summary: 'Companies and fleets of a user, as far as the caller sees them',
  access: 'users.read',
  params: idParams,
  output: z.object({ items: z.array(assignment) }),
  problems: ['user_not_found'],
})
export const assignUser = endpoint({
  name: 'users.assign',
  method: 'POST',
  path: '/users/:id/assignments',
  summary: 'Assign a user to a company or a fleet; a new primary one takes the flag from the former',
  access: 'users.edit',
  params: idParams,
  status: 201,
  body: z.strictObject({ ...assignmentFields }),
  output: assignment,
  problems: [...theirs, 'assignment_exists', 'guest_no_fleets', 'company_denied', 'fleet_denied'],
})
const assignmentParams = z.strictObject({ id, assignmentId: id })
export const changeAssignment = endpoint({
  name: 'users.changeAssignment',
  method: 'PUT',
  path: '/users/:id/assignments/:assignmentId',
  summary: 'Change role, primary flag or activity of an assignment',
  access: 'users.edit',
  params: assignmentParams,
  body: z.strictObject({ role: z.enum(assignmentRoles), isPrimary: z.boolean(), isActive: z.boolean() }),
  output: assignment,
  problems: [...theirs, 'assignment_not_found', 'assignment_exists'],
})
export const unassignUser = endpoint({
  name: 'users.unassign',
  method: 'DELETE',
  path: '/users/:id/assignments/:assignmentId',
  summary: 'End an assignment',
  access: 'users.edit',
  params: assignmentParams,
  output: done,
  problems: [...theirs, 'assignment_not_found'],
})

export const linkContact = endpoint({
  name: 'users.linkContact',
  method: 'PUT',
  path: '/users/:id/contact',
  summary: 'Link a user to a directory contact of one of the user’s companies',
  access: 'users.edit',
  params: idParams,
  body: z.strictObject({ contactId: id }),
  output: user,
  problems: [...theirs, 'contact_not_found', 'contact_linked'],
})
export const unlinkContact = endpoint({
  name: 'users.unlinkContact',
  method: 'DELETE',
  path: '/users/:id/contact',
  summary: 'Unlink a user from the directory; a guest loses the vehicle with it',
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: [...theirs],
})
export const assignVehicleToGuest = endpoint({
  name: 'users.assignVehicle',
  method: 'PUT',
  path: '/users/:id/vehicle',
  summary: 'Give a guest the one vehicle to watch; the user must be linked to a directory contact',
  access: 'users.edit',
  params: idParams,
  body: z.strictObject({ vehicleId: id }),
  output: user,
  problems: [...theirs, 'user_not_guest', 'user_not_linked', 'vehicle_not_found'],
})
export const unassignVehicleFromGuest = endpoint({
  name: 'users.unassignVehicle',
  method: 'DELETE',
  path: '/users/:id/vehicle',
  summary: 'Take the vehicle from a guest',
  access: 'users.edit',
  params: idParams,
  output: user,
  problems: [...theirs],
})

/** A sign-in on one device. */
export const signIn = z.object({
  id,
  startedAt: instant,
  lastUsedAt: instant,
  address: z.string(),
  userAgent: z.string(),
  /** The one this call came by. */
  isCurrent: z.boolean(),
})
export type SignIn = z.infer<typeof signIn>
export const listUserSessions = endpoint({
  name: 'users.listSessions',
  method: 'GET',
  path: '/users/:id/sessions',
  summary: 'Open sessions of a user',
  access: 'users.edit',
  params: idParams,
  output: z.object({ items: z.array(signIn) }),
  problems: [...theirs],
})
export const endUserSession = endpoint({
  name: 'users.endSession',
  method: 'DELETE',
  path: '/users/:id/sessions/:sessionId',
  summary: 'End one session of a user',
  access: 'users.edit',
  params: z.strictObject({ id, sessionId: id }),
  output: done,
  problems: [...theirs, 'session_not_found'],
})
export const endUserSessions = endpoint({
  name: 'users.endSessions',
  method: 'DELETE',
  path: '/users/:id/sessions',
  summary: 'End every session of a user',
  access: 'users.edit',
  params: idParams,
  output: done,
  problems: [...theirs],
})

export const invitation = z.object({
  id,
  email: z.string(),
  level: z.enum(levels),
  language: z.enum(languages),
  companyId: id,
  companyName: z.string(),
  fleetId: id.nullable(),
  role: z.enum(assignmentRoles).nullable(),
  status: z.enum(['open', 'accepted', 'expired', 'revoked']),
  invitedBy: z.string().nullable(),
  createdAt: instant,
  expiresAt: instant,
})
export type Invitation = z.infer<typeof invitation>
export const listInvitations = endpoint({
  name: 'users.listInvitations',
  method: 'GET',
  path: '/invitations',
  summary: 'Invitations of the caller’s companies, the latest first',
  access: 'users.edit',
  query: listQuery(['createdAt', 'email'], {
    companyId: id.optional(),
    open: z.enum(['true']).optional(),
    order: z.enum(['asc', 'desc']).default('desc'),
  }),
  output: listOf(invitation),
})
export const invite = endpoint({
  name: 'users.invite',
  method: 'POST',
  path: '/invitations',
  summary: 'Invite somebody by an e-mail link that lasts seven days',
  access: 'users.edit',
  status: 201,
  body: z.strictObject({
    email: z.email().max(254),
    level: z.enum(['guest', 'user', 'manager', 'admin']),
    language: z.enum(languages).default('es'),
    companyId: id,
    fleetId: id.nullable().default(null),
    /** None for guests. */
    role: z.enum(assignmentRoles).nullable().default(null),
  }),
  output: invitation,
  limit: { calls: 100, seconds: 600 },
  problems: ['email_taken', 'level_not_allowed', 'guest_no_fleets', 'company_denied', 'fleet_denied'],
})
export const resendInvitation = endpoint({
  name: 'users.resendInvitation',
  method: 'POST',
  path: '/invitations/:id/resend',
  summary: 'Send the mail again with a new link; the former one ends',
  limit: { calls: 30, seconds: 600 },
  access: 'users.edit',
  params: idParams,
  output: invitation,
  problems: ['invitation_invalid'],
})
export const revokeInvitation = endpoint({
  name: 'users.revokeInvitation',
  method: 'DELETE',
  path: '/invitations/:id',
  summary: 'Withdraw an invitation that waits',
  access: 'users.edit',
  params: idParams,
  output: done,
  problems: ['invitation_invalid'],
})
