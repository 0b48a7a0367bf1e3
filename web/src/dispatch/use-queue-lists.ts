import { readQueue } from '@rumbo/contract/dispatch.contract'
import { listServices, readService, type Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { usePages } from '../app/data/use-pages.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { sortOfOrder, type WaitingOrder } from './dispatch.rules.ts'
import { asListQuery, type QueueFilter } from './queue/queue-filter.rules.ts'

const pageSize = 100
const none: readonly Service[] = []

/** The waiting and running services of the fleets shown, in the server's order and by pages, and the chosen one. */
export function useQueueLists(
  fleets: FleetSelection | null,
  order: WaitingOrder,
  chosenId: string,
  filter: QueueFilter,
) {
  const id = fleets === null ? null : fleets.id + JSON.stringify(filter)
  const [pages, setPages] = useState({ id, waiting: 1, running: 1 })
  if (pages.id !== id) setPages({ id, waiting: 1, running: 1 })
  const list = { ...fleets?.query, ...asListQuery(filter), size: pageSize }
  const isEnabled = { enabled: fleets !== null }
  const waitingAnswer = usePages(
    listServices,
    { query: { ...list, status: ['on_dispatch'], sort: sortOfOrder[order] } },
    pages.waiting,
    isEnabled,
  )
  const runningAnswer = usePages(
    listServices,
    { query: { ...list, status: ['vehicle_assigned', 'in_progress'], sort: 'risk' } },
    pages.running,
    isEnabled,
  )
  const queue = useEndpoint(readQueue, { query: fleets?.query }, isEnabled).data
  const waiting = waitingAnswer.items ?? none
  const listed = waiting.find(({ id }) => id === chosenId)
  // The chosen service is waiting but not on a loaded page: it is read separately.
  const isBeyond = chosenId !== '' && listed === undefined && waitingAnswer.hasMore
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
