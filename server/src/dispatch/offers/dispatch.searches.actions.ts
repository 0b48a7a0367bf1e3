import type { listSearches, Search } from '@rumbo/contract/dispatch.offers.contract'
import { maxSearches } from '@rumbo/contract/dispatch.offers.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import type { Transaction } from '../../platform/database/transaction.ts'
import { findHolds } from '../bulk/dispatch.holds.repository.ts'
import { findLatestDecisions } from '../engine/dispatch.decisions.repository.ts'
import { planOf } from '../engine/dispatch.reservations.repository.ts'
import { findExpected } from '../reservations/dispatch.expected.actions.ts'
import { countOffers } from './dispatch.offers.repository.ts'

const noSearch = {
  state: 'on_hold',
  vehicleId: null,
  vehicleNumber: null,
  expiresAt: null,
  arrivalSeconds: null,
  isEstimate: false,
  offers: 0,
  rejections: 0,
  reservedByName: null,
  plan: null,
  reservedAt: null,
  blockedReason: null,
} as const

const secondsUntil = (time: Date | null, now: Date): number | null =>
  time === null ? null : Math.max(0, Math.round((time.getTime() - now.getTime()) / 1000))

/**
 * What the engine is doing for the waiting services of these fleets; in manual mode only what people keep from it or
 * reserved.
 */
export async function searchesOf(
  tx: Transaction,
  fleetIds: readonly string[],
): Promise<OutputOf<typeof listSearches>> {
  const onHold = await findHolds(tx, fleetIds)
  const isOnHold = new Set(onHold.map(({ serviceId }) => serviceId))
  const latest = await findLatestDecisions(tx, fleetIds, maxSearches)
  const offers = new Map((await countOffers(tx, fleetIds)).map((one) => [one.serviceId, one]))
  const reservations = await findExpected(tx, fleetIds)
  const byService = new Map(reservations.map((one) => [one.serviceId, one]))
  const stateOf = (serviceId: string, decided: Omit<(typeof latest)[number], 'serviceId'> | null): Search => {
    const asked = offers.get(serviceId)
    const counts = { offers: asked?.offers ?? 0, rejections: asked?.rejections ?? 0 }
    const reservation = byService.get(serviceId)
    const base = { ...noSearch, serviceId, ...counts }
    if (asked?.expiresAt)
      return {
        ...base,
        state: 'offered',
        vehicleId: asked.vehicleId,
        vehicleNumber: asked.vehicleNumber,
        expiresAt: asked.expiresAt.toISOString(),
        arrivalSeconds: asked.arrivalSeconds,
      }
    if (reservation) {
      const { vehicleId, vehicleNumber, reservedByName, reservedAt, blockedReason, arrivesAt, isEstimate } =
        reservation
      return {
        ...base,
        state: 'reserved',
        vehicleId,
        vehicleNumber,
        arrivalSeconds: secondsUntil(arrivesAt, tx.now),
        isEstimate,
        reservedByName,
        plan: planOf(reservation),
        reservedAt: reservedAt.toISOString(),
        blockedReason,
      }
    }
    const { outcome = null, vehicleId = null, vehicleNumber = null } = decided ?? {}
    if (outcome === 'suggested')
      return {
        ...base,
        state: outcome,
        vehicleId,
        vehicleNumber,
        arrivalSeconds: decided?.arrivalSeconds ?? null,
      }
    if (outcome === 'reservation_ended')
      return { ...base, state: outcome, vehicleId, vehicleNumber, blockedReason: decided?.reason ?? null }
    return { ...base, state: outcome === 'held' || outcome === 'none' ? outcome : 'searching' }
  }
  const isDecided = new Set(latest.map(({ serviceId }) => serviceId))
  const searched = [
    ...latest.map(({ serviceId, ...decided }) => stateOf(serviceId, decided)),
    ...reservations
      .filter(({ serviceId, reservedBy }) => reservedBy !== null && !isDecided.has(serviceId))
      .map(({ serviceId }) => stateOf(serviceId, null)),
  ].filter(({ serviceId }) => !isOnHold.has(serviceId))
  const kept = onHold.map(({ serviceId }): Search => ({ serviceId, ...noSearch }))
  return { items: [...kept, ...searched] }
}
