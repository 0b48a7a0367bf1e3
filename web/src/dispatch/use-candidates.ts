import { listBest, listCandidates } from '@rumbo/contract/dispatch.contract'
import type { OutputOf } from '@rumbo/contract/endpoint'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import { useSpaced } from '../app/data/use-spaced.ts'
import { hintSpacing } from './monitor-reads.ts'

/** Candidates, best first; the previous list stays on screen while a newer one loads. */
export function useCandidates(serviceId: string | null) {
  return useEndpoint(
    listCandidates,
    { params: { serviceId: serviceId ?? '-' } },
    { enabled: serviceId !== null, placeholderData: keepPreviousData, meta: hintSpacing.candidates },
  )
}

export type Best = OutputOf<typeof listBest>['items'][number]['best']

/**
 * The best vehicle of each service, in one call; services without an answer yet are omitted. Where the services change all
 * the time, they are asked for every ten seconds.
 */
export function useBest(serviceIds: readonly string[], { enabled }: { enabled: boolean }) {
  const asked = useSpaced(serviceIds.join(' '), hintSpacing.best.hintSpacingMs)
  const { data } = useEndpoint(
    listBest,
    { query: { serviceId: asked.split(' ') } },
    { enabled: enabled && asked !== '', placeholderData: keepPreviousData, meta: hintSpacing.best },
  )
  return useMemo(
    () => new Map<string, Best>(data?.items.map(({ serviceId, best }) => [serviceId, best])),
    [data],
  )
}
