import type { ParsedOf } from '@rumbo/contract/endpoint'
import {
  type countServices,
  type listServices,
  type ServiceStatus,
  serviceStatuses,
} from '@rumbo/contract/services.contract'
import type { Transaction } from '../platform/database/transaction.ts'
import { countByStatus, findServices } from './services.lists.repository.ts'

export async function listServicesOf(tx: Transaction, filter: ParsedOf<typeof listServices>['query']) {
  return { ...(await findServices(tx, filter)), page: filter.page, size: filter.size }
}

/** Counts of every status, including zeros. */
export async function countServicesOf(tx: Transaction, filter: ParsedOf<typeof countServices>['query']) {
  const found = new Map((await countByStatus(tx, filter)).map((row) => [row.status, Number(row.count)]))
  const counts = Object.fromEntries(
    serviceStatuses.map((status) => [status, found.get(status) ?? 0]),
  ) as Record<ServiceStatus, number>
  return { counts }
}
