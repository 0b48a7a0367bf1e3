import { discardAside, listAside, placeAside } from '@rumbo/contract/communication.aside.contract'
import {
  cancelBroadcast,
  createBroadcast,
  listBroadcasts,
  previewBroadcast,
  readBroadcast,
  retryBroadcast,
} from '@rumbo/contract/communication.broadcasts.contract'
import {
  assignThread,
  changeMembers,
  countThreads,
  listCommunicationPeople,
  listOwnThreads,
  listThreads,
  markThreadRead,
  openDirectThread,
  openThread,
  readThread,
  setThreadPinned,
  setThreadStatus,
} from '@rumbo/contract/communication.contract'
import { addIncidentEntry, readIncident } from '@rumbo/contract/communication.incident.contract'
import {
  deliverNow,
  listMessages,
  listRecipients,
  retryRecipient,
  sendMessage,
} from '@rumbo/contract/communication.messages.contract'
import { answerRequest } from '@rumbo/contract/communication.requests.contract'
import {
  changeMessageTemplate,
  createMessageTemplate,
  deleteMessageTemplate,
  fillMessageTemplate,
  listMessageTemplates,
} from '@rumbo/contract/communication.templates.contract'
import { actInDriverThreads, readDriverThreads } from '@rumbo/contract/drivers.threads.contract'
import { signedIn } from '../platform/access/access.ts'
import type { ConfiguredChannels } from '../platform/deliveries/channels.ts'
import { type Answer, answerAlone, answerAsSystem } from '../platform/http/endpoints.ts'
import type { ShiftLinks } from '../shifts/index.ts'
import {
  cancelBroadcastOf,
  createBroadcastOf,
  listBroadcastsOf,
  previewBroadcastOf,
  readBroadcastOf,
} from './broadcasts/communication.broadcasts.actions.ts'
import { retryBroadcastOf } from './broadcasts/communication.broadcasts.retry.actions.ts'
import {
  actInDriverThreadsOf,
  type DriverThreadDeps,
  readDriverThreadsOf,
} from './drivers/communication.drivers.actions.ts'
import { addIncidentEntryOf, readIncidentOf } from './emergency/communication.emergency.actions.ts'
import { discardAsideOf, listAsideOf, placeAsideOf } from './inbound/communication.aside.actions.ts'
import {
  deliverNowOf,
  listMessagesOf,
  listRecipientsOf,
  retryRecipientOf,
  sendMessageOf,
} from './messages/communication.messages.actions.ts'
import { answerRequestOf } from './requests/communication.requests.actions.ts'
import {
  changeTemplateOf,
  createTemplateOf,
  deleteTemplateOf,
  fillTemplateOf,
  listTemplatesOf,
  type PredictionOf,
} from './templates/communication.templates.actions.ts'
import { openDirectThreadOf } from './threads/communication.direct.actions.ts'
import { changeMembersOf } from './threads/communication.members.actions.ts'
import {
  assignThreadTo,
  changeThreadOf,
  countThreadsOf,
  listOwnThreadsOf,
  listPeopleOf,
  listThreadsOf,
  markThreadReadOf,
  openThreadOf,
  readThreadOf,
} from './threads/communication.threads.actions.ts'

