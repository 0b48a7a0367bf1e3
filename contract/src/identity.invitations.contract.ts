import * as z from 'zod'
import { levels } from './access.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './identity.users.contract.ts'
import { done, id, idParams, instant, listOf, listQuery } from './lists.ts'
import { assignmentRoles } from './organisation.assignments.contract.ts'

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
