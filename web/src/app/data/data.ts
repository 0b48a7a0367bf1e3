import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import type { StaleHint } from '@rumbo/contract/live.contract'
import type { Service } from '@rumbo/contract/services.contract'
import { type Query, QueryClient } from '@tanstack/react-query'
import {
  type FollowedChange,
  type FollowedServices,
  followedKeyOf,
  followedName,
  withChange,
  withOwn,
} from './followed.ts'
import type { Http } from './http.ts'
import { createRefetching } from './refetching.ts'

/** Milliseconds during which a cached answer is served without a call. */
const cacheLifetimeMs = 10_000

/** Domains (keys) whose records the answers of other domains (values) are built from. */
const builtFrom: Readonly<Record<string, readonly string[]>> = {
  vehicles: ['dispatch'],
  directory: ['vehicles'],
  geofences: ['crossings'],
  communication: ['incident', 'broadcasts'],
  services: ['dispatch', 'payments', 'cash', 'accounts', 'communication', 'planning'],
  shifts: ['communication', 'planning'],
  payments: ['cash', 'accounts'],
  organisation: ['tree'],
  users: ['tree', 'account'],
  account: ['users'],
}

/**
 * The field in `params` or `query` of an endpoint that holds the record id of a hint; other endpoints return many
 * records.
 */
const idField: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  services: { services: 'id', dispatch: 'serviceId', payments: 'id' },
  vehicles: { vehicles: 'id' },
  directory: { directory: 'id' },
  events: { events: 'id' },
  communication: { communication: 'id', incident: 'id' },
}

/**
 * Endpoints whose answers do not change with a single record of these domains: a hint that names one does not evict
 * them.
 */
const unmoved: Readonly<Record<string, readonly string[]>> = {
  'services.listSeries': ['services'],
  'dispatch.settings': ['services', 'vehicles'],
  'dispatch.searches': ['services', 'vehicles'],
  'dispatch.predictions': ['services', 'vehicles'],
  'planning.list': ['services', 'shifts'],
  'planning.read': ['services', 'shifts'],
  'planning.versions': ['services', 'shifts'],
  'planning.readVersion': ['services', 'shifts'],
  'planning.runs': ['services', 'shifts'],
  'planning.readRun': ['services', 'shifts'],
  // It is large, and read again while it is not complete.
  'planning.travel': ['services', 'shifts', 'planning'],
  'planning.schedules': ['services', 'shifts'],
  'communication.threads': ['services'],
  'communication.ownThreads': ['services'],
  'communication.counts': ['services'],
  'communication.messages': ['services'],
  'communication.recipients': ['services'],
  'communication.people': ['services'],
}

/** Query option `meta`: hints cause at most one read of it in this time, in milliseconds, instead of one a second. */
const hintSpacingOf = (meta: Record<string, unknown> | undefined): number | undefined =>
  typeof meta?.hintSpacingMs === 'number' ? meta.hintSpacingMs : undefined

/** The one convention for cache keys: endpoint name, then its input. */
export const queryKeyOf = <E extends Endpoint>(endpoint: E, input: InputOf<E>) =>
  [endpoint.name, input] as const

const domainOf = (name: unknown): string => String(name).split('.')[0] ?? ''

export interface DataLayer {
  queryClient: QueryClient
  call: Http['call']
  /**
   * Reads through the cache outside React: identical requests are shared and answers younger than 10 s are reused.
   * `isFresh` always calls; `staleMs` replaces the 10 s. Evicted answers are always requested again.
   */
  read: <E extends Endpoint>(
    endpoint: E,
    input: InputOf<E>,
    options?: { isFresh?: boolean; staleMs?: number },
  ) => Promise<OutputOf<E>>
  /** Marks the cached answers of these domains stale; those on screen are fetched again. */
  evict: (domains: readonly string[]) => void
  /**
   * As `evict`, for hints of the live stream; answers about records that the hints do not name are kept. The domain `*`
   * evicts every answer.
   */
  evictHints: (hints: readonly StaleHint[]) => void
  /**
   * Replaces cached older versions of a changed record, so that the next change builds on it. Older requests in
   * flight are cancelled: evict the domain afterwards.
   */
  settle: (domain: string, answer: unknown) => Promise<void>
  /** Takes over what the live stream sends of the open services of a followed fleet. */
  applyFollowed: (change: FollowedChange) => void
  /** Forgets the services of fleets that are no longer followed. */
  forgetFollowed: () => void
  /** Marks the cached answers of one endpoint stale; those on screen are fetched again. */
  evictEndpoint: (endpoint: Endpoint) => void
  clear: () => void
}

interface Versioned {
  id: string
  version: number
}
const isVersioned = (value: unknown): value is Versioned =>
  typeof value === 'object' && value !== null && 'id' in value && 'version' in value

/** The cached answer (a record or a page of records) with the older version of `record` replaced. */
function withRecord(answer: unknown, record: Versioned): unknown {
  const settled = (row: unknown) =>
    isVersioned(row) && row.id === record.id && row.version < record.version ? { ...row, ...record } : row
  if (typeof answer !== 'object' || answer === null || !('items' in answer)) return settled(answer)
  return Array.isArray(answer.items) ? { ...answer, items: answer.items.map(settled) } : answer
}

