import {
  addEventComment,
  assignEvent,
  changeEventComment,
  deleteEventComment,
  listEventComments,
  listEventPeople,
} from '@rumbo/contract/events.comments.contract'
import {
  acknowledgeEvent,
  countEvents,
  dismissEvent,
  handleEvents,
  listEvents,
  readEvent,
  resolveEvent,
} from '@rumbo/contract/events.contract'
import { declareEmergency } from '@rumbo/contract/events.emergency.contract'
import { exportEvents } from '@rumbo/contract/events.files.contract'
import { dismissAlarm } from '@rumbo/contract/vehicles.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { asSeenBy } from '../vehicles/index.ts'
import {
  addCommentTo,
  changeCommentOf,
  deleteCommentOf,
  listCommentsOf,
} from './comments/events.comments.actions.ts'
import { assignEventTo, listPeopleOf } from './comments/events.comments.people.actions.ts'
import { declareEmergencyOf } from './emergency/events.emergency.actions.ts'
import {
  countEventsOf,
  dismissAlarms,
  handleEvent,
  handleEventsOf,
  listEventsOf,
  showEvent,
} from './events.actions.ts'
import { startEventsExport } from './export/events.export.actions.ts'

/** Endpoints of alarms and events, including the dismissal of a vehicle's alarms. */
export const eventEndpoints: Answer[] = [
  answer(listEvents, ({ query }, { tx }) => listEventsOf(tx, query)),
  answer(countEvents, ({ query }, { tx }) => countEventsOf(tx, query)),
  answer(readEvent, ({ params }, { tx, actor }) => showEvent(tx, actor, params.id)),
  answer(acknowledgeEvent, ({ params, body }, { tx, actor }) =>
    handleEvent(tx, actor, params.id, 'acknowledge', body.note),
  ),
  answer(resolveEvent, ({ params, body }, { tx, actor }) =>
    handleEvent(tx, actor, params.id, 'resolve', body.note),
  ),
  answer(dismissEvent, ({ params, body }, { tx, actor }) =>
    handleEvent(tx, actor, params.id, 'dismiss', body.note),
  ),
  answer(handleEvents, ({ body }, { tx, actor }) => handleEventsOf(tx, actor, body)),
  answerAsSystem(declareEmergency, ({ params, body }, { tx, actor }) =>
    declareEmergencyOf(tx, actor, params.id, body.note),
  ),
  answer(exportEvents, ({ body }, { tx }) => startEventsExport(tx, body)),
  answer(listEventComments, ({ params }, { tx, actor }) => listCommentsOf(tx, actor, params.id)),
  answerAsSystem(listEventPeople, ({ params, query }, { tx, actor }) =>
    listPeopleOf(tx, actor, params.id, query),
  ),
  answerAsSystem(assignEvent, ({ params, body }, { tx, actor }) => assignEventTo(tx, actor, params.id, body)),
  answerAsSystem(addEventComment, ({ params, body }, { tx, actor }) =>
    addCommentTo(tx, actor, params.id, body),
  ),
  answerAsSystem(changeEventComment, ({ params, body }, { tx, actor }) =>
    changeCommentOf(tx, actor, params, body),
  ),
  answerAsSystem(deleteEventComment, ({ params }, { tx, actor }) => deleteCommentOf(tx, actor, params)),
  answer(dismissAlarm, async ({ params }, { tx, actor }) =>
    asSeenBy(actor, await dismissAlarms(tx, actor, params.id)),
  ),
]
