import type { readQueue } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { inOrder, type RepeatedSort } from '@rumbo/contract/services.order.rules'

type Queue = OutputOf<typeof readQueue>

const isRunning = ({ status }: Service) => status === 'vehicle_assigned' || status === 'in_progress'
const isWaiting = ({ status }: Service) => status === 'on_dispatch'
/** When it was sent to dispatch, also if it had a vehicle since. */
const sentAt = ({ statusHistory, statusSince }: Service) =>
  statusHistory.find(({ status }) => status === 'on_dispatch')?.at ?? statusSince
const latest = (a: string, b: string) => Date.parse(b) - Date.parse(a)

/** What `dispatch.queue` answers, from all services that wait or are under way. */
export function queueOf(services: readonly Service[], nowMs: number): Queue {
  const waiting = services.filter(isWaiting)
  const [oldest] = waiting
    .map(({ waitingSince }) => Date.parse(waitingSince))
    .filter((since) => since <= nowMs)
    .sort((a, b) => a - b)
  const [newest] = [...waiting].sort((a, b) => latest(sentAt(a), sentAt(b)) || (a.id < b.id ? 1 : -1))
  return {
    waiting: waiting.length,
    running: services.filter(isRunning).length,
    oldestSince: oldest === undefined ? null : new Date(oldest).toISOString(),
    newest: newest
      ? {
          serviceId: newest.id,
          serviceNumber: newest.serviceNumber,
          priorityLevel: newest.priorityLevel,
          at: sentAt(newest),
        }
      : null,
  }
}

/** The lists of the monitor as the server would sort them. */
export const listsOf = (services: readonly Service[], sort: RepeatedSort, nowMs: number) => ({
  waiting: inOrder(services.filter(isWaiting), sort, nowMs),
  running: inOrder(services.filter(isRunning), 'risk', nowMs),
})
