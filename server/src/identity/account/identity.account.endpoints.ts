import * as account from '@rumbo/contract/identity.account.contract'
import { signedIn } from '../../platform/access/access.ts'
import { type Answer, answerAlone, answerAsSystem } from '../../platform/http/endpoints.ts'
import {
  confirmVerificationCode,
  sendVerificationCode,
} from '../registrations/identity.verification.actions.ts'
import {
  endMyOtherSessions,
  endOneSession,
  readOwnSessions,
} from '../sessions/identity.account-sessions.actions.ts'
import type { SignInDeps } from '../sessions/identity.sign-in.ts'
import {
  confirmTwoFactor,
  endTwoFactor,
  newRecoveryCodes,
  startTwoFactor,
} from '../twofactor/identity.twofactor.actions.ts'
import { accountOf, changeEmail, changeOwnAccount } from './identity.account.actions.ts'

/** Endpoints of the caller's own account. They use the system role: other roles cannot read secrets or write users. */
export function accountEndpoints(deps: SignInDeps): Answer[] {
  return [
    answerAsSystem(account.readAccount, (_input, { tx, actor }) => accountOf(deps, tx, actor.userId)),
    answerAsSystem(account.updateAccount, ({ body }, call) => changeOwnAccount(deps, body, call)),
    answerAlone(account.changeOwnEmail, ({ body }, { actor }) => changeEmail(deps, body, signedIn(actor))),
    answerAsSystem(account.sendVerification, ({ body }, call) => sendVerificationCode(deps, body, call)),
    answerAlone(account.confirmVerification, ({ body }, { actor }) =>
      confirmVerificationCode(deps, body, signedIn(actor)),
    ),
    answerAlone(account.beginTwoFactor, ({ body }, { actor }) => startTwoFactor(deps, body, signedIn(actor))),
    answerAlone(account.enableTwoFactor, ({ body }, { actor }) =>
      confirmTwoFactor(deps, body, signedIn(actor)),
    ),
    answerAlone(account.disableTwoFactor, ({ body }, { actor, request }) =>
      endTwoFactor(deps, body, signedIn(actor), request),
    ),
    answerAlone(account.renewRecoveryCodes, ({ body }, { actor, request }) =>
      newRecoveryCodes(deps, body, signedIn(actor), request),
    ),
    answerAsSystem(account.listOwnSessions, (_input, call) => readOwnSessions(call)),
    answerAsSystem(account.endOwnSession, ({ params }, call) => endOneSession(params.id, call)),
    answerAsSystem(account.endOtherSessions, (_input, call) => endMyOtherSessions(call)),
  ]
}
