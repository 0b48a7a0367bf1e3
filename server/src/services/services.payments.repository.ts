import type { Service } from '@rumbo/contract/services.contract'
import { query } from '@rumbo/database'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/transaction.ts'

/** The number of a service's payment entries, and a cash close-out that contains one of them. */
export async function findBookings(
  tx: Transaction,
  serviceId: string,
): Promise<{ entries: number; closeoutNumber: number | null }> {
  const [found] = await tx.sql<{ entries: number; closeoutNumber: number | null }>(
    `select payment_entries as entries, last_closeout_number as "closeoutNumber"
     from services.services where id = $1`,
    [serviceId],
  )
  return found ?? { entries: 0, closeoutNumber: null }
}

/** Writes what a locked service was paid; other fields stay unchanged. */
export async function writePaid(
  tx: Transaction,
  serviceId: string,
  paid: { paidMinor: number; entries: number; status: Service['paymentStatus'] },
): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set({
        paid_minor: paid.paidMinor,
        payment_entries: paid.entries,
        payment_status: paid.status,
        ...changedNow(tx),
      })
      .where('id', '=', serviceId),
  )
}

export async function writeMethod(
  tx: Transaction,
  serviceId: string,
  method: Service['paymentMethod'],
): Promise<void> {
  await tx.run(
    query
      .updateTable('services.services')
      .set({ payment_method: method, ...changedNow(tx) })
      .where('id', '=', serviceId),
  )
}

/** Notes the close-out that the services' payments became part of. */
export async function writeCloseout(
  tx: Transaction,
  serviceIds: readonly string[],
  closeoutNumber: number,
): Promise<void> {
  await tx.sql(`update services.services set last_closeout_number = $2 where id = any($1::uuid[])`, [
    serviceIds,
    closeoutNumber,
  ])
}

const changedNow = (tx: Transaction) => ({
  updated_at: tx.now,
  updated_by: tx.actor?.userId ?? null,
  updated_by_name: tx.actor?.displayName ?? null,
  version: sql<number>`version + 1`,
})
