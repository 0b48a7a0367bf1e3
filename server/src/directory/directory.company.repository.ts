import { query } from '@rumbo/database'
import type { Transaction } from '../platform/database/transaction.ts'

const liveOf = (companyId: string) =>
  query.selectFrom('directory.contacts').where('company_id', '=', companyId).where('archived_at', 'is', null)

/** Number of a company's live contacts that the caller sees. */
export async function countContacts(tx: Transaction, companyId: string): Promise<number> {
  const { total } = await tx.one(liveOf(companyId).select(({ fn }) => fn.countAll<number>().as('total')))
  return Number(total)
}

/** Archives all contacts of a company. */
export async function archiveContactsOf(tx: Transaction, companyId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('directory.contacts')
      .set({ archived_at: tx.now, updated_at: tx.now })
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null),
  )
}
