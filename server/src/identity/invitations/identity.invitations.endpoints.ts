import { acceptInvitation, readInvitation } from '@rumbo/contract/identity.account.contract'
import {
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@rumbo/contract/identity.invitations.contract'
import { type Answer, answer, answerAlone, answerAsSystem } from '../../platform/http/endpoints.ts'
import type { SignInDeps } from '../sessions/identity.sign-in.ts'
import {
  inviteByMail,
  listInvitationsOf,
  registerInvited,
  resendInvitationMail,
  showInvitation,
  withdrawInvitation,
} from './identity.invitations.actions.ts'

/** Endpoints to invite people by an e-mail link, and of the page that the link opens. */
export function invitationEndpoints(deps: SignInDeps): Answer[] {
  return [
    answer(listInvitations, ({ query }, call) => listInvitationsOf(deps, query, call)),
    answerAsSystem(invite, ({ body }, call) => inviteByMail(deps, body, call)),
    answerAsSystem(resendInvitation, ({ params }, call) => resendInvitationMail(deps, params.id, call)),
    answerAsSystem(revokeInvitation, ({ params }, call) => withdrawInvitation(params.id, call)),
    answerAlone(readInvitation, ({ params }) => showInvitation(deps, params.token)),
    answerAlone(acceptInvitation, (input, call) => registerInvited(deps, input, call.request)),
  ]
}
