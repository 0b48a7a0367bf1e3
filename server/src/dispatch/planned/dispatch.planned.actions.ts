import { restoreSeconds } from '@rumbo/contract/dispatch.changes.contract'
import { deletePublishedStops, type PublishingLinks } from '../../planning/index.ts'
import type { Transaction } from '../../platform/database/transaction.ts'
import { enqueuePrediction } from '../lateness/dispatch.lateness.actions.ts'
import {
  deleteOver,
  findReservedElsewhere,
  numberPlanned,
  releasePlanned,
  withdrawOffers,
  writePlanned,
} from './dispatch.planned.repository.ts'
import { findLeftStops } from './dispatch.routes.repository.ts'

/** The reservations of published plans, written under the system role. */
export const planReservations: PublishingLinks = {
  reservedElsewhere: findReservedElsewhere,
  async reserve(tx, plan, reservations) {
    const serviceIds = reservations.map(({ serviceId }) => serviceId)
    const freed = await releasePlanned(tx, plan.id, serviceIds)
    if (reservations.length > 0) {
      await deleteOver(tx, serviceIds)
      await withdrawOffers(tx, serviceIds)
      await writePlanned(tx, plan, reservations)
    }
    await numberPlanned(tx, [...new Set([...freed, ...reservations.map(({ vehicleId }) => vehicleId)])])
    const { companyId, fleetId } = plan
    tx.stale({ domain: 'dispatch', companyId, fleetId })
    await enqueuePrediction(tx, { companyId, fleetId })
    return freed.length
  },
}

/** Takes stops out of published routes whose services no longer wait for the vehicle of their plan. */
export async function dropLeftStops(tx: Transaction): Promise<void> {
  for (const { planId: id, ...place } of await deletePublishedStops(
    tx,
    await findLeftStops(tx, restoreSeconds),
  ))
    tx.stale({ domain: 'planning', id, ...place })
}
