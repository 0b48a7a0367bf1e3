import type { Bounds } from '@rumbo/contract/lists'
import {
  countServices,
  finalStatuses,
  listServices,
  readService,
  type Service,
  serviceStatuses,
} from '@rumbo/contract/services.contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { isWorthRetrying } from '../app/data/problems.ts'
import { useData, useEndpoint } from '../app/data/use-data.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import type { MapPin } from '../map/map-model.ts'
import { useText } from '../ui/i18n.tsx'
import { nextStopOf } from './next-stop.ts'

/** Maximum page size of the list endpoint. */
const pageSize = 100
/** More pins would be unreadable, and their list is read again at every change of a service. */
export const maxServices = 500
const ends: ReadonlySet<string> = new Set(finalStatuses)
const openStatuses = serviceStatuses.filter((status) => !ends.has(status))
const none: readonly Service[] = []

export interface ServicesOnMap {
  /** Earliest dispatch first. */
  services: readonly Service[]
  /** Includes the chosen service, wherever it is. */
  pins: readonly MapPin[]
  /** The number of open services in the requested area, shown or not. */
  total: number
  /** Only the visible area was requested, not the whole fleet. */
  isOfView: boolean
  /** The number of open services in the whole fleet; null while unknown, or if the whole fleet was requested. */
  ofFleet: number | null
  /** In view or not, open or not. */
  chosen: Service | undefined
  /** Why the chosen service could not be read. */
  chosenError: Error | null
  /** The chosen service could not be read, belongs to another fleet, or has no next stop. */
  isMissing: boolean
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

interface OpenServices {
  items: readonly Service[]
  total: number
}

interface Asked {
  fleets: FleetSelection
  isOn: boolean
  /** Null for the whole fleet; undefined while unknown. */
  bounds: Bounds | null | undefined
  chosenId: string | null
}

/**
 * The fleet's open services whose next stop is in view, up to `maxServices`, each with a pin. The previous ones stay
 * until those of another view are loaded.
 */
export function useServicesOnMap({ fleets, isOn, bounds, chosenId }: Asked): ServicesOnMap {
  const { t } = useText()
  const { call, evict } = useData()
  const answer = useQuery<OpenServices>({
    queryKey: [listServices.name, { ...fleets.query, bounds }, 'open'],
    enabled: isOn && bounds !== undefined,
    queryFn: async ({ signal }) => {
      const read = (page: number) =>
        call(
          listServices,
          {
            query: {
              ...fleets.query,
              status: openStatuses,
              sort: 'dispatchTime',
              order: 'asc',
              size: pageSize,
              page,
              ...bounds,
            },
          },
          { signal },
        )
      const { items, total } = await read(1)
      const pages = Math.ceil(Math.min(total, maxServices) / pageSize)
      const rest = await Promise.all(Array.from({ length: Math.max(0, pages - 1) }, (_, at) => read(at + 2)))
      const all = [...items, ...rest.flatMap((page) => page.items)]
      // A service that moved to another page between two answers occurs twice.
      return { items: [...new Map(all.map((each) => [each.id, each])).values()], total }
    },
  })
  const [known, setKnown] = useState<{ shownId: string; data: OpenServices } | null>(null)
  if (answer.data && (known?.data !== answer.data || known.shownId !== fleets.id))
    setKnown({ shownId: fleets.id, data: answer.data })
  const held = isOn && known?.shownId === fleets.id ? known.data : null
  const services = held?.items ?? none

  const counts = useEndpoint(countServices, { query: fleets.query }, { enabled: isOn && bounds !== null })
  const ofFleet = counts.data
    ? openStatuses.reduce((sum, status) => sum + (counts.data.counts[status] ?? 0), 0)
    : null

  const listed = services.find(({ id }) => id === chosenId)
  const read = useEndpoint(
    readService,
    { params: { id: chosenId ?? '' } },
    { enabled: isOn && chosenId !== null && listed === undefined && (held !== null || answer.isError) },
  )
  // The last known record stays until it is read again, unless it may no longer be read.
  const [last, setLast] = useState<Service | undefined>(undefined)
  const isRefused = read.isError && !isWorthRetrying(read.error)
  const unlisted = isRefused ? [] : read.isFetching ? [last, read.data] : [read.data, last]
  const chosen =
    listed ??
    (isOn
      ? unlisted.find((each) => each?.id === chosenId && fleets.fleetIds.includes(each.fleetId))
      : undefined)
  if ((chosen || isRefused) && last !== chosen) setLast(chosen)

  const pins = useMemo(
    () =>
      (chosen === undefined || services.includes(chosen) ? services : [...services, chosen]).flatMap(
        (service) => {
          const next = nextStopOf(service)
          if (next === null) return []
          const { stop, letter } = next
          const shortLabel = String(service.serviceNumber)
          const label = `${shortLabel} · ${t(`services.status.${service.status}`)}`
          const { latitude, longitude } = stop
          return [{ id: service.id, letter, label, shortLabel, latitude, longitude }]
        },
      ),
    [services, chosen, t],
  )
  const total = held?.total ?? 0
  const isLooking = (held === null && !answer.isError) || (listed === undefined && read.isFetching)
  return {
    services,
    pins,
    total,
    chosen,
    chosenError: chosen === undefined ? read.error : null,
    isMissing: isOn && chosenId !== null && !isLooking && !pins.some(({ id }) => id === chosenId),
    isOfView: bounds !== null,
    // Two answers may be from different moments: the fleet has at least what is in view.
    ofFleet: ofFleet === null || bounds === null ? null : Math.max(ofFleet, total),
    isLoading: held === null && !answer.isError,
    hasFailed: answer.isError,
    retry: () => evict(['services']),
  }
}
