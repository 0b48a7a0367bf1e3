import type { ServiceView, ViewScreen } from '@rumbo/contract/services.views.contract'
import { serviceFilterNames } from '../service-filter.rules.ts'

type Query = Readonly<Record<string, string | string[]>>

/** The filters of the dispatch monitor, by their names in the address. */
const queueFilterNames = ['type', 'priority', 'zone', 'late', 'handling', 'mine'] as const

/** The filters of the list of events, by their names in the address. */
const eventFilterNames = [
  'type',
  'category',
  'severity',
  'status',
  'vehicle',
  'from',
  'to',
  'concerns',
] as const

/** What a view keeps of the address of each list. */
const namesOf: Record<ViewScreen, readonly string[]> = {
  services: ['search', 'status', 'period', 'from', 'to', 'sort', 'order', ...serviceFilterNames],
  dispatch: ['sort', ...queueFilterNames],
  events: ['search', 'sort', 'order', ...eventFilterNames],
}

/** The part of an address that a view keeps. */
export const addressOf = (query: Query, screen: ViewScreen): ServiceView['address'] =>
  Object.fromEntries(
    namesOf[screen].flatMap((name) => {
      const value = query[name]
      return value === undefined || value === '' || value.length === 0 ? [] : [[name, value]]
    }),
  )

/** The change of the address that shows a view: what it does not name is removed. */
export const changeTo = ({ id, address, screen }: Pick<ServiceView, 'id' | 'address' | 'screen'>) => ({
  ...Object.fromEntries(namesOf[screen].map((name) => [name, undefined as string | string[] | undefined])),
  ...address,
  page: undefined,
  view: id,
})

/** Whether an address says nothing of what a view keeps. */
export const isPlain = (query: Query, screen: ViewScreen): boolean =>
  Object.keys(addressOf(query, screen)).length === 0 && query.view === undefined
