import { EventsAndRules } from '../../events/EventsAndRules.tsx'

/** What happened to the vehicles of the fleets shown, and what was done about it. */
export const EventsScreen = EventsAndRules
