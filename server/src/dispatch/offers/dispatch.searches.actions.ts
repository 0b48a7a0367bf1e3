import type { listSearches, Search } from '@rumbo/contract/dispatch.offers.contract'
import { maxSearches } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findHolds } from '../bulk/dispatch.holds.repository.ts'
import { findLatestDecisions } from '../engine/dispatch.decisions.repository.ts'
import { findReservations } from '../engine/dispatch.reservations.repository.ts'
import { countOffers } from './dispatch.offers.repository.ts'

const noSearch = {
  state: 'on_hold',
  vehicleId: null,
  vehicleNumber: null,
  expiresAt: null,
  arrivalSeconds: null,
  offers: 0,
  rejections: 0,
} as const

/** What the engine is doing for the waiting services of these fleets; in manual mode only what people keep from it. */
export async function searchesOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof listSearches>> {
  const onHold = await findHolds(tx, fleetIds)
  const isOnHold = new Set(onHold.map(({ serviceId }) => serviceId))
  const latest = await findLatestDecisions(tx, fleetIds, maxSearches)
  const offers = new Map((await countOffers(tx, fleetIds)).map((one) => [one.serviceId, one]))
  const reservations = new Map((await findReservations(tx, fleetIds)).map((one) => [one.serviceId, one]))
  const searched = latest
    .filter(({ serviceId }) => !isOnHold.has(serviceId))
    .map(({ serviceId, outcome, vehicleId, vehicleNumber, arrivalSeconds }): Search => {
      const asked = offers.get(serviceId)
      const counts = { offers: asked?.offers ?? 0, rejections: asked?.rejections ?? 0 }
      const reservation = reservations.get(serviceId)
      const base = { serviceId, ...counts, expiresAt: null, arrivalSeconds: null }
      if (asked?.expiresAt)
        return {
          ...base,
          state: 'offered',
          vehicleId: asked.vehicleId,
          vehicleNumber: asked.vehicleNumber,
          expiresAt: asked.expiresAt.toISOString(),
          arrivalSeconds: asked.arrivalSeconds,
        }
      if (reservation)
        return {
          ...base,
          state: 'reserved',
          vehicleId: reservation.vehicleId,
          vehicleNumber: reservation.vehicleNumber,
          arrivalSeconds: Math.max(
            0,
            Math.round((reservation.arrivesAt.getTime() - tx.now.getTime()) / 1000),
          ),
        }
      if (outcome === 'suggested')
        return { ...base, state: 'suggested', vehicleId, vehicleNumber, arrivalSeconds }
      const state = outcome === 'held' || outcome === 'none' ? outcome : 'searching'
      return { ...base, state, vehicleId: null, vehicleNumber: null }
    })
  const kept = onHold.map(({ serviceId }): Search => ({ serviceId, ...noSearch }))
  return { items: [...kept, ...searched] }
}
