import {
  mostReservations,
  type moveReservation,
  type Reservation,
  type releaseReservation,
  type reserveVehicle,
  type restoreReservation,
  restoreSeconds,
} from '@rumbo/contract/dispatch.changes.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { assignableStatuses, isBusyStatus } from '@rumbo/contract/vehicles.contract'
import { isInPublishedRoute } from '../../planning/index.ts'
import { type Actor, asSystem, requireCan } from '../../platform/access/access.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { lockService, readServiceOf, requireSuited } from '../../services/index.ts'
import { lockVehicle } from '../../vehicles/index.ts'
import { reservationsOf } from '../changes/dispatch.changes.actions.ts'
import { withdrawOffer } from '../offers/dispatch.offers.repository.ts'
import {
  deleteReservation,
  findReservedServices,
  findReservedVehicle,
  keepReleased,
  type ReservedVehicle,
  takeReleased,
  writePlaces,
  writeReservation,
} from './dispatch.reserved.repository.ts'

type NewReservation = ParsedOf<typeof reserveVehicle>['body']

/** Reservations are written under the system role, after the caller could read the service. */
async function changeAsSystem<Result>(
  database: Database,
  actor: Actor,
  serviceId: string,
  change: (tx: Transaction, service: Service) => Promise<Result>,
): Promise<Result> {
  await database.transaction(
    actor,
    async (tx) => requireCan(actor, 'services.dispatch', await readServiceOf(tx, serviceId)),
    { readOnly: true },
  )
  return database.transaction(asSystem('reserve a vehicle', actor), async (tx) => {
    const service = await lockService(tx, actor, serviceId, 'services.dispatch')
    const { companyId, fleetId } = service
    const result = await change(tx, service)
    tx.stale({ domain: 'dispatch', id: serviceId, companyId, fleetId })
    return result
  })
}

const audit = (
  tx: Transaction,
  { id, serviceNumber, companyId, fleetId }: Service,
  action: `service.reserv${'ed' | 'ation_released' | 'ation_restored' | 'ation_moved'}`,
  changes: Record<string, [before: string | number | null, after: string | number | null]>,
) =>
  tx.audit({
    action,
    entity: 'service',
    entityId: id,
    entityName: String(serviceNumber),
    companyId,
    fleetId,
    changes,
  })

const reservedBefore = ({
  vehicleNumber,
  reservedByName,
  reservedAt,
  planName,
}: ReservedVehicle & { planName: string | null }) =>
  problem(planName === null ? 'service_reserved' : 'service_reserved_by_plan', {
    changedBy: reservedByName,
    changedAt: reservedAt,
    words: { name: planName ?? reservedByName, vehicleNumber },
  })

/**
 * Reserves a vehicle for a service: a busy one for a service that waits, or any vehicle of the fleet for one that is due
 * later or not sent to dispatch yet. Behind the other reservations that people made of the vehicle, or at the place given. The caller's own former
 * reservation of the service is replaced.
 * @throws Problem `service_not_found`, `forbidden`, `stale_version`, `service_wrong_state`; `service_reserved` where
 *   somebody else reserved a vehicle for it, with who and when, `service_reserved_by_plan` where a plan did; `vehicle_not_found`, `vehicle_other_fleet`;
 *   `vehicle_other_type`, `vehicle_few_seats`, `vehicle_small_load`, `vehicle_lacks_skills`; `vehicle_not_busy`, `vehicle_not_assignable`;
 *   `reservations_full`
 */
export const reserveVehicleOf = (
  database: Database,
  actor: Actor,
  serviceId: string,
  asked: NewReservation,
): Promise<OutputOf<typeof reserveVehicle>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const { companyId, fleetId } = service
    if (service.version !== asked.version) throw problem('stale_version', { current: service })
    requireWaiting(service)
    const present = await findReservedVehicle(tx, serviceId)
    if (present && present.reservedBy !== actor.userId) throw reservedBefore(present)
    const { vehicleId, vehicleNumber } = await requireReservable(tx, service, asked.vehicleId)
    const others = await requireRoom(tx, serviceId, { vehicleId, vehicleNumber })
    if (present) await keepReleased(tx, present, actor)
    await withdrawOffer(tx, serviceId)
    await writeReservation(tx, {
      serviceId,
      companyId,
      fleetId,
      vehicleId,
      vehicleNumber,
      reservedBy: actor.userId,
      reservedByName: actor.displayName,
      reservedAt: tx.now,
      blockedSince: null,
      blockedReason: null,
    })
    await writePlaces(tx, vehicleId, others.toSpliced((asked.place ?? others.length + 1) - 1, 0, serviceId))
    audit(tx, service, 'service.reserved', { vehicle: [present?.vehicleNumber ?? null, vehicleNumber] })
    return { ...(await reservationOf(tx, service, vehicleId)), isReplacement: present !== null }
  })

function requireWaiting(service: Service): void {
  const { status } = service
  if (status !== 'on_dispatch' && status !== 'created')
    throw problem('service_wrong_state', { current: service, words: { status } })
}

/** The other services that the vehicle is reserved for; those of plans do not count. @throws Problem `reservations_full` */
async function requireRoom(
  tx: Transaction,
  serviceId: string,
  { vehicleId, vehicleNumber }: Pick<ReservedVehicle, 'vehicleId' | 'vehicleNumber'>,
): Promise<string[]> {
  const others = (await findReservedServices(tx, vehicleId)).filter((one) => one.serviceId !== serviceId)
  const count = others.filter(({ isPlanned }) => !isPlanned).length
  if (count >= mostReservations) throw problem('reservations_full', { words: { vehicleNumber, count } })
  return others.map((one) => one.serviceId)
}

