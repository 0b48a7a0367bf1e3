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
import type { Assignments } from './identity.access.ts'
import { registerUser } from './identity.actions.ts'
import type { Door } from './identity.door.ts'
import { createKeys } from './identity.keys.ts'
import {
  changeOwnPassword,
  changePasswordOf,
  resetPassword,
  sendResetCode,
} from './identity.passwords.actions.ts'
import { changeForcedPassword, logIn, logOut, refreshSession } from './identity.sessions.actions.ts'

export interface IdentityOptions {
  database: Database
  secret: string
  clock: Clock
  assignments: Assignments
  /** Whether people may register themselves. */
  isRegistrationOpen: boolean
  /** Cookies are Secure always, not only where the connection itself is; off unless told. */
  hasSecureCookies?: boolean
}

/** Signing in and out, registration, passwords; each call opens transactions of its own. */
export function identityEndpoints(options: IdentityOptions): Answer[] {
  const { database, clock, assignments, hasSecureCookies = false } = options
  const door: Door = { database, clock, assignments, hasSecureCookies, keys: createKeys(options.secret) }
  return [
    answerAlone(login, ({ body }, call) => logIn(door, body, call)),
    answerAlone(register, ({ body }, call) =>
      registerUser(door, options.isRegistrationOpen, body, call.request),
    ),
    answerAlone(refresh, (_input, call) => refreshSession(door, call)),
    answerAlone(logout, (_input, call) => logOut(door, call)),
    answerAlone(initiateReset, ({ body }) => sendResetCode(door, body)),
    answerAlone(confirmReset, ({ body }, call) => resetPassword(door, body, call.request)),
    answerAlone(changePassword, ({ body }, call) => changeOwnPassword(door, body, call)),
    answerAlone(changeUserPassword, (input, call) => changePasswordOf(door, input, call)),
    answerAlone(forcedPasswordChange, ({ body }, call) => changeForcedPassword(door, body, call)),
  ]
}
