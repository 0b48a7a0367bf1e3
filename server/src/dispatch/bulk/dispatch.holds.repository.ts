import type { Transaction } from '../../platform/database/transaction.ts'
import { withdrawOffer } from '../offers/dispatch.offers.repository.ts'

interface HeldService {
  serviceId: string
  fleetId: string
  companyId: string
}

/** Keeps a waiting service from the engine: withdraws its offer and the engine's reservation. @returns whether it was not held before */
export async function insertHold(
  tx: Transaction,
  { serviceId, companyId, fleetId }: HeldService,
): Promise<boolean> {
  const rows = await tx.sql(
    `insert into dispatch.holds (service_id, company_id, fleet_id, held_at, held_by, held_by_name)
     values ($1, $2, $3, $4, $5, $6) on conflict (service_id) do nothing returning service_id`,
    [serviceId, companyId, fleetId, tx.now, tx.actor?.userId ?? null, tx.actor?.displayName ?? null],
  )
  await withdrawOffer(tx, serviceId)
  await tx.sql('delete from dispatch.reservations where service_id = $1 and reserved_by is null', [serviceId])
  return rows.length > 0
}

/** @returns whether it was held */
export async function deleteHold(tx: Transaction, serviceId: string): Promise<boolean> {
  const rows = await tx.sql('delete from dispatch.holds where service_id = $1 returning service_id', [
    serviceId,
  ])
  return rows.length > 0
}

export interface Hold {
  serviceId: string
  heldByName: string | null
}

/** The waiting services of fleets that people keep from the engine. */
export const findHolds = (tx: Transaction, fleetIds: readonly string[]): Promise<Hold[]> =>
  tx.sql(
    `select h.service_id as "serviceId", h.held_by_name as "heldByName" from dispatch.holds h
     join services.services s on s.id = h.service_id
     where s.fleet_id = any($1::uuid[]) and s.status = 'on_dispatch' and s.archived_at is null`,
    [fleetIds],
  )
