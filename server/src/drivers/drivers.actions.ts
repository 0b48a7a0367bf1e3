import { type actAsDriver, type DriverAction, oldestActionMs } from '@rumbo/contract/drivers.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import {
  acceptOfferOf,
  dismissOwnSuggestionOf,
  findOffer,
  giveBackOf,
  rejectOfferOf,
} from '../dispatch/index.ts'
import { recordDriverEvent } from '../events/index.ts'
import { type Actor, asSystem, requireCan } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { Problem, problem } from '../platform/problem.ts'
import {
  arriveAtStopOf,
  type CostChanged,
  cancelServiceOf,
  completeServiceOf,
  confirmPickupOf,
  deliverStopOf,
  findServicesInOrder,
  lockService,
  readServiceOf,
} from '../services/index.ts'
import { findRunningOf, type ShiftLinks, setBreakOf } from '../shifts/index.ts'
import { showProofs } from './drivers.proofs.actions.ts'
import { findAction, insertAction } from './drivers.repository.ts'

export interface DriverDeps {
  database: Database
  clock: Clock
  costChanged: CostChanged
  shiftLinks: ShiftLinks
}

/** An action that arrives this much later was done without a connection. */
const offlineMs = 30_000

/** The driver's own service, locked. @throws Problem `service_not_found` for anybody else's */
async function ownService(tx: Transaction, actor: Actor, id: string): Promise<Service> {
  const found = await readServiceOf(tx, id)
  const isOwn = found.assignedDriverId !== null && actor.contacts.includes(found.assignedDriverId)
  if (!isOwn) throw problem('service_not_found')
  requireCan(actor, 'services.read', found)
  const service = await lockService(tx, null, id, 'services.dispatch')
  if (service.assignedDriverId !== found.assignedDriverId) throw problem('service_not_found')
  return service
}

/** Requires a status. @throws Problem `service_wrong_state` */
function requireStatus(service: Service, ...statuses: Service['status'][]): void {
  if (!statuses.includes(service.status))
    throw problem('service_wrong_state', { current: service, words: { status: service.status } })
}

interface Place {
  companyId: string
  fleetId: string
  serviceId: string | null
  vehicleId: string | null
}
const placeOf = (service: Service): Place => ({
  companyId: service.companyId,
  fleetId: service.fleetId,
  serviceId: service.id,
  vehicleId: service.assignedVehicleId,
})

/** @returns where the action belongs */
async function perform(
  tx: Transaction,
  actor: Actor,
  action: DriverAction,
  { now, costChanged, shiftLinks }: { now: Date } & Pick<DriverDeps, 'costChanged' | 'shiftLinks'>,
): Promise<Place> {
  switch (action.kind) {
    case 'accept':
      return placeOf(await acceptOfferOf(tx, actor, action.offerId, now))
    case 'reject':
      return rejectOfferOf(tx, actor, action.offerId)
    case 'start_break':
    case 'end_break': {
      await setBreakOf(tx, actor, shiftLinks, action.kind === 'start_break')
      const { companyId, fleetId, vehicleId } = await requireDuty(tx, actor)
      return { companyId, fleetId, vehicleId, serviceId: null }
    }
    case 'dismiss_suggestion': {
      const duty = await requireDuty(tx, actor)
      await dismissOwnSuggestionOf(tx, duty.vehicleId, action.suggestionId)
      return duty
    }
    case 'emergency': {
      const duty = await requireDuty(tx, actor)
      const { latitude, longitude } = action
      await recordDriverEvent(tx, {
        kind: 'driver_emergency',
        vehicleId: duty.vehicleId,
        place: latitude === null || longitude === null ? null : { latitude, longitude },
      })
      return duty
    }
  }
  const service = await ownService(tx, actor, action.serviceId)
  switch (action.kind) {
    case 'arrive':
      requireStatus(service, 'vehicle_assigned', 'in_progress')
      await arriveAtStopOf(tx, service, action.stopId)
      break
    case 'deliver':
      requireStatus(service, 'in_progress')
      await showProofs(tx, actor, service, action.stopId, action.proofs)
      await deliverStopOf(tx, service, action.stopId)
      break
    case 'give_back':
      requireStatus(service, 'vehicle_assigned')
      await giveBackOf(tx, service)
      break
    case 'pick_up':
      await confirmPickupOf(tx, null, service.id, undefined, 'driver')
      break
    case 'complete':
      requireStatus(service, 'in_progress')
      await showProofs(tx, actor, service, undefined, action.proofs)
      await completeServiceOf(tx, null, service.id, { finalCost: null, operator: 'driver' }, costChanged)
      break
    case 'no_show':
      requireStatus(service, 'vehicle_assigned')
      await cancelServiceOf(tx, null, service.id, { by: 'client', note: action.note ?? 'No-show' })
      break
  }
  return placeOf(service)
}

