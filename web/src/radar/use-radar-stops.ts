import { listServices } from '@rumbo/contract/services.contract'
import { isStopDone } from '@rumbo/contract/services.rules'
import { useCan, useFeatures } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'

/** The next stop of a service. */
export interface RadarStop {
  serviceId: string
  serviceNumber: string
  address: string
  latitude: number
  longitude: number
  /** The service has no vehicle yet. */
  isWaiting: boolean
}

/** The next stops of a fleet's open services: those waiting for a vehicle first, newest first within each group. */
export function useRadarStops(fleetId: string | null): readonly RadarStop[] | undefined {
  const can = useCan()
  const maySee = useFeatures().includes('services') && can('services.read')
  const query = { fleetId: fleetId ?? '', size: 50, sort: 'createdAt', order: 'desc' } as const
  const options = { enabled: maySee && fleetId !== null }
  // Requested separately, because services under way would push them off the page.
  const waiting = useEndpoint(listServices, { query: { ...query, status: ['on_dispatch'] } }, options)
  const underWay = useEndpoint(
    listServices,
    { query: { ...query, status: ['vehicle_assigned', 'in_progress'] } },
    options,
  )
  if (!maySee) return undefined
  const found = [...(waiting.data?.items ?? []), ...(underWay.data?.items ?? [])]
  // A service that gets its vehicle between the two answers is in both; the later answer wins.
  const services = [...new Map(found.map((service) => [service.id, service])).values()]
  return services.flatMap(({ id, serviceNumber, status, plannedStops, executedStops }) => {
    const behind = new Set(executedStops.filter(isStopDone).map((done) => done.id))
    const stop = plannedStops.find((planned) => !behind.has(planned.id)) ?? plannedStops.at(-1)
    if (stop === undefined) return []
    const { address, latitude, longitude } = stop
    const isWaiting = status === 'on_dispatch'
    return [{ serviceId: id, serviceNumber: String(serviceNumber), address, latitude, longitude, isWaiting }]
  })
}