/** Ids of the records that an input names; empty for a list. */
function namedIn(input: unknown, field: string | undefined): readonly unknown[] {
  if (field === undefined) return []
  const { params, query } = (input ?? {}) as Record<'params' | 'query', Record<string, unknown> | undefined>
  const named = params?.[field] ?? query?.[field]
  return named === undefined ? [] : Array.isArray(named) ? named : [named]
}

function createQueryClient(): QueryClient {
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

/**
 * Answers that are evicted while they are read outside React stay evicted: the server may have read them before the
 * change. Those on screen are requested again instead.
 * @returns a function that marks the queries of an eviction
 */
function keepEvicted(queryClient: QueryClient): (queries: readonly Query[]) => void {
  const evicted = new Set<Query>()
  queryClient.getQueryCache().subscribe((event) => {
    const { query } = event
    if (event.type === 'removed') evicted.delete(query)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'error') evicted.delete(query)
    if (action.type === 'success' && !action.manual && evicted.delete(query)) query.invalidate()
  })
  return (queries) => {
    for (const query of queries)
      if (query.state.fetchStatus === 'fetching' && !query.isActive()) evicted.add(query)
  }
}

/** Cached reads and eviction on top of the HTTP client. */
export function createDataLayer(http: Http, queryClient: QueryClient = createQueryClient()): DataLayer {
  const refetching = createRefetching(queryClient)
  const markEvicted = keepEvicted(queryClient)

  const ofDomain = (domain: string) => ({
    predicate: (query: { queryKey: readonly unknown[] }) => domainOf(query.queryKey[0]) === domain,
  })

  /** @param isTouched whether a query with this domain, name and input is affected */
  function evictWhere(
    domain: string,
    isTouched: (domain: string, name: string, input: unknown) => boolean,
    { isHint = false } = {},
  ): void {
    for (const touched of [domain, ...(builtFrom[domain] ?? [])]) {
      const queries = queryClient
        .getQueryCache()
        .findAll(ofDomain(touched))
        .filter(({ queryKey }) => isTouched(touched, String(queryKey[0]), queryKey[1]))
      if (queries.length === 0) continue
      markEvicted(queries)
      const hashes = new Set(queries.map(({ queryHash }) => queryHash))
      void queryClient.invalidateQueries({
        predicate: ({ queryHash }) => hashes.has(queryHash),
        refetchType: 'none',
      })
      for (const { queryHash, meta, state } of isHint ? queries : []) {
        const spacingMs = hintSpacingOf(meta)
        if (spacingMs === undefined) continue
        hashes.delete(queryHash)
        refetching.spaced(queryHash, spacingMs, state.dataUpdatedAt)
      }
      if (hashes.size > 0) refetching.soon(touched, hashes)
    }
  }

  const evict = (domains: readonly string[]) => {
    for (const domain of new Set(domains)) evictWhere(domain, () => true)
  }

  function evictHints(hints: readonly StaleHint[]): void {
    if (hints.some(({ domain }) => domain === '*')) {
      const queries = queryClient.getQueryCache().getAll()
      evict(queries.map(({ queryKey }) => domainOf(queryKey[0])))
      return
    }
    for (const domain of new Set(hints.map((hint) => hint.domain))) {
      const ids = hints.filter((hint) => hint.domain === domain).map(({ id }) => id)
      const known = ids.every((id) => id !== undefined) ? new Set<unknown>(ids) : null
      evictWhere(
        domain,
        (touched, name, input) => {
          if (known !== null && unmoved[name]?.includes(domain)) return false
          const named = namedIn(input, idField[domain]?.[touched])
          return known === null || named.length === 0 || named.some((id) => known.has(id))
        },
        { isHint: true },
      )
    }
  }

  return {
    queryClient,
    call: http.call,
    read: (endpoint, input, options) =>
      queryClient.fetchQuery({
        staleTime: options?.staleMs ?? (options?.isFresh ? 0 : cacheLifetimeMs),
        queryKey: queryKeyOf(endpoint, input),
        queryFn: ({ signal }) => http.call(endpoint, input, { signal }),
      }),
    evict,
    evictHints,
    settle: async (domain, answer) => {
      if (!isVersioned(answer)) return
      await queryClient.cancelQueries({
        predicate: (query) =>
          domainOf(query.queryKey[0]) === domain && query.isActive() && query.state.data !== undefined,
      })
      queryClient.setQueriesData(ofDomain(domain), (cached: unknown) => withRecord(cached, answer))
      if (domain !== 'services' || !('plannedStops' in answer)) return
      const service = answer as Service
      queryClient.setQueryData<FollowedServices | null>(followedKeyOf(service.fleetId), (before) =>
        before ? withOwn(before, service) : before,
      )
    },
    applyFollowed: (change) => {
      const key = followedKeyOf(change.channel)
      const before = queryClient.getQueryData<FollowedServices | null>(key)
      queryClient.setQueryData(key, withChange(before, change))
      // Lists take their place, which were read before.
      if (before && change.services === null) evict(['services'])
    },
    forgetFollowed: () => queryClient.removeQueries({ queryKey: [followedName] }),
    evictEndpoint: ({ name }) =>
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === name }),
    clear: () => {
      refetching.clear()
      queryClient.clear()
    },
  }
}
