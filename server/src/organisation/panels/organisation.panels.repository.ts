import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

const table = 'organisation.panels'

/** Section names as they were saved; some may not exist any more. */
export interface SavedPanel {
  order: string[]
  hidden: string[]
}

export function findPanel(
  tx: Transaction,
  userId: string,
  companyId: string,
): Promise<SavedPanel | undefined> {
  return tx.first(
    query
      .selectFrom(table)
      .select(['section_order as order', 'hidden'])
      .where('user_id', '=', userId)
      .where('company_id', '=', companyId),
  )
}

export async function savePanel(
  tx: Transaction,
  userId: string,
  companyId: string,
  { order, hidden }: SavedPanel,
): Promise<void> {
  const values = { section_order: order, hidden, updated_at: tx.now }
  await tx.run(
    query
      .insertInto(table)
      .values({ user_id: userId, company_id: companyId, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'company_id']).doUpdateSet(values)),
  )
}
