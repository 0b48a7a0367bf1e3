import { fitsCurrency } from '@rumbo/contract/money'
import type { Service, ServiceStatus } from '@rumbo/contract/services.contract'
import { assignableStatuses, isBusyStatus } from '@rumbo/contract/vehicles.contract'
import { createPricing } from '../billing/index.ts'
import type { Actor } from '../platform/access/access.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { fieldProblem, problem } from '../platform/problem.ts'
import { findOdometers } from '../telemetry/index.ts'
import { changeCauses, type LockedVehicle, lockVehicle, setCause } from '../vehicles/index.ts'
import { finalCharge, refreshCurrent } from './charges/services.charges.actions.ts'
import { removeCharge, writeCharge } from './charges/services.charges.repository.ts'
import { announce, currencyFor, lockService, readServiceOf, takeService } from './services.actions.ts'
import { findDriverNow, requireDriver } from './services.drivers.actions.ts'
import { findRunningOfVehicle, joinRoute, updateStatus } from './services.repository.ts'
import { stopsLeft, stopsPickedUp } from './services.rules.ts'
import { requireDocuments, requireSuited } from './services.suitability.actions.ts'
import { forgetVisits, insertExecutedStops, leaveStops } from './stops/services.stops.repository.ts'

/**
 * From created to on_dispatch: the search for a vehicle starts.
 * @param actor null: the dispatch engine, for a published plan
 */
export async function sendToDispatch(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  version: number,
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'dispatch', version)
  await updateStatus(tx, service, { status: 'on_dispatch' })
  return announce(tx, id, service, 'dispatched')
}

/** The route of a published plan in which a vehicle serves several services at a time. */
export interface SharedRoute {
  planId: string
  /** All services of the route. */
  serviceIds: readonly string[]
}

/**
 * The services that a locked vehicle carries out already, and beside which it may get another one: only those of the same
 * route. @throws Problem `vehicle_not_assignable` where it is busy with others, or cannot serve
 */
async function requireAssignable(
  tx: Transaction,
  { id, status, vehicleNumber }: LockedVehicle,
  route: SharedRoute | undefined,
): Promise<string[]> {
  if ((assignableStatuses as readonly string[]).includes(status)) return []
  const running = route && isBusyStatus(status) ? await findRunningOfVehicle(tx, id) : []
  if (running.length === 0 || !running.every((one) => route?.serviceIds.includes(one)))
    throw problem('vehicle_not_assignable', { words: { status, vehicleNumber } })
  return running
}

/**
 * From on_dispatch to vehicle_assigned. Sets the vehicle en_route in the same transaction, so that two services cannot
 * get it.
 * @param actor null: the dispatch engine
 * @param asked.route the vehicle may be busy with services of this route; default: it must be free
 * @throws Problem as `takeService`, `requireSuited`, `requireDocuments` and `requireDriver`; `vehicle_not_found`,
 *   `vehicle_other_fleet`, `vehicle_not_assignable`
 */
export async function assignVehicle(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  { vehicleId, version, route }: { vehicleId: string; version: number; route?: SharedRoute },
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'assign', version)
  const vehicle = await lockVehicle(tx, vehicleId)
  if (!vehicle) throw problem('vehicle_not_found')
  if (vehicle.fleetId !== service.fleetId) throw problem('vehicle_other_fleet')
  const beside = await requireAssignable(tx, vehicle, route)
  requireSuited(service, vehicle)
  await requireDocuments(tx, vehicle)
  const driver = await requireDriver(tx, vehicleId)
  await setCause(tx, vehicleId, 'en_route', service.id)
  if (route) await joinRoute(tx, beside, route.planId)
  await updateStatus(tx, service, {
    status: 'vehicle_assigned',
    routePlanId: route?.planId ?? null,
    vehicle: { id: vehicleId, vehicleNumber: vehicle.vehicleNumber },
    driver: driver ?? undefined,
  })
  return announce(tx, id, service, 'assigned')
}

/** Changes the causes that a service sets on its vehicle in one step, so that no intermediate status is published. */
async function replaceCause(
  tx: Transaction,
  service: Service,
  present: 'en_route' | 'occupied' | null,
): Promise<void> {
  const { id: sourceId, assignedVehicleId: vehicleId } = service
  if (!vehicleId) return
  await changeCauses(
    tx,
    (['en_route', 'occupied'] as const).map((cause) => ({
      vehicleId,
      cause,
      sourceId,
      holds: cause === present,
    })),
  )
}

const freeVehicle = (tx: Transaction, service: Service): Promise<void> => replaceCause(tx, service, null)

/**
 * From vehicle_assigned back to on_dispatch: undo, reassign, rescue.
 * @param actor null: the system itself, also in the moves below
 */
export async function unassignVehicle(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  version: number | undefined,
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'unassign', version)
  await freeVehicle(tx, service)
  await forgetVisits(tx, id)
  await updateStatus(tx, service, { status: 'on_dispatch', vehicle: null, driver: null, routePlanId: null })
  return announce(tx, id, service, 'unassigned')
}

