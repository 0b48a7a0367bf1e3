import {
  mostReservations,
  type releaseReservation,
  type reserveVehicle,
} from '@rumbo/contract/dispatch.changes.contract'
import type { OutputOf, ParsedOf } from '@rumbo/contract/endpoint'
import type { Service } from '@rumbo/contract/services.contract'
import { assignableStatuses, isBusyStatus } from '@rumbo/contract/vehicles.contract'
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
  type ReservedVehicle,
  writePlaces,
  writeReservation,
} from './dispatch.reserved.repository.ts'

type Asked = ParsedOf<typeof reserveVehicle>['body']

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
  action: 'service.reserved' | 'service.reservation_released',
  vehicle: [before: string | null, after: string | null],
) =>
  tx.audit({
    action,
    entity: 'service',
    entityId: id,
    entityName: String(serviceNumber),
    companyId,
    fleetId,
    changes: { vehicle },
  })

/** Among the reservations that people made of the vehicle, from 1. */
const placeOf = async (tx: Transaction, serviceId: string, vehicleId: string): Promise<number> =>
  (await findReservedServices(tx, vehicleId)).indexOf(serviceId) + 1

const reservedBefore = ({ vehicleNumber, reservedByName, reservedAt }: ReservedVehicle) =>
  problem('service_reserved', {
    changedBy: reservedByName,
    changedAt: reservedAt,
    words: { name: reservedByName, vehicleNumber },
  })

/**
 * Reserves a vehicle for a service: a busy one for a service that waits, or any vehicle of the fleet for one that is due
 * later or not sent to dispatch yet. Behind the other reservations that people made of the vehicle, or at the place given. The caller's own former
 * reservation of the service is replaced.
 * @throws Problem `service_not_found`, `forbidden`, `stale_version`, `service_wrong_state`; `service_reserved` where
 *   somebody else reserved a vehicle for it, or the caller another one than is to be replaced, with who and when; `vehicle_not_found`, `vehicle_other_fleet`;
 *   `vehicle_other_type`, `vehicle_few_seats`, `vehicle_lacks_skills`; `vehicle_not_busy`, `vehicle_not_assignable`;
 *   `reservations_full`
 */
export const reserveVehicleOf = (
  database: Database,
  actor: Actor,
  serviceId: string,
  asked: Asked,
): Promise<OutputOf<typeof reserveVehicle>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const { companyId, fleetId, status } = service
    if (service.version !== asked.version) throw problem('stale_version', { current: service })
    if (status !== 'on_dispatch' && status !== 'created')
      throw problem('service_wrong_state', { current: service, words: { status } })
    const present = await findReservedVehicle(tx, serviceId)
    const { replaces = present?.vehicleId ?? null } = asked
    if (present && (present.reservedBy !== actor.userId || present.vehicleId !== replaces))
      throw reservedBefore(present)
    const replaced = present && {
      vehicleId: present.vehicleId,
      vehicleNumber: present.vehicleNumber,
      place: await placeOf(tx, serviceId, present.vehicleId),
    }
    const { vehicleId, vehicleNumber } = await requireReservable(tx, service, asked.vehicleId)
    const others = (await findReservedServices(tx, vehicleId)).filter((id) => id !== serviceId)
    if (others.length >= mostReservations)
      throw problem('reservations_full', { words: { vehicleNumber, count: others.length } })
    await withdrawOffer(tx, serviceId)
    await writeReservation(tx, {
      serviceId,
      companyId,
      fleetId,
      vehicleId,
      vehicleNumber,
      by: actor,
    })
    await writePlaces(tx, vehicleId, others.toSpliced((asked.place ?? others.length + 1) - 1, 0, serviceId))
    audit(tx, service, 'service.reserved', [present?.vehicleNumber ?? null, vehicleNumber])
    const reservation = (await reservationsOf(tx, [fleetId])).items.find((one) => one.serviceId === serviceId)
    if (!reservation) throw problem('service_not_found')
    return { ...reservation, replaced }
  })

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

/**
 * Ends the reservation of the vehicle that the caller or another person made.
 * @throws Problem `service_not_found`, `forbidden`, `reservation_not_found`; `service_reserved` where another vehicle is
 *   reserved meanwhile, with who and when
 */
export const releaseReservationOf = (
  database: Database,
  actor: Actor,
  { serviceId, vehicleId }: { serviceId: string; vehicleId: string },
): Promise<OutputOf<typeof releaseReservation>> =>
  changeAsSystem(database, actor, serviceId, async (tx, service) => {
    const present = await findReservedVehicle(tx, serviceId)
    if (!present) throw problem('reservation_not_found')
    if (present.vehicleId !== vehicleId) throw reservedBefore(present)
    const place = await placeOf(tx, serviceId, vehicleId)
    await deleteReservation(tx, serviceId, vehicleId)
    audit(tx, service, 'service.reservation_released', [present.vehicleNumber, null])
    return { place }
  })
