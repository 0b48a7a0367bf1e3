import {
  activateUser,
  changeUserLevel,
  createUser,
  deactivateUser,
  deleteUser,
  updateUser,
} from '@rumbo/contract/identity.users.contract'
import {
  endUserSession,
  endUserSessions,
  forceUserPasswordChange,
  listUserSessions,
  resetUserTwoFactor,
  sendUserReset,
} from '@rumbo/contract/identity.users.security.contract'
import { signedIn } from '../../platform/access/access.ts'
import { type Answer, answerAlone, answerAsSystem, answerPrepared } from '../../platform/http/endpoints.ts'
import { type IdentityOptions, signInDepsOf } from '../identity.endpoints.ts'
import type { People } from './identity.users.access.ts'
import {
  activate,
  addUser,
  archive,
  changeLevel,
  deactivate,
  forcePasswordChange,
  rewriteUser,
} from './identity.users.actions.ts'
import { endSessions, resetTwoFactor, sendReset, sessionsOf } from './identity.users.security.actions.ts'

const done = { done: true } as const

/** Endpoints of user management. */
export function userEndpoints(options: IdentityOptions, people: People): Answer[] {
  const deps = signInDepsOf(options)
  const parts = { assignments: deps.assignments, publicUrl: deps.publicUrl, people }
  const answerOf = people.answerOf
  return [
    answerPrepared(
      createUser,
      ({ body }) => deps.passwords.hash(body.password),
      async ({ body: { password: _, ...person } }, { tx, actor }, passwordHash) =>
        answerOf(tx, actor, await addUser(tx, parts, actor, { ...person, passwordHash })),
    ),
    answerAsSystem(updateUser, async ({ params, body }, { tx, actor }) => {
      await rewriteUser(tx, parts, actor, params.id, body)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(deleteUser, async ({ params }, { tx, actor }) => {
      await archive(tx, parts, actor, params.id)
      return done
    }),
    answerAsSystem(activateUser, async ({ params }, { tx, actor }) => {
      await activate(tx, parts, actor, params.id)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(deactivateUser, async ({ params }, { tx, actor }) => {
      await deactivate(tx, parts, actor, params.id)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(changeUserLevel, async ({ params, body }, { tx, actor }) => {
      await changeLevel(tx, parts, actor, params.id, body.level)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(forceUserPasswordChange, async ({ params, body }, { tx, actor }) => {
      await forcePasswordChange(tx, parts, actor, params.id, body.force)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(resetUserTwoFactor, async ({ params }, { tx, actor }) => {
      await resetTwoFactor(tx, parts, actor, params.id)
      return answerOf(tx, actor, params.id)
    }),
    answerAsSystem(listUserSessions, ({ params }, { tx, actor }) => sessionsOf(tx, parts, actor, params.id)),
    answerAsSystem(endUserSession, async ({ params }, { tx, actor }) => {
      await endSessions(tx, parts, actor, params.id, params.sessionId)
      return done
    }),
    answerAsSystem(endUserSessions, async ({ params }, { tx, actor }) => {
      await endSessions(tx, parts, actor, params.id)
      return done
    }),
    answerAlone(sendUserReset, async ({ params }, call) => {
      await sendReset(deps, signedIn(call.actor), params.id)
      return done
    }),
  ]
}
