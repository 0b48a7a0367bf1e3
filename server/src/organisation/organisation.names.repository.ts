import { query } from '@rumbo/database'
import type { Transaction } from '../platform/database/transaction.ts'

/** Names and time zones of the companies that the actor may read, including archived ones. */
export async function findCompanyNames(
  tx: Transaction,
  ids: readonly string[],
): Promise<{ id: string; name: string; timeZone: string }[]> {
  if (ids.length === 0) return []
  return tx.rows(
    query
      .selectFrom('organisation.companies')
      .select(['id', 'name', 'time_zone as timeZone'])
      .where('id', 'in', [...ids])
      .orderBy('id'),
  )
}