/** The vehicle the driver is responsible for now. @throws Problem `driver_off_duty` */
async function requireDuty(tx: Transaction, actor: Actor): Promise<Place & { vehicleId: string }> {
  const running = await findRunningOf(tx, actor.contacts)
  if (!running) throw problem('driver_off_duty')
  const { companyId, fleetId, vehicleId } = running.shift
  return { companyId, fleetId, vehicleId, serviceId: null }
}

/** When an action happened, by the server's clock: not before the status that it ends, and not in the future. */
async function momentOf(
  { database }: DriverDeps,
  action: DriverAction,
  happenedMs: number,
  now: Date,
): Promise<Date> {
  if (!('serviceId' in action)) return new Date(happenedMs)
  const service = await database
    .transaction(asSystem('driver action'), (tx) => readServiceOf(tx, action.serviceId), { readOnly: true })
    .catch(() => null)
  const floor = service ? Date.parse(service.statusSince) : 0
  return new Date(Math.min(now.getTime(), Math.max(happenedMs, floor)))
}

/**
 * Does what a driver did on the phone, in the order given, each in a transaction of its own and once, however often it
 * is sent. A refused action is recorded with its problem; if it was done without a connection, it also becomes an event
 * of the vehicle, for dispatchers to see.
 */
export async function actAsDriverOf(
  deps: DriverDeps,
  actor: Actor,
  { sentAt, actions }: ParsedOf<typeof actAsDriver>['body'],
): Promise<OutputOf<typeof actAsDriver>> {
  const items: { id: string; problem: string | null }[] = []
  for (const action of actions)
    items.push({ id: action.id, problem: await actOnce(deps, actor, sentAt, action) })
  return { items }
}

async function actOnce(
  deps: DriverDeps,
  actor: Actor,
  sentAt: string,
  action: DriverAction,
): Promise<string | null> {
  const { database, clock } = deps
  const identity = asSystem('driver action', actor)
  const now = clock.now()
  // The phone's clock may be wrong by hours; only differences on the phone count.
  const happenedMs = Math.min(now.getTime(), now.getTime() - (Date.parse(sentAt) - Date.parse(action.at)))
  const recorded = async (tx: Transaction) => {
    const found = await findAction(tx, action.id)
    return found === null ? undefined : found.userId === actor.userId ? found.problem : 'not_found'
  }
  const before = await database.transaction(identity, recorded, { readOnly: true })
  if (before !== undefined) return before
  const refuse = (code: string) => recordRefusal(deps, actor, action, { code, happenedMs, now })
  if (now.getTime() - happenedMs > oldestActionMs) return refuse('action_too_old')
  try {
    return await database.transaction(
      identity,
      async (tx) => {
        const place = await perform(tx, actor, action, { ...deps, now })
        if (await insertAction(tx, actor.userId, action, { ...place, receivedAt: now, problem: null }))
          return null
        // Another request did it meanwhile: undo, and answer as it did.
        throw new AlreadyDone()
      },
      { at: await momentOf(deps, action, happenedMs, now) },
    )
  } catch (error) {
    const meanwhile = await database.transaction(identity, recorded, { readOnly: true })
    if (meanwhile !== undefined) return meanwhile
    if (error instanceof Problem) return refuse(error.code)
    throw error
  }
}

class AlreadyDone extends Error {}

async function recordRefusal(
  { database }: DriverDeps,
  actor: Actor,
  action: DriverAction,
  { code, happenedMs, now }: { code: string; happenedMs: number; now: Date },
): Promise<string> {
  await database.transaction(asSystem('driver action refused', actor), async (tx) => {
    const running = await findRunningOf(tx, actor.contacts)
    const serviceId = 'serviceId' in action ? action.serviceId : null
    const isNew = await insertAction(tx, actor.userId, action, {
      companyId: running?.shift.companyId ?? null,
      fleetId: running?.shift.fleetId ?? null,
      serviceId,
      receivedAt: now,
      problem: code,
    })
    if (isNew && running && now.getTime() - happenedMs > offlineMs)
      await recordDriverEvent(tx, {
        kind: 'driver_conflict',
        vehicleId: running.shift.vehicleId,
        driverAction: action.kind,
        serviceNumber: await serviceNumberOf(tx, action, running.shift.companyId),
      })
  })
  return code
}

/** The number of the service that an action concerns, if the company has it; phones may name any. */
async function serviceNumberOf(
  tx: Transaction,
  action: DriverAction,
  companyId: string,
): Promise<number | null> {
  const offered = 'offerId' in action ? await findOffer(tx, action.offerId) : null
  const serviceId = 'serviceId' in action ? action.serviceId : offered?.serviceId
  const [service] = serviceId === undefined ? [] : await findServicesInOrder(tx, [serviceId])
  return service?.companyId === companyId ? service.serviceNumber : null
}
