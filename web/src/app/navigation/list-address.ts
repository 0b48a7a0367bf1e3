import { useDelayed } from '../../ui/use-delayed.ts'
import { oneOf, useAddressState, useTypedSearch } from './address.tsx'

interface ListAddressOptions<Sort extends string> {
  sorts: readonly Sort[]
  /** What stands when the address names no sort. */
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
 * Page, order and search of a list, kept in the address so that it can be shared and gone back to.
 * `typed` is what stands in the search field; `search` follows it when the typing rests.
 */
export function useListAddress<Sort extends string>({ sorts, sort, order }: ListAddressOptions<Sort>) {
  const [query, change] = useAddressState()
  const [typed, setTyped] = useTypedSearch()
  const search = useDelayed(typed.trim(), searchDelayMs)
  const asked = oneOf(query.order)
  return {
    query,
    change,
    /** Puts a page, a size or an order into the address; what stands without saying is left out. */
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
    /** Takes search, page and the named filters out of the address. */
    clear(...filters: readonly string[]) {
      setTyped('')
      const gone = ['search', 'page', ...filters].map((name) => [name, undefined])
      change(Object.fromEntries(gone) as Record<string, undefined>)
    },
  }
}
