import { EventsPage } from '../../events/list/EventsPage.tsx'

/** What happened to the vehicles of the fleets shown, and what was done about it. */
export const EventsScreen = EventsPage
