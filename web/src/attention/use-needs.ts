import { listCommands } from '@rumbo/contract/commands.contract'
import { listServiceNeeds } from '@rumbo/contract/dispatch.contract'
import { listEvents } from '@rumbo/contract/events.contract'
import { listServiceSeries } from '@rumbo/contract/services.series.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { useEffect, useEffectEvent, useState } from 'react'
import { useCan, useFeatures, useWorkspace } from '../app/client-context.tsx'
import { useEndpoint } from '../app/data/use-data.ts'
import { usePages } from '../app/data/use-pages.ts'
import type { FleetSelection } from '../app/session/workspace.ts'
import { useLive } from '../live/use-live.ts'
import { nowMs, useNow } from '../ui/clock.ts'
import { isRecentFailure, needIdOfService, paperNeedDays, rankNeeds } from './needs.rules.ts'
import { useHandledNeeds } from './use-handled-needs.ts'

const pageSize = 100
/** Milliseconds added to the server's time, so that it has passed on the server too. */
const answeredAfterMs = 500
/** Maximum delay of a browser's timer, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1
/** Intervals in milliseconds: services change all the time, papers by the day, the rest rarely. */
const besidePaces = { servicesMs: 15_000, papersMs: 60_000, restMs: 3_000 }

/**
 * The items that need this user's attention in the fleets shown, for the list and the menu's count. Each part is read
 * separately, so that a failing one does not affect the others, after hints and every `refetchInterval`; on other
 * pages at a lower rate.
 */
export function useNeeds(
  { id, query }: Pick<FleetSelection, 'id' | 'query'>,
  { isBeside = false, ...look }: { refetchInterval?: number; isBeside?: boolean } = {},
) {
  const servicesLook = { ...look, paceMs: isBeside ? besidePaces.servicesMs : undefined }
  const restLook = { ...look, paceMs: isBeside ? besidePaces.restMs : undefined }
  const now = useNow(1)
  const { isHandled } = useHandledNeeds()
  const features = useFeatures()
  const can = useCan()
  const { store } = useLive()
  const mayServices = can('services.read') && features.includes('services')
  const mayEvents = can('events.read') && features.includes('events')
  const mayCommands = can('commands.query') && features.includes('commands')
  // Of use to those who can renew them.
  const mayPapers = can('vehicles.edit')
  const timeZone = useWorkspace().company?.timeZone ?? 'UTC'
  const [pages, setPages] = useState({ id, count: 1 })
  if (pages.id !== id) setPages({ id, count: 1 })
  const [commandPages, setCommandPages] = useState(1)
  const events = usePages(
    listEvents,
    {
      query: {
        ...query,
        status: ['active'],
        severity: ['warning', 'critical'],
        size: pageSize,
        sort: 'severity',
        order: 'desc',
      },
    },
    pages.count,
    { ...restLook, enabled: mayEvents },
  )
  const services = usePages(listServiceNeeds, { query: { ...query, size: pageSize } }, pages.count, {
    ...servicesLook,
    idOf: needIdOfService,
    enabled: mayServices,
  })
  const series = useEndpoint(
    listServiceSeries,
    { query: { ...query, isFailing: 'true' } },
    { ...restLook, enabled: mayServices },
  )
  const commands = usePages(
    listCommands,
    { query: { ...query, status: ['failed', 'expired'], size: 25, sort: 'createdAt', order: 'desc' } },
    commandPages,
    { ...restLook, enabled: mayCommands },
  )
  const papers = usePages(
    listVehicles,
    { query: { ...query, expiresWithinDays: paperNeedDays, size: pageSize, sort: 'expiry', order: 'asc' } },
    pages.count,
    { ...look, paceMs: isBeside ? besidePaces.papersMs : undefined, enabled: mayPapers },
  )
  const parts = [events, services, series, commands, papers]
  const lastCommand = commands.items?.at(-1)
  const isCommandsCut =
    commands.hasMore && !commands.isLoading && lastCommand !== undefined && isRecentFailure(lastCommand, now)
  useEffect(() => {
    if (isCommandsCut) setCommandPages((count) => count + 1)
  }, [isCommandsCut])
  // Services become overdue by time alone: the server reports when the next one will.
  const changesAt = services.first?.changesAt
  // Where many services wait, one of them becomes overdue all the time.
  const restMs = isBeside ? besidePaces.servicesMs : 0
  const refetchServices = useEffectEvent(() => services.refetch())
  useEffect(() => {
    if (!changesAt) return
    const timer = setTimeout(
      () => void refetchServices(),
      Math.min(Math.max(Date.parse(changesAt) - nowMs(), restMs) + answeredAfterMs, maxTimerMs),
    )
    return () => clearTimeout(timer)
  }, [changesAt, restMs])
  const part = <Item>({
    items,
    total,
  }: {
    items: readonly Item[] | undefined
    total: number | undefined
  }) => ({
    items: items ?? [],
    total: total ?? 0,
  })
  return {
    ...rankNeeds(
      {
        events: part(events),
        services: part(services),
        series: part({ items: series.data?.items, total: series.data?.items.length }),
        commands: part(commands),
        papers: part(papers),
        timeZone,
        vehicleOf: store.vehicle,
      },
      isHandled,
      now,
    ),
    /** Reads the next page of the lists that are not fully loaded. */
    more: () => setPages({ id, count: pages.count + 1 }),
    isAny: mayServices || mayEvents || mayCommands || mayPapers,
    isLoading: parts.some(({ isLoading }) => isLoading),
    failed: parts.find(({ isError }) => isError),
    retry: () => {
      for (const each of parts) if (each.isError) void each.refetch()
    },
  }
}
