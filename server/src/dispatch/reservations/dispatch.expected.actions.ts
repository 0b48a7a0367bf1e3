import { stalePredictionMinutes } from '@rumbo/contract/dispatch.lateness.contract'
import { dispatchFixMs } from '@rumbo/contract/telemetry.freshness'
import { minuteMs } from '@rumbo/contract/time-units'
import { assignableStatuses, isBusyStatus } from '@rumbo/contract/vehicles.contract'
import { findNextArrivals } from '../../planning/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findServicesInOrder } from '../../services/index.ts'
import { findLiveVehicles } from '../../vehicles/index.ts'
import { findReservations, type StoredReservation } from '../engine/dispatch.reservations.repository.ts'
import { findDrivenRoutes } from '../planned/dispatch.routes.actions.ts'
import { expectedArrivals } from './dispatch.expected.rules.ts'

/**
 * The reservations of fleets, by vehicle in their order, with the expected arrival of those that people made for services
 * which are due. It stays unknown where the vehicle cannot serve, its position is old, or nobody knows what it is busy with.
 * @param vehicleId only those of this vehicle
 */
export async function findExpected(
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleId?: string,
): Promise<StoredReservation[]> {
  const reservations = await findReservations(tx, fleetIds, vehicleId)
  const planned = await arrivalsByPlan(tx, reservations)
  const due = reservations.filter(
    (one) => !planned.has(one.serviceId) && one.isDue && one.reservedBy !== null && one.blockedSince === null,
  )
  if (due.length === 0 && planned.size === 0) return reservations
  const now = tx.now.getTime()
  const vehicleIds = [...new Set(due.map((one) => one.vehicleId))]
  const services = await findServicesInOrder(
    tx,
    due.map(({ serviceId }) => serviceId),
  )
  const vehicleOf = new Map(due.map((one) => [one.serviceId, one.vehicleId]))
  const vehicles = await findLiveVehicles(tx, fleetIds, vehicleIds)
  const routes = new Map(
    (await findDrivenRoutes(tx, fleetIds, vehicleIds)).map((route) => [route.vehicleId, route.stops]),
  )
  const arrivals = new Map<string, number>()
  for (const { id, latitude, longitude, at, status } of vehicles) {
    if (latitude === null || longitude === null || at === null || now - at > dispatchFixMs) continue
    const isFree = (assignableStatuses as readonly string[]).includes(status)
    const route = isFree ? [] : routes.get(id)
    if (!route || !(isFree || isBusyStatus(status))) continue
    const waiting = services
      .filter((service) => vehicleOf.get(service.id) === id)
      .map(({ id: serviceId, plannedStops }) => ({
        serviceId,
        stops: plannedStops,
        windowStart: secondsUntil(plannedStops[0]?.timeWindowStart ?? null, now),
      }))
    for (const [serviceId, seconds] of expectedArrivals({ latitude, longitude }, route, waiting))
      arrivals.set(serviceId, seconds)
  }
  return reservations.map((one) => {
    const byPlan = planned.get(one.serviceId)
    if (byPlan) return { ...one, arrivesAt: byPlan.arrivesAt, isEstimate: byPlan.isEstimate }
    const seconds = arrivals.get(one.serviceId)
    return seconds === undefined
      ? one
      : { ...one, arrivesAt: new Date(now + Math.round(seconds) * 1000), isEstimate: true }
  })
}

/** What published plans predict for the vehicles that they reserved, as the live day shows it. */
async function arrivalsByPlan(tx: Transaction, reservations: readonly StoredReservation[]) {
  const ofPlans = reservations.filter(({ planId, blockedSince }) => planId !== null && blockedSince === null)
  const since = new Date(tx.now.getTime() - stalePredictionMinutes * minuteMs)
  const found = await findNextArrivals(
    tx,
    ofPlans.map(({ serviceId }) => serviceId),
    since,
  )
  return new Map(
    ofPlans.flatMap(({ serviceId, vehicleId }) => {
      const arrival = found.get(serviceId)
      return arrival?.vehicleId === vehicleId ? [[serviceId, arrival] as const] : []
    }),
  )
}

const secondsUntil = (time: string | null, now: number): number | null =>
  time === null ? null : (Date.parse(time) - now) / 1000
