import { readQueue } from '@rumbo/contract/dispatch.contract'
import { listServices, readService, type Service } from '@rumbo/contract/services.contract'
import { useMemo, useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useFollowedServices } from '../app/data/use-followed.ts'
import { usePages } from '../app/data/use-pages.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useNow } from '../ui/clock.ts'
import { sortOfOrder, type WaitingOrder } from './dispatch.rules.ts'
import { hintSpacing, pageSize, runningInput, waitingInput } from './monitor-reads.ts'
import { listsOf, queueOf } from './queue/dispatch.followed.rules.ts'
import { isAmong, isDecidable, type QueueFilter } from './queue/queue-filter.rules.ts'

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
 * followed by changed record; lists are read until all are there, by those who see only part of a fleet, and for filters
 * that only the server can apply.
 */
export function useQueueLists(
  fleets: FleetSelection | null,
  order: WaitingOrder,
  chosenId: string,
  filter: QueueFilter,
) {
  const filterKey = JSON.stringify(filter)
  const id = fleets === null ? null : fleets.id + filterKey
  const [pages, setPages] = useState({ id, waiting: 1, running: 1 })
  if (pages.id !== id) setPages({ id, waiting: 1, running: 1 })
  const followed = useFollowedServices(fleets?.fleetIds ?? noFleets)
  const nowMs = useNow(reorderSeconds, followed !== null)
  const followedQueue = useMemo(() => followed && queueOf(followed, nowMs), [followed, nowMs])
  const lists = useMemo(() => {
    const wanted = JSON.parse(filterKey) as QueueFilter
    if (!followed || !isDecidable(wanted)) return null
    const among = followed.filter((service) => isAmong(service, wanted))
    return listsOf(among, sortOfOrder[order], nowMs)
  }, [followed, order, nowMs, filterKey])
  const isEnabled = {
    enabled: fleets !== null && lists === null,
    meta: followed ? hintSpacing.filtered : undefined,
  }
  const place = fleets?.query
  const waitingRead = usePages(listServices, waitingInput(place, order, filter), pages.waiting, isEnabled)
  const runningRead = usePages(listServices, runningInput(place, filter), pages.running, isEnabled)
  const queueRead = useEndpoint(
    readQueue,
    { query: place },
    { enabled: fleets !== null && followedQueue === null },
  ).data
  const waitingAnswer = lists ? shownOf(lists.waiting, pages.waiting) : waitingRead
  const runningAnswer = lists ? shownOf(lists.running, pages.running) : runningRead
  const queue = followedQueue ?? queueRead
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
