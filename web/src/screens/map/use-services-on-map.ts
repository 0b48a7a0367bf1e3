import { finalStatuses, listServices, type Service, serviceStatuses } from '@rumbo/contract/services.contract'
import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryKeyOf } from '../../app/data.ts'
import { useData, useEndpoint } from '../../app/use-data.ts'
import type { MapPin } from '../../map/map-model.ts'
import { useText } from '../../ui/i18n.tsx'
import { nextStopOf } from './next-stop.ts'

/** What the list endpoint gives at once. */
const pageSize = 100
/** More pins than this are a carpet, and their list is fetched anew with every change of a service. */
export const mostServices = 500
const ends: ReadonlySet<string> = new Set(finalStatuses)
const openStatuses = serviceStatuses.filter((status) => !ends.has(status))
const none: readonly Service[] = []

export interface ServicesOnMap {
  /** The first dispatched first. */
  services: readonly Service[]
  pins: readonly MapPin[]
  /** How many are open, shown or not. */
  total: number
  isLoading: boolean
  hasFailed: boolean
  retry: () => void
}

type Page = { items: Service[]; total: number }
/** Outside of render, so that what is gathered keeps its identity while the answers are the same. */
const gather = (answers: UseQueryResult<Page>[]) => ({
  items: answers.flatMap(({ data }) => data?.items ?? []),
  isLoading: answers.some(({ isPending, isError }) => isPending && !isError),
  hasFailed: answers.some(({ isError }) => isError),
})

/** The fleet's services that are not over, up to `mostServices`, and a pin for each at its next stop. */
export function useServicesOnMap(fleetId: string, isOn: boolean): ServicesOnMap {
  const { t } = useText()
  const { call, evict } = useData()
  const page = (number: number) => ({
    query: {
      ...{ fleetId, status: openStatuses, sort: 'dispatchTime' as const, order: 'asc' as const },
      ...{ size: pageSize, page: number },
    },
  })
  const first = useEndpoint(listServices, page(1), { enabled: isOn })
  const total = first.data?.total ?? 0
  const pages = Math.ceil(Math.min(total, mostServices) / pageSize)
  const rest = useQueries({
    queries: Array.from({ length: isOn ? Math.max(0, pages - 1) : 0 }, (_, index) => ({
      queryKey: queryKeyOf(listServices, page(index + 2)),
      queryFn: ({ signal }: { signal: AbortSignal }) => call(listServices, page(index + 2), { signal }),
    })),
    combine: gather,
  })
  const begin = first.data?.items
  const services = useMemo(
    // A service that moved to another page between two answers is there twice.
    () =>
      isOn && begin ? [...new Map([...begin, ...rest.items].map((each) => [each.id, each])).values()] : none,
    [isOn, begin, rest.items],
  )
  const pins = useMemo(
    () =>
      services.flatMap((service) => {
        const next = nextStopOf(service)
        if (next === null) return []
        const { stop, letter } = next
        const label = `${service.serviceNumber} · ${t(`services.status.${service.status}`)}`
        return [{ id: service.id, letter, label, latitude: stop.latitude, longitude: stop.longitude }]
      }),
    [services, t],
  )
  return {
    ...{ services, pins, total },
    isLoading: first.isLoading || rest.isLoading,
    hasFailed: first.isError || rest.hasFailed,
    retry: () => evict(['services']),
  }
}
