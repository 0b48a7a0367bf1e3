import type { ServiceView } from '@rumbo/contract/services.views.contract'
import { serviceFilterNames } from '../service-filter.rules.ts'

type Query = Readonly<Record<string, string | string[]>>

/** What a view keeps of the address of the list. */
const names = ['search', 'status', 'period', 'from', 'to', 'sort', 'order', ...serviceFilterNames] as const

/** The part of an address that a view keeps. */
export const addressOf = (query: Query): ServiceView['address'] =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = query[name]
      return value === undefined || value === '' || value.length === 0 ? [] : [[name, value]]
    }),
  )

/** The change of the address that shows a view: what it does not name is removed. */
export const changeTo = ({ id, address }: Pick<ServiceView, 'id' | 'address'>) => ({
  ...Object.fromEntries(names.map((name) => [name, undefined as string | string[] | undefined])),
  ...address,
  page: undefined,
  view: id,
})

/** Whether an address says nothing of what a view keeps. */
export const isPlain = (query: Query): boolean =>
  Object.keys(addressOf(query)).length === 0 && query.view === undefined
