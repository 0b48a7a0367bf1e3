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
import { dismissAlarm } from '@rumbo/contract/vehicles.contract'
import { type Answer, answer, answerAsSystem } from '../platform/http/endpoints.ts'
import { asSeenBy } from '../vehicles/index.ts'
import { declareEmergencyOf } from './emergency/events.emergency.actions.ts'
import {
  countEventsOf,
  dismissAlarms,
  handleEvent,
  handleEventsOf,
  listEventsOf,
  showEvent,
} from './events.actions.ts'

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
  answer(dismissAlarm, async ({ params }, { tx, actor }) =>
    asSeenBy(actor, await dismissAlarms(tx, actor, params.id)),
  ),
]
