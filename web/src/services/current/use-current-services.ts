import type { LiveVehicle } from '@rumbo/contract/live.contract'
import { readArrivals } from '@rumbo/contract/places.roads.contract'
import { type CurrentService, listCurrentServices } from '@rumbo/contract/services.current.contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useCan, useFeatures } from '../../app/client-context.tsx'
import { useData, usePacedEndpoint } from '../../app/data/use-data.ts'
import { isStale } from '../../map/map-model.ts'
import { nowMs, useNow } from '../../ui/clock.ts'
import { usePlaceOf, useRoutesAhead } from '../route/use-routes-ahead.ts'
import { type Arrival, arrivalIn, type CurrentWork, estimateArrival, workByVehicle } from './current.rules.ts'

/** At most one read in this time, however many services change. */
const paceMs = 2000
const arrivalMs = 30_000

export type CurrentServices = ReadonlyMap<string, CurrentWork>

/**
 * The current service of each vehicle of a fleet, or of all fleets shown if it is one of them, by vehicle; follows
 * changes by others. Null for those who may not see services there, and until it is known.
 */
export function useCurrentServices(fleetId: string | null): CurrentServices | null {
  const can = useCan()
  const query = usePlaceOf(fleetId)
  const isAllowed = useFeatures().includes('services') && can('services.read')
  const { data } = usePacedEndpoint(
    listCurrentServices,
    { query },
    { enabled: isAllowed && fleetId !== null, paceMs },
  )
  const routes = useRoutesAhead(fleetId)
  return useMemo(
    () => (data && isAllowed ? workByVehicle(data.items, routes) : null),
    [data, routes, isAllowed],
  )
}

/**
 * How soon a vehicle reaches the next stop of its service: by road, repeated twice a minute, and an estimate until the
 * first answer or where there is none.
 */
export function useArrival(vehicle: LiveVehicle, service: CurrentService | undefined): Arrival | null {
  const { call } = useData()
  const can = useCan()
  useNow(5)
  const stop = service?.nextStop ?? null
  const { id, latitude, longitude } = vehicle
  const isKnown = latitude !== null && longitude !== null && !isStale(vehicle, nowMs())
  const { data } = useQuery({
    queryKey: [readArrivals.name, 'nextStop', id, service?.serviceId, stop?.number],
    enabled: stop !== null && isKnown && can('roads.read'),
    refetchInterval: arrivalMs,
    queryFn: async ({ signal }) => {
      if (stop === null || latitude === null || longitude === null) return null
      const target = { latitude: stop.latitude, longitude: stop.longitude }
      const answer = await call(
        readArrivals,
        { body: { target, sources: [{ id, latitude, longitude }] } },
        { signal },
      )
      const [first] = answer.arrivals
      return first === undefined ? null : arrivalIn(first.durationSeconds, first.isEstimate)
    },
  })
  if (service === undefined || !isKnown) return null
  return data ?? estimateArrival(vehicle, service, nowMs())
}
