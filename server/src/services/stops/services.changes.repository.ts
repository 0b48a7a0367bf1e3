import type { ServiceChange } from '@rumbo/contract/services.stops.contract'
import type { Transaction } from '../../platform/database/transaction.ts'

interface ChangeRow {
  id: string
  at: Date
  actor_name: string | null
  address: string | null
  action: string
  changes: ServiceChange['changes']
}

/** The newest entries of the audit about a service. The caller checks that the person may read the service. */
export const findChanges = (tx: Transaction, serviceId: string, most: number): Promise<ChangeRow[]> =>
  tx.sql('select * from services.changes_of($1, $2)', [serviceId, most])
