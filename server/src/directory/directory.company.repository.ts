import { query } from '@rumbo/database'
import type { Transaction } from '../platform/database/transaction.ts'

const liveOf = (companyId: string) =>
  query.selectFrom('directory.contacts').where('company_id', '=', companyId).where('archived_at', 'is', null)

/** Live contacts of a company, as far as the caller sees them. */
export async function countContacts(tx: Transaction, companyId: string): Promise<number> {
  const { total } = await tx.one(liveOf(companyId).select(({ fn }) => fn.countAll<number>().as('total')))
  return Number(total)
}

/** Archives every contact of a company that is archived. */
export async function archiveContactsOf(tx: Transaction, companyId: string): Promise<void> {
  await tx.run(
    query
      .updateTable('directory.contacts')
      .set({ archived_at: tx.now, updated_at: tx.now })
      .where('company_id', '=', companyId)
      .where('archived_at', 'is', null),
  )
}
