import { randomInt } from 'node:crypto'
import type { ProofKind, Requirements } from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

/** Gives a service that requires a PIN one; a PIN that it has stays. */
export async function ensurePin(
  tx: Transaction,
  {
    id,
    companyId,
    fleetId,
    requiredProofs,
  }: { id: string; companyId: string; fleetId: string } & Partial<Pick<Requirements, 'requiredProofs'>>,
): Promise<void> {
  if (!requiredProofs?.includes('pin')) return
  await tx.run(
    query
      .insertInto('services.pins')
      .values({
        service_id: id,
        company_id: companyId,
        fleet_id: fleetId,
        pin: String(randomInt(10_000)).padStart(4, '0'),
      })
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** The PIN of a service; null without one, and for roles that may not read it. */
export async function findPin(tx: Transaction, serviceId: string): Promise<string | null> {
  const row = await tx.first(
    query.selectFrom('services.pins').select('pin').where('service_id', '=', serviceId),
  )
  return row?.pin ?? null
}

export interface NewProof {
  id: string
  companyId: string
  fleetId: string
  serviceId: string
  stopId: string
  kind: ProofKind
  /** Null for a PIN. */
  fileId: string | null
  by: string | null
}

export const insertProofs = (tx: Transaction, proofs: readonly NewProof[]): Promise<unknown> =>
  tx.run(
    query.insertInto('services.proofs').values(
      proofs.map(({ id, companyId, fleetId, serviceId, stopId, kind, fileId, by }) => ({
        id,
        company_id: companyId,
        fleet_id: fleetId,
        service_id: serviceId,
        stop_id: stopId,
        kind,
        file_id: fileId,
        at: tx.now,
        by_name: by,
      })),
    ),
  )

/** The proofs of a service, in the order in which they were given. */
export const findProofs = (tx: Transaction, serviceId: string) =>
  tx.rows(
    query
      .selectFrom('services.proofs')
      .select(['id', 'stop_id', 'kind', 'file_id', 'at', 'by_name'])
      .where('service_id', '=', serviceId)
      .orderBy('at')
      .orderBy('id'),
  )

/**
 * Removes proofs of deleted services, and those older than the retention of their company.
 * @returns the ids of the removed proofs' files, and the number of removed proofs
 */
export async function purgeProofs(
  tx: Transaction,
  limit: number,
): Promise<{ fileIds: string[]; removed: number }> {
  const rows = await tx.sql<{ file_id: string | null }>(
    `delete from services.proofs where id = any(array(
       select p.id from services.proofs p
       join services.services s on s.id = p.service_id
       left join organisation.clocks c on c.company_id = p.company_id
       where s.archived_at is not null or p.at < $1::timestamptz - make_interval(days => coalesce(c.history_days, 180))
       limit $2))
     returning file_id`,
    [tx.now, limit],
  )
  return { fileIds: rows.flatMap(({ file_id }) => file_id ?? []), removed: rows.length }
}
