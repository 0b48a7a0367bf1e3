import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Event, listEvents } from '@rumbo/contract/events.contract'
import { useQuery } from '@tanstack/react-query'
import { useData } from '../../app/data/use-data.ts'

/** What one page of the list holds at most. */
const pageSize = 100
/** A device that cries all day is cut off here: more marks than that say nothing on a time line. */
const mostEvents = 1_000

interface EventsOfDay {
  events: readonly Event[]
  /** Of the day; more than there are `events` where the day has too many. */
  total: number
}
export interface DayEvents extends EventsOfDay {
  isLoading: boolean
  error: unknown
  retry: () => void
}

const none: EventsOfDay = { events: [], total: 0 }

interface Asked {
  vehicleId: string
  /** Undefined: nothing is asked. */
  from: string | undefined
  to: string | undefined
}

/** The events of a span in order of time, page after page. */
export function useDayEvents({ vehicleId, from, to }: Asked): DayEvents {
  const { call } = useData()
  const answer = useQuery<EventsOfDay>({
    queryKey: [listEvents.name, { vehicleId, from, to }, 'all'],
    enabled: from !== undefined && to !== undefined,
    queryFn: async ({ signal }) => {
      const found = new Map<string, Event>()
      for (let page = 1; ; page += 1) {
        const { items, total }: OutputOf<typeof listEvents> = await call(
          listEvents,
          { query: { vehicleId, from, to, page, size: pageSize, sort: 'occurredAt', order: 'asc' } },
          { signal },
        )
        for (const event of items) found.set(event.id, event)
        if (items.length < pageSize || found.size >= Math.min(total, mostEvents))
          return { events: [...found.values()], total: Math.max(total, found.size) }
      }
    },
  })
  const { data = none, isLoading, error, refetch } = answer
  return { ...data, isLoading, error, retry: () => void refetch() }
}
