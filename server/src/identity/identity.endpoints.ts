import {
  changePassword,
  changeUserPassword,
  confirmReset,
  forcedPasswordChange,
  initiateReset,
  login,
  logout,
  refresh,
  register,
} from '@rumbo/contract/identity.contract'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { type Answer, answerAlone } from '../platform/http/endpoints.ts'
import { accountEndpoints } from './account/identity.account.endpoints.ts'
import type { Assignments } from './identity.access.ts'
import { registerUser } from './identity.actions.ts'
import { createKeys } from './identity.keys.ts'
import { invitationEndpoints } from './invitations/identity.invitations.endpoints.ts'
import {
  changeOwnPassword,
  changePasswordOf,
  resetPassword,
  sendResetCode,
} from './passwords/identity.passwords.actions.ts'
import type { Passwords } from './passwords/identity.passwords.ts'
import { changeForcedPassword, logIn, logOut, refreshSession } from './sessions/identity.sessions.actions.ts'
import type { SignInDeps } from './sessions/identity.sign-in.ts'

export interface IdentityOptions {
  database: Database
  secret: string
  /** Keys of recovery codes issued under former secrets. Default: none. */
  formerCodeKeys?: readonly string[]
  clock: Clock
  passwords: Passwords
  assignments: Assignments
  /** Whether people may register themselves. */
  isRegistrationOpen: boolean
  /** Set the Secure attribute on every cookie, also if the connection itself is not HTTPS. Default: false. */
  hasSecureCookies?: boolean
  /** Base URL of links in mails, without a trailing slash. A function, because the port may be chosen after start. */
  publicUrl?: () => string
  /** Which channels have a server configured. Default: none. */
  channels?: SignInDeps['channels']
}

export function signInDepsOf(options: IdentityOptions): SignInDeps {
  const { database, clock, passwords, assignments, hasSecureCookies = false } = options
  return {
    database,
    clock,
    passwords,
    assignments,
    hasSecureCookies,
    keys: createKeys(options.secret, options.formerCodeKeys),
    publicUrl: options.publicUrl ?? (() => 'http://localhost'),
    channels: options.channels ?? { email: false, sms: false },
  }
}

/** Endpoints of sign-in, registration, passwords, the caller's own account and invitations. */
export function identityEndpoints(options: IdentityOptions): Answer[] {
  const deps = signInDepsOf(options)
  return [
    ...accountEndpoints(deps),
    ...invitationEndpoints(deps),
    answerAlone(login, ({ body }, call) => logIn(deps, body, call)),
    answerAlone(register, ({ body }, call) =>
      registerUser(deps, options.isRegistrationOpen, body, call.request),
    ),
    answerAlone(refresh, (_input, call) => refreshSession(deps, call)),
    answerAlone(logout, (_input, call) => logOut(deps, call)),
    answerAlone(initiateReset, ({ body }) => sendResetCode(deps, body)),
    answerAlone(confirmReset, ({ body }, call) => resetPassword(deps, body, call.request)),
    answerAlone(changePassword, ({ body }, call) => changeOwnPassword(deps, body, call)),
    answerAlone(changeUserPassword, (input, call) => changePasswordOf(deps, input, call)),
    answerAlone(forcedPasswordChange, ({ body }, call) => changeForcedPassword(deps, body, call)),
  ]
}
