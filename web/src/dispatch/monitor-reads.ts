import type { ServiceStatus } from '@rumbo/contract/services.contract'
import type { FleetSelection } from '../app/session/workspace.ts'
import { sortOfOrder, type WaitingOrder } from './dispatch.rules.ts'
import { asListQuery, type QueueFilter } from './queue/queue-filter.rules.ts'

// What the monitor asks the server for, and how often; shared with the benchmark of fifty monitors.

type Place = FleetSelection['query']
export const pageSize = 100
const createdAtOnce = 20
const waitingStatuses: ServiceStatus[] = ['on_dispatch']
const runningStatuses: ServiceStatus[] = ['vehicle_assigned', 'in_progress']
const createdStatuses: ServiceStatus[] = ['created']

/** Read until the services are followed. */
export const waitingInput = (place: Place | undefined, order: WaitingOrder, filter: QueueFilter) => ({
  query: {
    ...place,
    ...asListQuery(filter),
    size: pageSize,
    status: waitingStatuses,
    sort: sortOfOrder[order],
  },
})
/** Read until the services are followed. */
export const runningInput = (place: Place | undefined, filter: QueueFilter) => ({
  query: { ...place, ...asListQuery(filter), size: pageSize, status: runningStatuses, sort: 'risk' as const },
})
/** @param size 1 where only their number is shown */
export const createdInput = (place: Place, size = createdAtOnce) => ({
  query: {
    ...place,
    status: createdStatuses,
    sort: 'dispatchTime' as const,
    order: 'asc' as const,
    size,
  },
})

/** However many vehicles and services change, each is read again for hints at most once in this time. */
export const hintSpacing = {
  candidates: { hintSpacingMs: 5_000 },
  best: { hintSpacingMs: 10_000 },
  /** Lists that a filter of the server narrows, where the others are followed. */
  filtered: { hintSpacingMs: 3_000 },
  /** For later; a change made on this page shows at once. */
  created: { hintSpacingMs: 20_000 },
} as const
/** However many services change, the counts of the filters are read at most this often. */
export const groupsPaceMs = 20_000
/** However often the engine changes them, reservations are read at most this often. */
export const reservationsPaceMs = 10_000
/** Suggestions are made every five minutes, and end when vehicles get services. */
export const suggestionsPaceMs = 15_000
/** However many services change, the states of their searches are read at most this often. */
export const searchesPaceMs = 2_000
/** Predictions are computed each minute. */
export const predictionsPaceMs = 15_000
