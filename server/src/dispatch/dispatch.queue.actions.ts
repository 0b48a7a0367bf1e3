import type { listServiceNeeds, readQueue } from '@rumbo/contract/dispatch.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import { priorities } from '@rumbo/contract/services.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { countQueue, findNewestWaiting, findOpenServices, findServicesInOrder } from '../services/index.ts'
import { findLastFixes } from '../vehicles/index.ts'
import { needsOf } from './dispatch.needs.rules.ts'
import { findPredictions } from './lateness/dispatch.lateness.repository.ts'

/** The figures of the fleets' dispatch queue; only zeros for fleets outside the caller's scopes. */
export async function queueOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof readQueue>> {
  const { waiting, running, oldestSince } = await countQueue(tx, fleetIds)
  const newest = await findNewestWaiting(tx, fleetIds)
  return {
    waiting,
    running,
    oldestSince: oldestSince?.toISOString() ?? null,
    newest: newest && {
      ...newest,
      priorityLevel: priorities[newest.priorityLevel] ?? 'medium',
      at: newest.at.toISOString(),
    },
  }
}

/** A page of the fleets' services that need attention, and their total number. */
export async function serviceNeedsOf(
  tx: Transaction,
  fleetIds: readonly string[],
  { page, size }: Pick<ParsedOf<typeof listServiceNeeds>['query'], 'page' | 'size'>,
): Promise<OutputOf<typeof listServiceNeeds>> {
  const open = await findOpenServices(tx, fleetIds)
  const vehicleIds = open.flatMap(({ vehicleId }) => vehicleId ?? [])
  const reportedAt = vehicleIds.length === 0 ? new Map() : await findLastFixes(tx, fleetIds, vehicleIds)
  const predictions = new Map(
    (await findPredictions(tx, fleetIds)).map((prediction) => [prediction.serviceId, prediction]),
  )
  const lateSince = new Map(
    [...predictions.values()].flatMap(({ serviceId, lateSince: since }) =>
      since === null ? [] : [[serviceId, new Date(since)] as const],
    ),
  )
  const { needs, changesAt } = needsOf(open, reportedAt, lateSince, tx.now)
  const shown = needs.slice((page - 1) * size, page * size)
  const services = await findServicesInOrder(
    tx,
    shown.map(({ serviceId }) => serviceId),
  )
  const byId = new Map(services.map((service) => [service.id, service]))
  return {
    items: shown.flatMap(({ kind, since, serviceId }) => {
      const service = byId.get(serviceId)
      const prediction = kind === 'late' ? (predictions.get(serviceId) ?? null) : null
      return service ? [{ kind, since: since.toISOString(), prediction, service }] : []
    }),
    total: needs.length,
    page,
    size,
    changesAt: changesAt?.toISOString() ?? null,
  }
}
