import { listZones, type Zone } from '@rumbo/contract/places.zones.contract'
import { useMemo } from 'react'
import { useEndpoint } from '../app/data/use-data.ts'

const pageSize = 100

/** All zones of a fleet, by name; up to three pages, as many as a fleet may have. */
export function useZones(fleetId: string) {
  const query = (page: number) => ({ query: { fleetId, page, size: pageSize } })
  const first = useEndpoint(listZones, query(1))
  const total = first.data?.total ?? 0
  const second = useEndpoint(listZones, query(2), { enabled: total > pageSize })
  const third = useEndpoint(listZones, query(3), { enabled: total > 2 * pageSize })
  const pages = [first.data, second.data, third.data] as const
  const [one, two, three] = pages
  const zones = useMemo<readonly Zone[]>(
    () => [one, two, three].flatMap((page) => page?.items ?? []),
    [one, two, three],
  )
  return { zones, isLoaded: first.data !== undefined, error: first.error, refetch: first.refetch }
}
