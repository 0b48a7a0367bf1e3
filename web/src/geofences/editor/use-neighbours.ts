import { mapFences } from '@rumbo/contract/geofences.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEndpoint } from '../../app/data/use-data.ts'

const keptMs = 60_000

/** The other active fences of the fleet; where there are too many, those in view. */
export function useNeighbours(fleetId: string, fenceId: string | null, bounds: Bounds | null) {
  const all = useEndpoint(mapFences, { query: { fleetId } }, { staleTime: keptMs })
  const areTooMany = all.data?.isComplete === false
  const inView = useEndpoint(
    mapFences,
    { query: { fleetId, ...bounds } },
    { enabled: areTooMany && bounds !== null, staleTime: keptMs, placeholderData: keepPreviousData },
  )
  const items = (areTooMany ? inView.data : all.data)?.items
  return useMemo(() => (items ?? []).filter(({ id }) => id !== fenceId), [items, fenceId])
}
