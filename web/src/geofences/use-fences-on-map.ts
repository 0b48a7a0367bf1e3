import { mapFences } from '@rumbo/contract/geofences.contract'
import type { Bounds } from '@rumbo/contract/lists'
import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'
import type { MapArea } from '../map/map-model.ts'
import { areaOf } from './fence-area.ts'

const noFences: readonly never[] = []

/**
 * The active fences of a fleet for a map, thinned: all of them, or where there are too many those in view.
 * @param bounds the view; null until the map is at rest
 */
export function useFencesOnMap(fleetId: string, bounds: Bounds | null, isOn: boolean) {
  const all = useEndpoint(mapFences, { query: { fleetId } }, { enabled: isOn && fleetId !== '' })
  const areTooMany = all.data?.isComplete === false
  const inView = useEndpoint(
    mapFences,
    { query: { fleetId, ...bounds } },
    { enabled: isOn && areTooMany && bounds !== null, placeholderData: keepPreviousData },
  )
  return {
    fences: isOn ? ((areTooMany ? inView.data : all.data)?.items ?? noFences) : noFences,
    /** False until they were read. */
    isRead: all.data !== undefined,
    /** The view has more than are shown. */
    hasMore: areTooMany && inView.data?.isComplete === false,
  }
}

const noAreas: readonly MapArea[] = []

/** The same as a layer of another map. */
export function useFenceAreas(fleetId: string, bounds: Bounds | null, isOn: boolean): readonly MapArea[] {
  const { fences } = useFencesOnMap(fleetId, bounds, isOn)
  return useMemo(() => (fences.length === 0 ? noAreas : fences.map((fence) => areaOf(fence))), [fences])
}
