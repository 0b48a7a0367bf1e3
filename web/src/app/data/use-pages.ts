import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { useQueries, useQuery } from '@tanstack/react-query'
import { allPages, type Page } from './all-pages.ts'
import { queryKeyOf } from './data.ts'
import { longestUnreadMs, useData, usePace } from './use-data.ts'

type ItemOf<E extends Endpoint> = OutputOf<E> extends { items: readonly (infer Item)[] } ? Item : never
/** The input of a page. The first page has no page number, so that it shares the cache with screens without pages. */
const pageOf = <E extends Endpoint>(input: InputOf<E>, page: number): InputOf<E> => {
  if (page === 1) return input
  const { query } = input as { query: object }
  return { ...(input as object), query: { ...query, page } } as InputOf<E>
}

/** All items of a list as one cached query, for choices that must be complete. `size` is the page size. */
export function useAllPages<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true }: { enabled?: boolean } = {},
) {
  const { call } = useData()
  return useQuery<Page<ItemOf<E>>>({
    enabled,
    queryKey: [...queryKeyOf(endpoint, input), 'all'],
    // Not through the cache: a page requested before a change must not be joined after it.
    queryFn: ({ signal }) =>
      allPages<ItemOf<E>>(
        async (page) => (await call(endpoint, pageOf(input, page), { signal })) as Page<ItemOf<E>>,
      ),
  })
}

interface PagesOptions<Item> {
  enabled?: boolean
  refetchInterval?: number
  /** See `usePacedEndpoint`. */
  paceMs?: number
  meta?: Record<string, unknown>
  /** Identifies an item that occurs on two pages. Default: its `id`. */
  idOf?: (item: Item) => string
}

/**
 * The first `pages` pages of a list, each cached by itself. `items` is undefined before the first answer; `total` is
 * the server's. A record that moved to another page between two answers is listed once.
 */
export function usePages<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  pages: number,
  {
    idOf = (item) => (item as { id: string }).id,
    paceMs,
    enabled = true,
    ...options
  }: PagesOptions<ItemOf<E>> = {},
) {
  const { call, read } = useData()
  const isPaced = enabled && paceMs !== undefined
  usePace(isPaced ? paceMs : undefined, `${endpoint.name}${pages}${JSON.stringify(input)}`, () => {
    for (let page = 1; page <= pages; page += 1)
      read(endpoint, pageOf(input, page), { staleMs: longestUnreadMs }).catch(() => undefined)
  })
  const answers = useQueries({
    queries: Array.from({ length: pages }, (_, at) => {
      const asked = pageOf(input, at + 1)
      return {
        ...options,
        enabled: enabled && !isPaced,
        queryKey: queryKeyOf(endpoint, asked),
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (await call(endpoint, asked, { signal })) as OutputOf<E> & Page<ItemOf<E>>,
      }
    }),
  })
  const [first] = answers
  const found = answers.flatMap(({ data }) => data?.items ?? [])
  const items = first?.data && [...new Map(found.map((item) => [idOf(item), item])).values()]
  const total = first?.data?.total
  return {
    first: first?.data,
    items,
    total,
    hasMore: items !== undefined && total !== undefined && found.length < total,
    isLoading: answers.some(({ isLoading }) => isLoading),
    isError: answers.some(({ isError }) => isError),
    error: answers.find(({ isError }) => isError)?.error ?? null,
    refetch: () => Promise.all(answers.map((answer) => answer.refetch())),
  }
}
