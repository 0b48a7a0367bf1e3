import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { onUser, problemsOfUser } from './identity.users.contract.ts'
import { done, id, instant } from './lists.ts'

export const sendUserReset = endpoint({
  ...onUser,
  name: 'users.sendReset',
  method: 'POST',
  path: '/users/:id/send-password-reset',
  summary: 'Send the user a reset code by e-mail',
  output: done,
  problems: [...problemsOfUser, 'account_deactivated', 'account_pending'],
})
export const forceUserPasswordChange = endpoint({
  ...onUser,
  name: 'users.forcePasswordChange',
  method: 'POST',
  path: '/users/:id/force-password-change',
  summary: 'The user must change the password at the next login before anything else; or no longer',
  body: z.strictObject({ force: z.boolean().default(true) }),
})
export const resetUserTwoFactor = endpoint({
  ...onUser,
  name: 'users.resetTwoFactor',
  method: 'DELETE',
  path: '/users/:id/two-factor',
  summary: 'Take the second factor off a user who lost the telephone; ends every session',
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
  ...onUser,
  name: 'users.listSessions',
  method: 'GET',
  path: '/users/:id/sessions',
  summary: 'Open sessions of a user',
  output: z.object({ items: z.array(signIn) }),
})
export const endUserSession = endpoint({
  ...onUser,
  name: 'users.endSession',
  method: 'DELETE',
  path: '/users/:id/sessions/:sessionId',
  summary: 'End one session of a user',
  params: z.strictObject({ id, sessionId: id }),
  output: done,
  problems: [...problemsOfUser, 'session_not_found'],
})
export const endUserSessions = endpoint({
  ...onUser,
  name: 'users.endSessions',
  method: 'DELETE',
  path: '/users/:id/sessions',
  summary: 'End every session of a user',
  output: done,
})
