import { offerGraceSeconds } from '@rumbo/contract/dispatch.offers.contract'
import type { Service } from '@rumbo/contract/services.contract'
import type { Actor } from '../../platform/access/access.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { problem } from '../../platform/problem.ts'
import { assignVehicle, lockService, unassignVehicle } from '../../services/index.ts'
import {
  findOffer,
  insertRejection,
  lockOffer,
  type Offer,
  writeAnswer,
} from './dispatch.offers.repository.ts'

const hintOf = ({
  serviceId: id,
  fleetId,
  companyId,
}: Pick<Offer, 'serviceId' | 'fleetId' | 'companyId'>) => ({
  domain: 'dispatch' as const,
  id,
  fleetId,
  companyId,
})

/**
 * Locks the service of an offer, and then the offer, in the order of the engine.
 * @throws Problem `offer_not_found` for an offer to somebody else, `offer_over`, `offer_expired`
 */
async function takeOffer(
  tx: Transaction,
  actor: Actor,
  id: string,
): Promise<{ offer: Offer; service: Service }> {
  const known = await findOffer(tx, id)
  if (!known || !actor.contacts.includes(known.driverId)) throw problem('offer_not_found')
  const service = await lockService(tx, null, known.serviceId, 'services.dispatch')
  const offer = await lockOffer(tx, id)
  if (!offer) throw problem('offer_not_found')
  if (offer.status === 'expired') throw problem('offer_expired')
  if (offer.status !== 'open' || service.status !== 'on_dispatch') throw problem('offer_over')
  return { offer, service }
}

/**
 * The driver takes an offered service: it is assigned in the same transaction. Runs under the system role.
 * @param at the server's time; `tx.now` may be when the driver pressed the button
 * @throws Problem `offer_not_found`, `offer_over`, `offer_expired`, and those of assigning
 */
export async function acceptOfferOf(tx: Transaction, actor: Actor, id: string, at: Date): Promise<Service> {
  const { offer, service } = await takeOffer(tx, actor, id)
  if (at.getTime() > offer.expiresAt.getTime() + offerGraceSeconds * 1000) throw problem('offer_expired')
  const { version } = service
  const assigned = await assignVehicle(tx, null, service.id, { vehicleId: offer.vehicleId, version })
  await writeAnswer(tx, id, 'accepted')
  tx.stale(hintOf(offer))
  return assigned
}

/** @throws Problem `offer_not_found`, `offer_over`, `offer_expired` */
export async function rejectOfferOf(tx: Transaction, actor: Actor, id: string): Promise<Offer> {
  const { offer, service } = await takeOffer(tx, actor, id)
  await writeAnswer(tx, id, 'rejected')
  tx.stale(hintOf(offer))
  tx.audit({
    action: 'service.offer_rejected',
    entity: 'service',
    entityId: offer.serviceId,
    entityName: String(service.serviceNumber),
    companyId: offer.companyId,
    fleetId: offer.fleetId,
    changes: { vehicle: [null, offer.vehicleNumber], driver: [null, offer.driverName] },
  })
  return offer
}

/**
 * The driver gives back a service before the pickup; the engine does not offer it to the same driver for some minutes.
 * Runs under the system role, for a service of the driver.
 */
export async function giveBackOf(tx: Transaction, service: Service): Promise<Service> {
  const { id, companyId, fleetId, assignedVehicleId, assignedVehicleNumber, assignedDriverId, driverName } =
    service
  const after = await unassignVehicle(tx, null, id, undefined)
  if (assignedVehicleId && assignedDriverId)
    await insertRejection(tx, {
      companyId,
      fleetId,
      serviceId: id,
      vehicleId: assignedVehicleId,
      vehicleNumber: assignedVehicleNumber ?? '',
      driverId: assignedDriverId,
      driverName: driverName ?? '',
    })
  tx.stale(hintOf({ serviceId: id, companyId, fleetId }))
  return after
}
