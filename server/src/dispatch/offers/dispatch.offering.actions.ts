import { type OfferKind, offerSeconds } from '@rumbo/contract/dispatch.offers.contract'
import type { Transaction } from '../../platform/database/transaction.ts'
import { lockService } from '../../services/index.ts'
import type { OfferMade } from './dispatch.offers.facts.ts'
import { insertOffer } from './dispatch.offers.repository.ts'

/**
 * Offers a waiting service to the driver of a vehicle.
 * @returns whether the service still waits as it was, and neither it nor the vehicle has an open offer
 */
export async function offerTo(
  tx: Transaction,
  { companyId, fleetId, id, version }: { companyId: string; fleetId: string; id: string; version: number },
  {
    driverId,
    driverName,
    vehicleId,
    vehicleNumber,
  }: { driverId: string | null; driverName: string | null; vehicleId: string; vehicleNumber: string },
  {
    kind,
    arrivalSeconds,
    isEstimate,
  }: { kind: OfferKind; arrivalSeconds: number | null; isEstimate: boolean },
): Promise<boolean> {
  const service = await lockService(tx, null, id, 'services.dispatch')
  if (service.status !== 'on_dispatch' || service.version !== version || driverId === null) return false
  const expiresAt = new Date(tx.now.getTime() + offerSeconds[kind] * 1000)
  const offerId = await insertOffer(tx, {
    companyId,
    fleetId,
    serviceId: id,
    vehicleId,
    vehicleNumber,
    driverId,
    driverName: driverName ?? '',
    kind,
    arrivalSeconds,
    isEstimate,
    expiresAt,
  })
  if (offerId === null) return false
  tx.fact({
    kind: 'offer.made',
    companyId,
    fleetId,
    payload: {
      offerId,
      serviceId: id,
      serviceNumber: service.serviceNumber,
      driverId,
      vehicleId,
      expiresAt: expiresAt.toISOString(),
      address: service.plannedStops[0]?.address ?? null,
    },
  } satisfies OfferMade)
  return true
}
