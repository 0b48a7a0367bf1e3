import type { InputOf } from '@rumbo/contract/endpoint'
import { type listServices, serviceStatuses } from '@rumbo/contract/services.contract'
import { useFleetSelection } from '../app/client-context.tsx'
import { listOf, oneOf } from '../app/navigation/address.tsx'
import { useListAddress } from '../app/navigation/list-address.ts'
import { asQuery, readServiceFilter, serviceFilterNames } from './service-filter.rules.ts'
import { isBackwards, readDays, servicePeriods, usePeriodQuery, usualPeriod } from './service-period.ts'

const sorts = ['dispatchTime', 'serviceNumber', 'status', 'priorityLevel', 'customerName'] as const
type ListQuery = NonNullable<InputOf<typeof listServices>['query']>

/**
 * What the list of services shows. The address holds search, filters, period, page and order; each choice of a filter
 * is an entry of the history, so that Back undoes it.
 */
export function useServiceList() {
  const fleets = useFleetSelection()
  const list = useListAddress({ sorts, sort: 'serviceNumber', order: 'desc' })
  const { query, change, view, search } = list
  const statuses = serviceStatuses.filter((status) => listOf(query.status).includes(status))
  const filter = readServiceFilter(query)
  const days = readDays(oneOf(query.from), oneOf(query.to))
  const asked = servicePeriods.find((value) => value === oneOf(query.period))
  const period = asked ?? usualPeriod(statuses)
  const times = usePeriodQuery(period, days)
  const narrowed = {
    search,
    ...times,
    ...fleets?.query,
    status: statuses.length > 0 ? statuses : undefined,
    ...asQuery(filter),
  } satisfies ListQuery
  const narrow = (some: Record<string, string | string[] | undefined>) =>
    change({ ...some, page: undefined }, { push: true })
  return {
    ...list,
    fleets,
    statuses,
    filter,
    days,
    period,
    /** The chosen period; undefined for the usual one. */
    asked,
    /** Of the filters, without page and order. */
    narrowed,
    asks: { ...view, ...narrowed } satisfies ListQuery,
    isAskable: fleets !== null && !isBackwards(days),
    isFiltered:
      search !== '' ||
      statuses.length > 0 ||
      Object.values(filter).some((value) => value !== undefined) ||
      period !== 'all',
    narrow,
    remove: (...names: string[]) => narrow(Object.fromEntries(names.map((name) => [name, undefined]))),
    clearAll: () => list.clear('status', 'period', 'from', 'to', 'view', ...serviceFilterNames),
  }
}
