import { readQueue } from '@rumbo/contract/dispatch.contract'
import { listServices, readService, type Service } from '@rumbo/contract/services.contract'
import { useState } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { usePages } from '../app/data/use-pages.ts'
import { sortOfOrder, type WaitingOrder } from './dispatch.rules.ts'

const pageSize = 100
const none: readonly Service[] = []

/** The waiting and running services of a fleet, in the server's order and by pages, and the chosen one. */
export function useQueueLists(fleetId: string | null, order: WaitingOrder, chosenId: string) {
  const [pages, setPages] = useState({ fleetId, waiting: 1, running: 1 })
  if (pages.fleetId !== fleetId) setPages({ fleetId, waiting: 1, running: 1 })
  const list = { fleetId: fleetId ?? undefined, size: pageSize }
  const isEnabled = { enabled: fleetId !== null }
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
  const queue = useEndpoint(readQueue, { query: { fleetId: fleetId ?? '' } }, isEnabled).data
  const waiting = waitingAnswer.items ?? none
  const listed = waiting.find(({ id }) => id === chosenId)
  // The chosen service is waiting but not on a loaded page: it is read separately, and nothing else is chosen until
  // then.
  const isBeyond = chosenId !== '' && listed === undefined && waitingAnswer.hasMore
  const beyond = useEndpoint(readService, { params: { id: chosenId } }, { enabled: isBeyond })
  const unlisted =
    isBeyond && beyond.data?.status === 'on_dispatch' && beyond.data.fleetId === fleetId ? beyond.data : null
  const chosen = listed ?? unlisted ?? (isBeyond && beyond.isLoading ? null : (waiting[0] ?? null))
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