/** The reservation as it is listed. @throws Problem `service_not_found` */
async function reservationOf(
  tx: Transaction,
  { id, fleetId }: Service,
  vehicleId: string,
): Promise<Reservation> {
  const found = (await reservationsOf(tx, [fleetId], vehicleId)).items.find(
    ({ serviceId }) => serviceId === id,
  )
  if (!found) throw problem('service_not_found')
  return found
}

/** Locks a vehicle that a person may reserve for the service. A shift or an old position do not matter yet. */
async function requireReservable(tx: Transaction, service: Service, vehicleId: string) {
  const locked = await lockVehicle(tx, vehicleId)
  if (!locked || locked.companyId !== service.companyId) throw problem('vehicle_not_found')
  if (locked.fleetId !== service.fleetId) throw problem('vehicle_other_fleet')
  const { vehicleNumber, status } = locked
  requireSuited(service, locked)
  const isDue = service.status === 'on_dispatch' && Date.parse(service.dispatchTime) <= tx.now.getTime()
  if (isDue && !isBusyStatus(status)) {
    const isFree = (assignableStatuses as readonly string[]).includes(status)
    throw problem(isFree ? 'vehicle_not_busy' : 'vehicle_not_assignable', {
      words: { status, vehicleNumber },
    })
  }
  return { vehicleId, vehicleNumber }
}

type Known = ParsedOf<typeof releaseReservation>['query']

/**
 * The reservation that the caller knows.
 * @throws Problem `reservation_not_found`; `service_reserved` where another was made meanwhile, with who and when
 */
async function requireKnown(
  tx: Transaction,
  serviceId: string,
  { vehicleId, reservedAt }: Known,
): Promise<ReservedVehicle & { planId: string | null }> {
  const present = await findReservedVehicle(tx, serviceId)
  if (!present) throw problem('reservation_not_found')
  if (present.vehicleId !== vehicleId || present.reservedAt.getTime() !== Date.parse(reservedAt))
    throw reservedBefore(present)
  return present
}

/**
 * Ends a reservation that the caller or another person made.
 * @throws Problem `service_not_found`, `forbidden`, `reservation_not_found`; `service_reserved` where another was made
 *   meanwhile, also of the same vehicle, with who and when
 */
export const releaseReservationOf = (
  database: Database,
  actor: Actor,
  serviceId: string,
  known: Known,
): Promise<OutputOf<typeof releaseReservation>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const present = await requireKnown(tx, serviceId, known)
    await keepReleased(tx, present, actor)
    await deleteReservation(tx, present)
    audit(tx, service, 'service.reservation_released', { vehicle: [present.vehicleNumber, null] })
    return { done: true as const }
  })

/**
 * Gives back the reservation that the caller released or replaced some seconds ago: its person, its time and its place.
 * @throws Problem `service_not_found`, `forbidden`, `service_wrong_state`; `reservation_not_found` where there is none to
 *   restore, or no longer, or its plan was withdrawn; `service_reserved` where one was made since; `reservations_full`; `vehicle_not_found` where the
 *   vehicle left the fleet
 */
export const restoreReservationOf = (
  database: Database,
  actor: Actor,
  serviceId: string,
  { replaces }: ParsedOf<typeof restoreReservation>['body'],
): Promise<OutputOf<typeof restoreReservation>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const { companyId, fleetId } = service
    requireWaiting(service)
    const present = await findReservedVehicle(tx, serviceId)
    if (replaces !== null) await requireKnown(tx, serviceId, replaces)
    if (present && (replaces === null || present.reservedBy !== actor.userId)) throw reservedBefore(present)
    const former = await takeReleased(tx, serviceId, actor, restoreSeconds)
    if (!former) throw problem('reservation_not_found')
    const { vehicleId, vehicleNumber, place, planId } = former
    if (planId !== null && !(await isInPublishedRoute(tx, { planId, serviceId, vehicleId })))
      throw problem('reservation_not_found')
    if ((await lockVehicle(tx, vehicleId))?.fleetId !== fleetId) throw problem('vehicle_not_found')
    const others = await requireRoom(tx, serviceId, former)
    await withdrawOffer(tx, serviceId)
    await writeReservation(tx, { ...former, companyId, fleetId })
    await writePlaces(tx, vehicleId, others.toSpliced(place - 1, 0, serviceId))
    audit(tx, service, 'service.reservation_restored', {
      vehicle: [present?.vehicleNumber ?? null, vehicleNumber],
    })
    return reservationOf(tx, service, vehicleId)
  })

/**
 * Changes the place of a reservation among those of its vehicle that people made.
 * @throws Problem as `releaseReservationOf`; `reservation_planned` where a plan made it, whose order it has
 */
export const moveReservationOf = (
  database: Database,
  actor: Actor,
  serviceId: string,
  { place, ...known }: ParsedOf<typeof moveReservation>['body'],
): Promise<OutputOf<typeof moveReservation>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const { vehicleId, planId } = await requireKnown(tx, serviceId, known)
    if (planId !== null) throw problem('reservation_planned')
    await lockVehicle(tx, vehicleId)
    const former = (await findReservedServices(tx, vehicleId)).map((one) => one.serviceId)
    const next = former.filter((id) => id !== serviceId).toSpliced(place - 1, 0, serviceId)
    await writePlaces(tx, vehicleId, next)
    audit(tx, service, 'service.reservation_moved', {
      place: [former.indexOf(serviceId) + 1, next.indexOf(serviceId) + 1],
    })
    return reservationOf(tx, service, vehicleId)
  })
