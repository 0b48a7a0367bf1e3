import type { Endpoint, InputOf, OutputOf } from '@rumbo/contract/endpoint'
import { type UseQueryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent } from 'react'
import { type DataLayer, queryKeyOf } from './data.ts'

const DataContext = createContext<DataLayer | null>(null)
export const DataProvider = DataContext.Provider

/** The data layer: `call`, `read`, `evict`. Only below `DataProvider`. */
export function useData(): DataLayer {
  const data = useContext(DataContext)
  if (data === null) throw new Error('useData is used outside DataProvider')
  return data
}

type ReadOptions<E extends Endpoint> = Omit<UseQueryOptions<OutputOf<E>>, 'queryKey' | 'queryFn'>

/** A GET endpoint as a cached query. `enabled: false` holds it back; `placeholderData` keeps the former page. */
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

/** Hints may be lost: an answer beside other work is asked for again after this long without any. */
export const longestUnreadMs = 60_000

/** Calls `look` at once and every `paceMs` while the page is shown, again when `key` changes; never without a pace. */
export function usePace(paceMs: number | undefined, key: string, look: () => void): void {
  const lookIfShown = useEffectEvent(() => {
    if (!document.hidden) look()
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is looked at
  useEffect(() => {
    if (paceMs === undefined) return
    lookIfShown()
    const timer = setInterval(() => lookIfShown(), paceMs)
    return () => clearInterval(timer)
  }, [paceMs, key])
}

/**
 * As `useEndpoint`, but where a pace is given, hints cause a read no sooner than that, and not while the page is
 * hidden: for a figure that stands beside other work all day. What another part of the page reads, it shows at once.
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
    // What fails is asked again at the next turn.
    read(endpoint, input, { staleMs: longestUnreadMs }).catch(() => undefined)
  })
  return useEndpoint(endpoint, input, { ...options, enabled: enabled && !isPaced })
}

interface ChangeOptions<E extends Endpoint> {
  /** Domains whose answers this change touches, beside the endpoint's own. */
  evicts?: readonly string[]
  onSuccess?: (answer: OutputOf<E>, input: InputOf<E>) => void
  onError?: (error: Error, input: InputOf<E>) => void
}

/**
 * A changing endpoint as a mutation. Shows its answer wherever the record is listed, and evicts what it touches, also after
 * a refusal: what is shown was old then.
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
