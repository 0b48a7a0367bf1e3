import type { ParsedOf } from '@rumbo/contract/endpoint'
import type { PlaceQuery } from '@rumbo/contract/lists'
import {
  type countServices,
  type listServices,
  type ServiceStatus,
  serviceStatuses,
} from '@rumbo/contract/services.contract'
import { findFleetIds, findReadableFleetIds } from '../organisation/index.ts'
import type { Transaction } from '../platform/database/transaction.ts'
import { findGroups } from './groups/services.groups.repository.ts'
import { countByStatus, findServices } from './services.lists.repository.ts'

/** Of a whole company: its active fleets that have services, as for the dispatch queue. */
const fleetsOf = async (tx: Transaction, { companyId, fleetId }: PlaceQuery) =>
  companyId === undefined || fleetId !== undefined ? undefined : findFleetIds(tx, { companyId })

/** The fleet asked for, or every fleet the caller may read. */
const fleetsOfAll = async (tx: Transaction, { fleetId }: PlaceQuery) =>
  fleetId === undefined ? findReadableFleetIds(tx) : [fleetId]

/** The fleets in which a filter looks, among those the caller may read. */
export const fleetsOfFilter = async (tx: Transaction, place: PlaceQuery): Promise<readonly string[]> =>
  (await fleetsOf(tx, place)) ?? (await fleetsOfAll(tx, place))

export async function listServicesOf(tx: Transaction, filter: ParsedOf<typeof listServices>['query']) {
  return {
    ...(await findServices(tx, filter, await fleetsOfFilter(tx, filter))),
    page: filter.page,
    size: filter.size,
  }
}

/** The open services of fleets by what the filters of the dispatch monitor ask, and the zones of the fleets. */
export const listGroupsOf = (tx: Transaction, fleetIds: readonly string[]) => findGroups(tx, fleetIds)

/** Counts of every status, including zeros. */
export async function countServicesOf(tx: Transaction, filter: ParsedOf<typeof countServices>['query']) {
  const counted = await countByStatus(tx, filter, await fleetsOf(tx, filter))
  const found = new Map(counted.map((row) => [row.status, Number(row.count)]))
  const counts = Object.fromEntries(
    serviceStatuses.map((status) => [status, found.get(status) ?? 0]),
  ) as Record<ServiceStatus, number>
  return { counts }
}
