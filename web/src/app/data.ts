import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import type { StaleHint } from '@rumbo/contract/live.contract'
import { QueryClient } from '@tanstack/react-query'
import type { Http } from './http.ts'
import { isWorthRetrying } from './problems.ts'

/** An answer is served again without a call for this long. */
export const cacheLifetimeMs = 10_000
/** A domain's shown answers are fetched again at most this often, however many hints arrive. */
export const refetchSpacingMs = 1000

/** Answers of the domains on the right are made from records of the domain on the left. */
const builtFrom: Readonly<Record<string, readonly string[]>> = {
  vehicles: ['dispatch'],
  directory: ['vehicles'],
  services: ['dispatch'],
  organisation: ['tree'],
  users: ['tree', 'account'],
  account: ['users'],
}

/** The one convention for cache keys: endpoint name, then its input. */
export const queryKeyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  [endpoint.name, input] as const

const domainOf = (name: unknown): string => String(name).split('.')[0] ?? ''

export interface DataLayer {
  queryClient: QueryClient
  call: Http['call']
  /**
   * Reads through the cache: the 10 s rule and sharing of identical requests, outside React. `isFresh` skips the rule;
   * `staleMs` puts another age in its place. What was evicted is asked for whatever its age.
   */
  read: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: { isFresh?: boolean; staleMs?: number },
  ) => Promise<OutputOf<E>>
  /** Marks the cached answers of these domains old at once; those on screen are fetched again. */
  evict: (domains: readonly string[]) => void
  /** The same for hints of the live stream. */
  evictHints: (hints: readonly StaleHint[]) => void
  /**
   * Puts a changed record at once wherever an older version of it is cached, so that the next change builds on it.
   * What was asked before the change and is shown is not waited for any more: evict the domain after this.
   */
  settle: (domain: string, answer: unknown) => Promise<void>
  /** Asks once more what is on screen and was not answered; refusals stay. */
  refetchFailed: () => void
  clear: () => void
}

interface Versioned {
  id: string
  version: number
}
const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value

/** A cached answer, a record or a page of them, with the record in the place of its older version. */
function withRecord(answer: unknown, record: Versioned): unknown {
  const settled = (row: unknown) =>
    isVersioned(row) && row.id === record.id && row.version < record.version ? { ...row, ...record } : row
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return settled(answer)
  return Array.isArray(answer.items) ? { ...answer, items: answer.items.map(settled) } : answer
}

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: cacheLifetimeMs,
        retry: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/** Cached reading and eviction on top of the HTTP client. */
export function createDataLayer(http: Http, queryClient: QueryClient = createQueryClient()): DataLayer {
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const again = new Set<string>()

  const ofDomain = (domain: string) => ({
    predicate: (query: { queryKey: readonly unknown[] }) => domainOf(query.queryKey[0]) === domain,
  })

  function refetch(domain: string): void {
    if (waiting.has(domain)) {
      again.add(domain)
      return
    }
    void queryClient.refetchQueries({ ...ofDomain(domain), type: 'active' })
    waiting.set(
      domain,
      setTimeout(() => {
        waiting.delete(domain)
        if (again.delete(domain)) refetch(domain)
      }, refetchSpacingMs),
    )
  }

  function evict(domains: readonly string[]): void {
    const touched = new Set(domains.flatMap((domain) => [domain, ...(builtFrom[domain] ?? [])]))
    for (const domain of touched) {
      void queryClient.invalidateQueries({ ...ofDomain(domain), refetchType: 'none' })
      refetch(domain)
    }
  }

  return {
    queryClient,
    call: http.call,
    read: (endpoint, input, options) =>
      queryClient.fetchQuery({
        ...(options?.isFresh && { staleTime: 0 }),
        ...(options?.staleMs !== undefined && { staleTime: options.staleMs }),
        queryKey: queryKeyOf(endpoint, input),
        queryFn: ({ signal }) => http.call(endpoint, input, { signal }),
      }),
    evict,
    evictHints: (hints) => evict([...new Set(hints.map((hint) => hint.domain))]),
    settle: async (domain, answer) => {
      if (!isVersioned(answer)) return
      await queryClient.cancelQueries({
        predicate: (query) =>
          domainOf(query.queryKey[0]) === domain && query.isActive() && query.state.data !== undefined,
      })
      queryClient.setQueriesData(ofDomain(domain), (cached: unknown) => withRecord(cached, answer))
    },
    refetchFailed: () =>
      void queryClient.refetchQueries({
        type: 'active',
        fetchStatus: 'idle',
        predicate: ({ state }) => isWorthRetrying(state.error),
      }),
    clear: () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      again.clear()
      queryClient.clear()
    },
  }
}
