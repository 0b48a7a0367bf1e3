import type { PlaceQuery } from '@rumbo/contract/lists'
import { listRoutesAhead, type RouteAhead } from '@rumbo/contract/planning.ahead.contract'
import { useMemo } from 'react'
import { useCan, useFeatures, useFleetSelection } from '../../app/client-context.tsx'
import { usePacedEndpoint } from '../../app/data/use-data.ts'

/** At most one read in this time, however many services change. */
const paceMs = 5_000

/** A fleet, or all fleets shown if it is one of them. */
export function usePlaceOf(fleetId: string | null): PlaceQuery {
  const selection = useFleetSelection()
  return selection?.fleetIds.includes(fleetId ?? '') ? selection.query : { fleetId: fleetId ?? '' }
}

/**
 * How many services published plans still give each vehicle of a fleet, or of all fleets shown if it is one of them, by
 * vehicle. Empty for those who may not read plans there, and until it is known.
 */
export function useRoutesAhead(fleetId: string | null): ReadonlyMap<string, RouteAhead> {
  const can = useCan()
  const query = usePlaceOf(fleetId)
  const isAllowed = useFeatures().includes('dispatch') && can('planning.read')
  const { data } = usePacedEndpoint(
    listRoutesAhead,
    { query },
    { enabled: isAllowed && fleetId !== null, paceMs },
  )
  return useMemo(
    () => new Map((isAllowed ? (data?.items ?? []) : []).map((one) => [one.vehicleId, one])),
    [data, isAllowed],
  )
}
