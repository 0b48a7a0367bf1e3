import { query } from '@rumbo/database'
import type { Transaction } from '../../platform/database/transaction.ts'

export interface SealedFactors {
  id: string
  otp_secret: string | null
  otp_pending_secret: string | null
}

/** All values encrypted with the installation's secret, locked until the transaction ends. */
export const listSealed = (tx: Transaction): Promise<SealedFactors[]> =>
  tx.rows(
    query
      .selectFrom('identity.users')
      .select(['id', 'otp_secret', 'otp_pending_secret'])
      .where((where) =>
        where.or([where('otp_secret', 'is not', null), where('otp_pending_secret', 'is not', null)]),
      )
      .orderBy('id')
      .forUpdate(),
  )

export async function replaceSealed(tx: Transaction, { id, ...sealed }: SealedFactors): Promise<void> {
  await tx.run(query.updateTable('identity.users').set(sealed).where('id', '=', id))
}
