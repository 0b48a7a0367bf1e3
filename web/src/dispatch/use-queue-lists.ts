import { readQueue } from '@rumbo/contract/dispatch.contract'
import { listServices, readService, type Service } from '@rumbo/contract/services.contract'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useFollowedServices } from '../app/data/use-followed.ts'
import { usePages } from '../app/data/use-pages.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useNow } from '../ui/clock.ts'
import { sortOfOrder, type WaitingOrder } from './dispatch.rules.ts'
import { pageSize, runningInput, waitingInput } from './monitor-reads.ts'
import { listsOf, queueOf } from './queue/dispatch.followed.rules.ts'
import { asListQuery, countFilters, type QueueFilter } from './queue/queue-filter.rules.ts'

/** Time alone changes the order: services become due and overdue. */
const reorderSeconds = 5
const none: readonly Service[] = []
const noFleets: readonly string[] = []

/** The first services of a followed list, in the form of a list that was read. */
const shownOf = (all: readonly Service[], pages: number) => ({
  items: all.slice(0, pages * pageSize),
  total: all.length,
  hasMore: all.length > pages * pageSize,
  isLoading: false,
  isError: false,
  error: null,
  refetch: async () => undefined as unknown,
})

/**
 * The waiting and running services of the fleets shown, in the server's order and by pages, and the chosen one. They are
 * followed by changed record; lists are read until all are there, by those who see only part of a fleet, and while a
 * filter narrows them, since only the server knows whether a service fits it.
 */
export function useQueueLists(
  fleets: FleetSelection | null,
  order: WaitingOrder,
  chosenId: string,
  filter: QueueFilter,
) {
  const id = fleets === null ? null : fleets.id + JSON.stringify(filter)
  const [pages, setPages] = useState({ id, waiting: 1, running: 1 })
  if (pages.id !== id) setPages({ id, waiting: 1, running: 1 })
  const followed = useFollowedServices(fleets?.fleetIds ?? noFleets)
  const nowMs = useNow(reorderSeconds, followed !== null)
  const isNarrowed = countFilters(filter) > 0
  const lists = useMemo(
    () => (followed && !isNarrowed ? listsOf(followed, sortOfOrder[order], nowMs) : null),
    [followed, isNarrowed, order, nowMs],
  )
  const place = fleets === null ? undefined : { ...fleets.query, ...asListQuery(filter) }
  const isRead = { enabled: fleets !== null && lists === null }
  const waitingRead = usePages(listServices, waitingInput(place, order), pages.waiting, isRead)
  const runningRead = usePages(listServices, runningInput(place), pages.running, isRead)
  const queueRead = useEndpoint(
    readQueue,
    { query: fleets?.query },
    { enabled: fleets !== null && followed === null },
  ).data
  const waitingAnswer = lists ? shownOf(lists.waiting, pages.waiting) : waitingRead
  const runningAnswer = lists ? shownOf(lists.running, pages.running) : runningRead
  const queue = followed ? queueOf(followed, nowMs) : queueRead
  const waiting = waitingAnswer.items ?? none
  const listed = (lists?.waiting ?? waiting).find(({ id }) => id === chosenId)
  // The chosen service is waiting but not on a loaded page: it is read separately.
  const isBeyond = chosenId !== '' && listed === undefined && lists === null && waitingAnswer.hasMore
  const beyond = useEndpoint(readService, { params: { id: chosenId } }, { enabled: isBeyond })
  const unlisted =
    isBeyond && beyond.data?.status === 'on_dispatch' && fleets?.fleetIds.includes(beyond.data.fleetId)
      ? beyond.data
      : null
  // No other row takes the place of one that left: Enter would assign a service nobody chose.
  const chosen = listed ?? unlisted
  const more = (
    which: 'waiting' | 'running',
    { hasMore, isLoading }: { hasMore: boolean; isLoading: boolean },
  ) => (hasMore && !isLoading ? () => setPages({ ...pages, [which]: pages[which] + 1 }) : undefined)
  return {
    waitingAnswer,
    runningAnswer,
    waiting,
    queue,
    chosen,
    moreWaiting: more('waiting', waitingAnswer),
    moreRunning: more('running', runningAnswer),
  }
}
