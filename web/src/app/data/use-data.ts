import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { type DataLayer, queryKeyOf } from './data.ts'

const DataContext = createContext<DataLayer | null>(null)
export const DataProvider = DataContext.Provider

/** The data layer: `call`, `read`, `evict`. Use it below `DataProvider` only. */
export function useData(): DataLayer {
  const data = useContext(DataContext)
  if (data === null) throw new Error('useData is used outside DataProvider')
  return data
}

type ReadOptions<E extends Endpoint> = Omit<UseQueryOptions<OutputOf<E>>, 'queryKey' | 'queryFn'>

/**
 * A GET endpoint as a cached query. `enabled: false` suspends it; `placeholderData` keeps the previous page while
 * loading.
 */
export function useEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: ReadOptions<E> = {},
) {
  const { call } = useData()
  return useQuery<OutputOf<E>>({
    ...options,
    queryKey: queryKeyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}

/** Milliseconds after which a paced query is read again without a hint, since hints may be lost. */
export const longestUnreadMs = 60_000

/**
 * Calls `look` at once and every `paceMs` while the page is visible, and again when `key` changes. Without `paceMs`
 * it does nothing.
 */
export function usePace(paceMs: number | undefined, key: string, look: () => void): void {
  const readIfShown = useEffectEvent(() => {
    if (!document.hidden) look()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs again when the key changes
  useEffect(() => {
    if (paceMs === undefined) return
    readIfShown()
    const timer = setInterval(() => readIfShown(), paceMs)
    return () => clearInterval(timer)
  }, [paceMs, key])
}

/**
 * Like `useEndpoint`, but with `paceMs` a hint causes at most one read per interval, and none while the page is
 * hidden. Meant for figures that are always on screen. Answers read by other components show at once.
 */
export function usePacedEndpoint<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  {
    paceMs,
    enabled = true,
    ...options
  }: Omit<ReadOptions<E>, 'enabled'> & { enabled?: boolean; paceMs?: number },
) {
  const { read } = useData()
  const isPaced = enabled && paceMs !== undefined
  usePace(isPaced ? paceMs : undefined, endpoint.name + JSON.stringify(input), () => {
    // A failed read is repeated at the next interval.
    read(endpoint, input, { staleMs: longestUnreadMs }).catch(() => undefined)
  })
  return useEndpoint(endpoint, input, { ...options, enabled: enabled && !isPaced })
}

interface ChangeOptions<E extends Endpoint> {
  /** Domains whose answers this change affects, besides the endpoint's own. */
  evicts?: readonly string[]
  onSuccess?: (answer: OutputOf<E>, input: InputOf<E>) => void
  onError?: (error: Error, input: InputOf<E>) => void
}

/**
 * A changing endpoint as a mutation. Its answer replaces the record wherever it is listed, and affected domains are
 * evicted, also after a refusal, because what was on screen was outdated.
 */
export function useChange<E extends Endpoint>(endpoint: E, options: ChangeOptions<E> = {}) {
  const { call, evict, settle } = useData()
  const domain = endpoint.name.split('.')[0] ?? ''
  return useMutation<OutputOf<E>, Error, InputOf<E>>({
    mutationFn: (input) => call(endpoint, input),
    onSuccess: async (answer, input) => {
      await settle(domain, answer)
      options.onSuccess?.(answer, input)
    },
    onError: options.onError,
    onSettled: () => evict([domain, ...(options.evicts ?? [])]),
  })
}
