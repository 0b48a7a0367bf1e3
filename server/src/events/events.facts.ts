import type {
  EventCategory,
  EventKind,
  EventSeverity,
  EventStatus,
  EventType,
} from '@rumbo/contract/events.contract'
import { v5 as uuidOf } from 'uuid'
import type { Fact } from '../platform/facts/fact.ts'
import type { RecordedEvent } from './events.findings.repository.ts'
import { severityOf } from './events.rules.ts'

/** An event began, or became more severe while it was active. */
export type EventRaised = Fact<
  'event.raised',
  {
    eventId: string
    vehicleId: string
    type: EventType
    category: EventCategory
    severity: EventSeverity
    kind: EventKind | null
    ruleId: string | null
    fenceId: string | null
    isAlarm: boolean
    /** False: it became more severe. */
    isNew: boolean
  }
>
/** An open event occurred for the tenth, hundredth, thousandth … time. */
export type EventRecurred = Fact<
  'event.recurred',
  { eventId: string; vehicleId: string; occurrences: number }
>
/** An event was assigned to a user. */
export type EventAssigned = Fact<'event.assigned', { eventId: string; vehicleId: string; assigneeId: string }>
/** Users were named in a comment on an event. */
export type EventCommented = Fact<
  'event.commented',
  { eventId: string; vehicleId: string; commentId: string; author: string; mentions: readonly string[] }
>

/** A person acknowledged, resolved or dismissed an event; not where the system resolves it. */
export type EventHandled = Fact<
  'event.handled',
  { eventId: string; vehicleId: string; status: Exclude<EventStatus, 'active'>; by: string }
>

const namespace = '5c8f0f5e-6a3b-4c0b-9a54-0f8c5a0d6f11'

type Raised = Omit<EventRaised['payload'], 'eventId' | 'isNew'> & {
  id: string
  companyId: string
  fleetId: string
}

/** With the same id each time: an event is raised once with each severity. */
export function raisedFact(event: Raised, isNew: boolean): EventRaised {
  const {
    id: eventId,
    companyId,
    fleetId,
    vehicleId,
    type,
    category,
    severity,
    kind,
    ruleId,
    fenceId,
    isAlarm,
  } = event
  return {
    id: uuidOf(`${eventId} ${severity}`, namespace),
    kind: 'event.raised',
    companyId,
    fleetId,
    payload: { eventId, vehicleId, type, category, severity, kind, ruleId, fenceId, isAlarm, isNew },
  }
}

const powerOfTen = (count: number) => (count < 10 ? 0 : Math.floor(Math.log10(count)))

/**
 * What became known by recording findings. What was reported after the vehicle was known to be elsewhere is no fact, unless
 * it is critical: an emergency that a dead zone delayed is still one.
 */
export function factsOf(recorded: readonly RecordedEvent[]): (EventRaised | EventRecurred)[] {
  return recorded.flatMap((event): (EventRaised | EventRecurred)[] => {
    const {
      id: eventId,
      companyId,
      fleetId,
      vehicleId,
      isNew,
      severityBefore,
      occurrences,
      occurrencesBefore,
    } = event
    const severity = severityOf(event.severity)
    if (event.status !== 'active' || (event.isLate && severity !== 'critical')) return []
    // The outbox takes each of them once, whichever process writes it.
    const isMore = severityBefore === null || severityBefore < event.severity || event.wasLate === true
    if (isNew || isMore) return [raisedFact({ ...event, severity }, isNew)]
    if (occurrencesBefore === null || powerOfTen(occurrencesBefore) === powerOfTen(occurrences)) return []
    const id = uuidOf(`${eventId} ${powerOfTen(occurrences)}`, namespace)
    return [{ id, kind: 'event.recurred', companyId, fleetId, payload: { eventId, vehicleId, occurrences } }]
  })
}