/** All run under the system role: `requireThread` and `requireFleet` decide who may read and write. */
export const communicationEndpoints = ({
  linkAddress,
  channels,
  ...deps
}: DriverThreadDeps & {
  shiftLinks: ShiftLinks
  /** Which methods have a server. */
  channels: Pick<ConfiguredChannels, 'email' | 'sms'>
  /** Where people elsewhere reach this server, for links to files; null where that is not configured. */
  linkAddress: string | null
  predictionOf: PredictionOf
}): Answer[] => [
  answerAsSystem(listThreads, ({ query }, { tx, actor }) => listThreadsOf(tx, actor, query)),
  answerAsSystem(countThreads, (_input, { tx, actor }) => countThreadsOf(tx, actor)),
  answerAsSystem(readThread, ({ params }, { tx, actor }) => readThreadOf(tx, actor, params.id, channels)),
  answerAsSystem(openThread, ({ body }, { tx, actor }) => openThreadOf(tx, actor, body, channels)),
  answerAsSystem(listOwnThreads, (_input, { tx, actor }) => listOwnThreadsOf(tx, actor)),
  answerAsSystem(openDirectThread, ({ body }, { tx, actor }) =>
    openDirectThreadOf(tx, actor, body, channels),
  ),
  answerAsSystem(listCommunicationPeople, ({ query }, { tx, actor }) => listPeopleOf(tx, actor, query)),
  answerAsSystem(changeMembers, ({ params, body }, { tx, actor }) =>
    changeMembersOf(tx, actor, params.id, body),
  ),
  answerAsSystem(markThreadRead, ({ params, body }, { tx, actor }) =>
    markThreadReadOf(tx, actor, params.id, body.sequence),
  ),
  answerAsSystem(assignThread, ({ params, body }, { tx, actor }) =>
    assignThreadTo(tx, actor, params.id, body),
  ),
  answerAsSystem(setThreadStatus, ({ params, body }, { tx, actor }) =>
    changeThreadOf(tx, actor, params.id, body),
  ),
  answerAsSystem(setThreadPinned, ({ params, body }, { tx, actor }) =>
    changeThreadOf(tx, actor, params.id, body),
  ),
  answerAsSystem(listMessages, ({ params, query }, { tx, actor }) =>
    listMessagesOf(tx, actor, params.id, query.before),
  ),
  answerAsSystem(sendMessage, ({ params, body }, { tx, actor }) =>
    sendMessageOf(tx, actor, params.id, { body, linkAddress }),
  ),
  answerAsSystem(listRecipients, ({ params }, { tx, actor }) =>
    listRecipientsOf(tx, actor, params, channels),
  ),
  answerAsSystem(retryRecipient, ({ params, body }, { tx, actor }) =>
    retryRecipientOf(tx, actor, params, { method: body.method, linkAddress, channels }),
  ),
  answerAsSystem(deliverNow, ({ params }, { tx, actor }) => deliverNowOf(tx, actor, params)),
  answerAsSystem(answerRequest, ({ params, body }, { tx, actor }) =>
    answerRequestOf(tx, actor, deps.shiftLinks, params, body),
  ),
  answerAsSystem(listMessageTemplates, ({ query }, { tx, actor }) =>
    listTemplatesOf(tx, actor, query.companyId),
  ),
  answerAsSystem(createMessageTemplate, ({ body }, { tx, actor }) => createTemplateOf(tx, actor, body)),
  answerAsSystem(changeMessageTemplate, ({ params, body }, { tx, actor }) =>
    changeTemplateOf(tx, actor, params.id, body),
  ),
  answerAsSystem(deleteMessageTemplate, ({ params }, { tx, actor }) =>
    deleteTemplateOf(tx, actor, params.id),
  ),
  answerAsSystem(fillMessageTemplate, ({ params }, { tx, actor }) =>
    fillTemplateOf(tx, actor, params, deps.predictionOf),
  ),
  answerAsSystem(previewBroadcast, ({ body }, { tx, actor }) => previewBroadcastOf(tx, actor, body)),
  answerAsSystem(createBroadcast, ({ body }, { tx, actor }) => createBroadcastOf(tx, actor, body)),
  answerAsSystem(listBroadcasts, ({ query }, { tx, actor }) => listBroadcastsOf(tx, actor, query)),
  answerAsSystem(readBroadcast, ({ params }, { tx, actor }) =>
    readBroadcastOf(tx, actor, params.id, channels),
  ),
  answerAsSystem(retryBroadcast, ({ params, body }, { tx, actor }) =>
    retryBroadcastOf(tx, actor, params.id, { method: body.method, channels }),
  ),
  answerAsSystem(cancelBroadcast, ({ params }, { tx, actor }) => cancelBroadcastOf(tx, actor, params.id)),
  answerAsSystem(readIncident, ({ params }, { tx, actor }) => readIncidentOf(tx, actor, params.id)),
  answerAsSystem(addIncidentEntry, ({ params, body }, { tx, actor }) =>
    addIncidentEntryOf(tx, actor, params.id, body),
  ),
  answerAsSystem(listAside, ({ query }, { tx, actor }) => listAsideOf(tx, actor, query.companyId)),
  answerAsSystem(placeAside, ({ params, body }, { tx, actor }) =>
    placeAsideOf(tx, actor, params.id, body.threadId),
  ),
  answerAsSystem(discardAside, ({ params }, { tx, actor }) => discardAsideOf(tx, actor, params.id)),
  answerAlone(readDriverThreads, (_input, { actor }) => readDriverThreadsOf(deps, signedIn(actor))),
  answerAlone(actInDriverThreads, ({ body }, { actor }) => actInDriverThreadsOf(deps, signedIn(actor), body)),
]
