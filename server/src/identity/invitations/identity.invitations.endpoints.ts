import { acceptInvitation, readInvitation } from '@rumbo/contract/identity.account.contract'
import {
  invite,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@rumbo/contract/identity.invitations.contract'
import { type Answer, answer, answerAlone, answerAsSystem } from '../../platform/http/endpoints.ts'
import type { Door } from '../sessions/identity.sign-in.ts'
import {
  becomeInvited,
  inviteByMail,
  listInvitationsOf,
  resendInvitationMail,
  showInvitation,
  withdrawInvitation,
} from './identity.invitations.actions.ts'

/** Inviting people by an e-mail link, and the page behind it. */
export function invitationEndpoints(door: Door): Answer[] {
  return [
    answer(listInvitations, ({ query }, call) => listInvitationsOf(door, query, call)),
    answerAsSystem(invite, ({ body }, call) => inviteByMail(door, body, call)),
    answerAsSystem(resendInvitation, ({ params }, call) => resendInvitationMail(door, params.id, call)),
    answerAsSystem(revokeInvitation, ({ params }, call) => withdrawInvitation(params.id, call)),
    answerAlone(readInvitation, ({ params }) => showInvitation(door, params.token)),
    answerAlone(acceptInvitation, (input, call) => becomeInvited(door, input, call.request)),
  ]
}
