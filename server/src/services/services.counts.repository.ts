import { finalStatuses, serviceStatuses } from '@rumbo/contract/services.contract'
import type { Transaction } from '../platform/database/transaction.ts'

const openStatuses = serviceStatuses.filter(
  (status) => !(finalStatuses as readonly string[]).includes(status),
)

/** The number of visible services in each status that is not final, including zeros. */
export async function countOpenByStatus(tx: Transaction): Promise<Record<string, number>> {
  const rows = await tx.sql<{ status: string; count: number }>(
    `select status, count(*)::int as count from services.services
      where archived_at is null and status = any($1) group by status`,
    [openStatuses],
  )
  return Object.fromEntries(
    openStatuses.map((status) => [status, rows.find((row) => row.status === status)?.count ?? 0]),
  )
}
