import { useDelayed } from '../../ui/hooks/use-delayed.ts'
import { oneOf, useAddressState, useTypedSearch } from './address.tsx'

interface ListAddressOptions<Sort extends string> {
  sorts: readonly Sort[]
  /** Default sort, when the address has none. */
  sort: Sort
  order: 'asc' | 'desc'
}

const searchDelayMs = 250
const usualSize = 25
interface ShownPage {
  page: number
  size: number
  sort?: string
  order?: 'asc' | 'desc'
}

const whole = (text: string | undefined, fallback: number) =>
  Math.max(1, Math.trunc(Number(text)) || fallback)

/**
 * Page, order and search of a list, kept in the address so that it can be shared and restored. `typed` is the text of
 * the search field; `search` follows it when typing pauses.
 */
export function useListAddress<Sort extends string>({ sorts, sort, order }: ListAddressOptions<Sort>) {
  const [query, change] = useAddressState()
  const [typed, setTyped] = useTypedSearch()
  const search = useDelayed(typed.trim(), searchDelayMs)
  const asked = oneOf(query.order)
  return {
    query,
    change,
    /** Writes page, size and order to the address; defaults are omitted. */
    show({ page, size, sort: by, order: way }: ShownPage) {
      change({
        page: page === 1 ? undefined : page,
        size: size === usualSize ? undefined : size,
        sort: by,
        order: way,
      })
    },
    view: {
      page: whole(oneOf(query.page), 1),
      size: Math.min(100, whole(oneOf(query.size), usualSize)),
      sort: sorts.find((one) => one === oneOf(query.sort)) ?? sort,
      order: asked === 'asc' || asked === 'desc' ? asked : order,
    },
    typed,
    search,
    type(text: string) {
      setTyped(text)
      change({ search: text.trim() || undefined, page: undefined })
    },
    /** Removes search, page and the given filters from the address. */
    clear(...filters: readonly string[]) {
      setTyped('')
      const gone = ['search', 'page', ...filters].map((name) => [name, undefined])
      change(Object.fromEntries(gone) as Record<string, undefined>)
    },
  }
}