/**
 * Gives a waiting or assigned service another vehicle in one step. A service that was on its way with that vehicle waits
 * again, in its former place.
 * @throws Problem as `assignVehicle` and `unassignVehicle`; `stale_version` where `from` has another vehicle now
 */
export async function reassignVehicle(
  tx: Transaction,
  actor: Actor,
  id: string,
  {
    vehicleId,
    version,
    from,
  }: { vehicleId: string; version: number; from: { serviceId: string; version: number } | null },
): Promise<Service> {
  // In one order for everybody, so that two exchanges at the same time do not wait for each other.
  for (const each of [id, ...(from ? [from.serviceId] : [])].sort())
    await lockService(tx, actor, each, 'services.dispatch')
  if (from) {
    const current = await takeService(tx, actor, from.serviceId, 'unassign', from.version)
    if (current.assignedVehicleId !== vehicleId || from.serviceId === id)
      throw problem('stale_version', { current })
    await unassignVehicle(tx, actor, from.serviceId, from.version)
  }
  const { status } = await readServiceOf(tx, id)
  if (status !== 'vehicle_assigned') return assignVehicle(tx, actor, id, { vehicleId, version })
  const freed = await unassignVehicle(tx, actor, id, version)
  return assignVehicle(tx, actor, id, { vehicleId, version: freed.version })
}

/** From vehicle_assigned to in_progress: records the pickup; the vehicle becomes occupied. */
export async function confirmPickupOf(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  version: number | undefined,
  operator: 'driver' | 'central' = 'central',
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'confirmPickup', version)
  await replaceCause(tx, service, 'occupied')
  await leaveStops(tx, id, stopsPickedUp(service))
  await insertExecutedStops(
    tx,
    service,
    stopsPickedUp(service).map((plannedStopId) => ({
      plannedStopId,
      status: 'executed' as const,
      operator,
    })),
  )
  const odometers = await findOdometers(tx, service.assignedVehicleId ? [service.assignedVehicleId] : [])
  await updateStatus(tx, service, {
    status: 'in_progress',
    startedAt: tx.now,
    startOdometer: odometers.get(service.assignedVehicleId ?? '') ?? null,
    // Nobody is notified when a planned shift begins or ends, so the driver is read once more.
    driver: (await findDriverNow(tx, service.assignedVehicleId)) ?? undefined,
  })
  await refreshCurrent(tx, await readServiceOf(tx, id), createPricing(tx), 0)
  return announce(tx, id, service, 'picked_up')
}

/** Called within the transaction after the cost of a locked service changed. */
export type CostChanged = (tx: Transaction, service: Service) => Promise<void>

/**
 * From in_progress to completed: records the stops without positions as executed now, computes the final cost and releases the
 * vehicle.
 */
export async function completeServiceOf(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  {
    version,
    finalCost,
    reason = null,
    operator = 'central',
  }: {
    version?: number
    finalCost: string | null
    reason?: string | null
    operator?: 'driver' | 'central'
  },
  costChanged: CostChanged,
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'complete', version)
  const currency = await currencyFor(tx, service.companyId, service)
  if (finalCost !== null && !fitsCurrency(finalCost, currency))
    throw fieldProblem({ path: 'body.finalCost', code: 'too_many_decimals' })
  await freeVehicle(tx, service)
  await leaveStops(
    tx,
    id,
    service.plannedStops.map((stop) => stop.id),
  )
  await insertExecutedStops(
    tx,
    service,
    stopsLeft(service).map((plannedStopId) => ({
      plannedStopId,
      status: 'executed' as const,
      operator,
    })),
  )
  const charge = await finalCharge(tx, await readServiceOf(tx, id), currency, { finalCost, reason })
  await updateStatus(tx, service, {
    status: 'completed',
    endedAt: tx.now,
    finalCost: { amount: charge?.total ?? null, currency },
  })
  await removeCharge(tx, id, 'current')
  if (charge !== null) await writeCharge(tx, service, 'final', charge)
  await costChanged(tx, await readServiceOf(tx, id))
  return announce(tx, id, service, 'completed')
}

/** Cancels in any status that is not final; the remaining stops record who cancelled. */
export async function cancelServiceOf(
  tx: Transaction,
  actor: Actor | null,
  id: string,
  { version, by, note }: { version?: number; by: 'client' | 'driver' | 'central'; note: string | null },
): Promise<Service> {
  const service = await takeService(tx, actor, id, 'cancel', version)
  const status = `cancelled_by_${by}` as const satisfies ServiceStatus
  await freeVehicle(tx, service)
  await insertExecutedStops(
    tx,
    service,
    stopsLeft(service).map((plannedStopId) => ({ plannedStopId, status, operator: by })),
  )
  await updateStatus(tx, service, { status, note, endedAt: tx.now })
  return announce(tx, id, service, 'cancelled')
}
