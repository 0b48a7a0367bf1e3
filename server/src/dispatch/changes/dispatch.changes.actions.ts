import type { AssignmentCost, listReservations } from '@rumbo/contract/dispatch.changes.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { isStopDone } from '@rumbo/contract/services.rules'
import type { Coordinates } from '@rumbo/geo'
import { standSeconds } from '@rumbo/planning/arrivals'
import { type Actor, requireCan } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import {
  findRunningRoutes,
  findServicesInOrder,
  findWithStopsLeft,
  readServiceOf,
} from '../../services/index.ts'
import { type DispatchDeps, fleetOf, rankedFor, readFleetOf, readRequests } from '../dispatch.actions.ts'
import { legsOf } from '../engine/dispatch.drives.ts'
import { findExpected } from '../reservations/dispatch.expected.actions.ts'

const rounded = (seconds: number | null | undefined): number | null =>
  seconds == null || !Number.isFinite(seconds) ? null : Math.round(seconds)

/** What is known of a service, the vehicle it is to get, and the vehicle's other services. */
async function readChange(tx: Transaction, actor: Actor, serviceId: string, vehicleId: string) {
  const service = await readServiceOf(tx, serviceId)
  requireCan(actor, 'services.dispatch', service)
  if (service.status !== 'on_dispatch' && service.status !== 'vehicle_assigned')
    throw problem('service_wrong_state', { current: service, words: { status: service.status } })
  const fleet = await readFleetOf(tx, service)
  const vehicle = fleet.vehicles.find((one) => one.vehicleId === vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  const [present, ...more] = (await findRunningRoutes(tx, [service.fleetId], [vehicleId])).filter(
    (route) => route.serviceId !== serviceId,
  )
  const reserved = (await findExpected(tx, [service.fleetId], vehicleId)).filter(
    (one) => one.serviceId !== serviceId,
  )
  const [loser] = await findServicesInOrder(tx, present ? [present.serviceId] : [])
  const waitingIds = reserved.filter(({ isDue }) => isDue).map((one) => one.serviceId)
  const waiting = await findServicesInOrder(tx, waitingIds)
  // One that serves several at a time by a published plan cannot be freed by taking one of them.
  if (loser && (loser.status !== 'vehicle_assigned' || more.length > 0))
    throw problem('vehicle_not_assignable', {
      words: { status: vehicle.status, vehicleNumber: vehicle.vehicleNumber },
    })
  const lost = loser && (await readRequests(tx, fleet, await findWithStopsLeft(tx, [loser.id]))).get(loser.id)
  return { service, fleet, vehicle, loser, lost, waiting, reserved, now: tx.now }
}
type Change = Awaited<ReturnType<typeof readChange>>

/** The stops that are left of a service, the pickup first. */
const stopsLeftOf = ({ plannedStops, executedStops }: Service): Coordinates[] => {
  const behind = new Set(executedStops.filter(isStopDone).map(({ id }) => id))
  return plannedStops
    .filter(({ id }) => !behind.has(id))
    .map(({ latitude, longitude }) => ({ latitude, longitude }))
}

/**
 * The earliest arrival at the service that loses the vehicle by another one, by the rules of the candidates. The former
 * vehicle of the service that gets it would be free then.
 */
async function nextBest(
  roads: DispatchDeps['roads'],
  { fleet, vehicle, service, lost }: Change,
  signal: AbortSignal,
) {
  const freed = service.assignedVehicleId
  if (!lost) return null
  const others = fleet.vehicles
    .filter(({ vehicleId }) => vehicleId !== vehicle.vehicleId)
    .map((one) =>
      one.vehicleId === freed
        ? { ...one, status: 'active' as const, freeIn: 0, next: undefined, isOffered: false }
        : one,
    )
  const [best] = await rankedFor(roads, fleetOf({ ...fleet, vehicles: others }), lost, signal)
  return best?.reasons.length === 0 ? best : null
}

/** Seconds from a place through these stops to the last of them, standing at each one before it. */
async function driveThrough(
  roads: DispatchDeps['roads'],
  from: Coordinates | null,
  stops: readonly Coordinates[],
  signal: AbortSignal,
): Promise<{ seconds: number | null; isEstimate: boolean }> {
  if (from === null || stops.length === 0) return { seconds: null, isEstimate: false }
  const legs = await legsOf(roads, from, stops, signal)
  return {
    seconds: rounded(legs.seconds.reduce((sum, leg) => sum + leg, 0) + standSeconds * (stops.length - 1)),
    isEstimate: legs.isEstimate,
  }
}

/**
 * What giving the vehicle to the service costs: the service itself, one that is on its way to and would lose it, and
 * those that it is reserved for. Arrivals are those of the candidates and of the engine.
 * @throws Problem `service_not_found`, `service_wrong_state`, `vehicle_not_found`; `vehicle_not_assignable` where the
 *   vehicle has somebody on board; `unavailable` once `signal` is aborted
 */
export async function assignmentCostOf(
  { database, roads }: DispatchDeps,
  actor: Actor,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string },
  signal: AbortSignal,
): Promise<AssignmentCost> {
  const change = await database.transaction(actor, (tx) => readChange(tx, actor, serviceId, vehicleId), {
    readOnly: true,
  })
  const { service, fleet, vehicle, loser, waiting, reserved, now } = change
  const stops = stopsLeftOf(service)
  const present = fleet.vehicles.find((one) => one.vehicleId === service.assignedVehicleId)
  const [before, after] = await Promise.all([
    driveThrough(roads, present?.place ?? null, stops.slice(0, 1), signal),
    driveThrough(roads, vehicle.place, stops.slice(0, 1), signal),
  ])
  let isEstimate = before.isEstimate || after.isEstimate
  const others: AssignmentCost['others'] = []
  const add = (
    one: Service,
    effect: AssignmentCost['others'][number]['effect'],
    seconds: { beforeSeconds: number | null; afterSeconds: number | null },
  ) => {
    const { id, serviceNumber, customerName, version } = one
    others.push({ serviceId: id, serviceNumber, customerName, version, effect, ...seconds })
  }
  if (loser) {
    const [kept, best] = await Promise.all([
      driveThrough(roads, vehicle.place, stopsLeftOf(loser).slice(0, 1), signal),
      nextBest(roads, change, signal),
    ])
    isEstimate ||= kept.isEstimate || best?.isEstimate === true
    add(loser, 'loses', { beforeSeconds: kept.seconds, afterSeconds: rounded(best?.arrivalSeconds) })
  }
  let delay: number | null = null
  for (const [at, one] of waiting.entries()) {
    const reservation = reserved.find((each) => each.serviceId === one.id)
    if (!reservation) continue
    const { arrivesAt } = reservation
    const beforeSeconds = arrivesAt && Math.max(0, rounded((arrivesAt.getTime() - now.getTime()) / 1000) ?? 0)
    if (at === 0) {
      const through = await driveThrough(
        roads,
        vehicle.place,
        [...stops, ...stopsLeftOf(one).slice(0, 1)],
        signal,
      )
      isEstimate ||= through.isEstimate || reservation.isEstimate
      delay = through.seconds === null || beforeSeconds === null ? null : through.seconds - beforeSeconds
    }
    // Those behind it are served as much later as the first.
    add(one, 'waits', {
      beforeSeconds,
      afterSeconds: delay === null || beforeSeconds === null ? null : beforeSeconds + delay,
    })
  }
  const { vehicleNumber } = vehicle
  return {
    vehicleId,
    vehicleNumber,
    beforeSeconds: before.seconds,
    afterSeconds: after.seconds,
    isEstimate,
    others,
  }
}

/**
 * The services that wait for vehicles of fleets, by vehicle in their order.
 * @param vehicleId only those that wait for this vehicle
 */
export async function reservationsOf(
  tx: Transaction,
  fleetIds: readonly string[],
  vehicleId?: string,
): Promise<OutputOf<typeof listReservations>> {
  const reservations = await findExpected(tx, fleetIds, vehicleId)
  return {
    items: reservations.map((one) => ({
      vehicleId: one.vehicleId,
      vehicleNumber: one.vehicleNumber,
      serviceId: one.serviceId,
      serviceNumber: one.serviceNumber,
      place: one.place,
      arrivesAt: one.arrivesAt?.toISOString() ?? null,
      isEstimate: one.isEstimate,
      version: one.version,
      reservedByName: one.reservedByName,
      planName: one.planName,
      reservedAt: one.reservedAt.toISOString(),
      dispatchTime: one.dispatchTime.toISOString(),
    })),
  }
}
