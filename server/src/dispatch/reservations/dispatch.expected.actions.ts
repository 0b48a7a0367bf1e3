import type { Service } from '@rumbo/contract/services.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import { assignableStatuses, isBusyStatus } from '@rumbo/contract/vehicles.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findRunningRoutes, findServicesInOrder } from '../../services/index.ts'
import { findLiveVehicles } from '../../vehicles/index.ts'
import { findReservations, type StoredReservation } from '../engine/dispatch.reservations.repository.ts'
import { expectedArrivals } from './dispatch.expected.rules.ts'

/** The reservations of fleets, by vehicle in their order, with expected arrivals; and the services that they are for. */
export async function findExpected(tx: Transaction, fleetIds: readonly string[]) {
  const reservations = await findReservations(tx, fleetIds)
  const ids = reservations.map(({ serviceId }) => serviceId)
  const services = new Map((await findServicesInOrder(tx, ids)).map((service) => [service.id, service]))
  return { reservations: await withExpectedArrivals(tx, fleetIds, reservations, services), services }
}

/**
 * The reservations with the expected arrival of those that people made for services which are due. It stays unknown where
 * the vehicle cannot serve, its position is old, or nobody knows what it is busy with.
 * @param reservations by vehicle in their order
 * @param services those that they are for
 */
async function withExpectedArrivals(
  tx: Transaction,
  fleetIds: readonly string[],
  reservations: readonly StoredReservation[],
  services: ReadonlyMap<string, Service>,
): Promise<StoredReservation[]> {
  const now = tx.now.getTime()
  const due = reservations.flatMap(({ vehicleId, serviceId, reservedBy, blockedSince, isDue }) => {
    const service = services.get(serviceId)
    return isDue && reservedBy !== null && blockedSince === null && service ? { vehicleId, service } : []
  })
  if (due.length === 0) return [...reservations]
  const vehicles = await findLiveVehicles(tx, fleetIds, [...new Set(due.map(({ vehicleId }) => vehicleId))])
  const routes = new Map(
    (await findRunningRoutes(tx, fleetIds)).map((route) => [route.vehicleId, route.stops]),
  )
  const arrivals = new Map<string, number>()
  for (const { id, latitude, longitude, at, status } of vehicles) {
    if (latitude === null || longitude === null || at === null || now - at > dispatchFixMs) continue
    const isFree = (assignableStatuses as readonly string[]).includes(status)
    const route = isFree ? [] : routes.get(id)
    if (!route || !(isFree || isBusyStatus(status))) continue
    const waiting = due
      .filter(({ vehicleId }) => vehicleId === id)
      .map(({ service: { id: serviceId, plannedStops } }) => ({
        serviceId,
        stops: plannedStops,
        windowStart: secondsUntil(plannedStops[0]?.timeWindowStart ?? null, now),
      }))
    for (const [serviceId, seconds] of expectedArrivals({ latitude, longitude }, route, waiting))
      arrivals.set(serviceId, seconds)
  }
  return reservations.map((one) => {
    const seconds = arrivals.get(one.serviceId)
    return seconds === undefined
      ? one
      : { ...one, arrivesAt: new Date(now + Math.round(seconds) * 1000), isEstimate: true }
  })
}

const secondsUntil = (time: string | null, now: number): number | null =>
  time === null ? null : (Date.parse(time) - now) / 1000
