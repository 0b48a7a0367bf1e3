import type { EventCategory, EventSeverity, EventType } from '@rumbo/contract/events.contract'
import type { Fact } from '../platform/facts/fact.ts'

export interface EventRaised {
  eventId: string
  vehicleId: string
  type: EventType
  category: EventCategory
  severity: EventSeverity
  isLate: boolean
}

/** `event.raised`: emitted once per event, not for further occurrences. */
export const eventRaised = (
  raised: EventRaised,
  place: { companyId: string; fleetId: string },
  occurredAt: Date,
): Fact<'event.raised', EventRaised> => ({
  kind: 'event.raised',
  ...place,
  payload: raised,
  occurredAt,
})
