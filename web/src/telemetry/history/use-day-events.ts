import type { OutputOf } from '@rumbo/contract/endpoint'
import { type Event, listEvents } from '@rumbo/contract/events.contract'
import { useQuery } from '@tanstack/react-query'
import { useData } from '../../app/data/use-data.ts'

/** Maximum page size of the endpoint. */
const pageSize = 100
/** Limit for a device that raises alarms all day: more marks would be unreadable on a time line. */
const maxEvents = 1_000

interface EventsOfDay {
  events: readonly Event[]
  /** The number of events of the day, also when `events` is limited. */
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
  /** Undefined: nothing is requested. */
  from: string | undefined
  to: string | undefined
}

/** The events of a span in time order, read page by page. */
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
        if (items.length < pageSize || found.size >= Math.min(total, maxEvents))
          return { events: [...found.values()], total: Math.max(total, found.size) }
      }
    },
  })
  const { data = none, isLoading, error, refetch } = answer
  return { ...data, isLoading, error, retry: () => void refetch() }
}
