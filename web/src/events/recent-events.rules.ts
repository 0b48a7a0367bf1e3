import type { Event } from '@rumbo/contract/events.contract'

/**
 * The events of a list that must not move while somebody reads it: the same events with current data, and the number
 * of newer ones.
 */
export function heldEvents(
  held: readonly Event[] | null,
  latest: readonly Event[],
): { events: readonly Event[]; waiting: number } {
  if (held === null) return { events: latest, waiting: 0 }
  const now = new Map(latest.map((event) => [event.id, event]))
  const known = new Set(held.map(({ id }) => id))
  return {
    events: held.map((event) => now.get(event.id) ?? event),
    waiting: latest.filter(({ id }) => !known.has(id)).length,
  }
}
