import { setTimeout as pause } from 'node:timers/promises'
import { listCommands } from '@rumbo/contract/commands.contract'
import {
  listBest,
  listCandidates,
  listServiceNeeds,
  maxBest,
  readQueue,
} from '@rumbo/contract/dispatch.contract'
import { readDispatchSettings } from '@rumbo/contract/dispatch.engine.contract'
import { listPredictions } from '@rumbo/contract/dispatch.lateness.contract'
import { listSearches } from '@rumbo/contract/dispatch.offers.contract'
import type { Endpoint, InputOf } from '@rumbo/contract/endpoint'
import { listEvents } from '@rumbo/contract/events.contract'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import { listServiceGroups } from '@rumbo/contract/services.groups.contract'
import type { RepeatedSort } from '@rumbo/contract/services.order.rules'
import { listServiceSeries } from '@rumbo/contract/services.series.contract'
import { listVehicles } from '@rumbo/contract/vehicles.contract'
import { createDataLayer, queryKeyOf } from '@rumbo/web/app/data/data'
import { type FollowedServices, followedKeyOf } from '@rumbo/web/app/data/followed'
import { createHttp } from '@rumbo/web/app/data/http'
import {
  createdInput,
  groupsPaceMs,
  hintSpacing,
  predictionsPaceMs,
  runningInput,
  searchesPaceMs,
  waitingInput,
} from '@rumbo/web/dispatch/monitor-reads'
import { listsOf } from '@rumbo/web/dispatch/queue/dispatch.followed.rules'
import { readQueueFilter } from '@rumbo/web/dispatch/queue/queue-filter.rules'
import { createLive } from '@rumbo/web/live/live'
import { QueryObserver } from '@tanstack/react-query'
import { answerCalls } from '../harness/child.ts'
import { connectFrom } from './live-socket.ts'

const openWithinMs = 5_000
const noFilter = readQueueFilter({})

// Opens monitors as browsers do: the application's own HTTP client, data layer, live stream and rules of the lists, and
// the reads of its dispatch monitor and of the shell around it, without drawing anything.

export interface MonitorsOptions {
  origin: string
  fleetId: string
  /** One a monitor. */
  accessTokens: readonly string[]
  /** How many of them have a service chosen. */
  choosing: number
  /** Whether they read lists instead of following the services, as those do who see only part of a fleet. */
  byList: boolean
}
export interface Counted {
  /** Calls by path. */
  calls: Record<string, number>
  failed: number
  httpBytes: number
  liveBytes: number
}

export interface Shown {
  /** Ids of the waiting services, the longest waiting first; null before they arrived. */
  waiting: string[] | null
  /** Of the live stream. */
  state: string
}

interface Monitor {
  isLoading(): boolean
  shown(): Shown
  close(): void
}
const noneCounted = (): Counted => ({ calls: {}, failed: 0, httpBytes: 0, liveBytes: 0 })
let counted = noneCounted()
let monitors: Monitor[] = []

const fetchFrom =
  (origin: string): typeof globalThis.fetch =>
  async (input, init) => {
    const path = String(input)
      .split('?')[0]
      ?.replace(/[0-9a-f-]{36}/, ':id')
    counted.calls[path ?? ''] = (counted.calls[path ?? ''] ?? 0) + 1
    try {
      const response = await globalThis.fetch(origin + String(input), init)
      if (!response.ok) counted.failed += 1
      const text = await response.text()
      counted.httpBytes += text.length
      return new Response(text, response)
    } catch (error) {
      // The page gives up reads of services that it shows no more.
      if (!init?.signal?.aborted) counted.failed += 1
      throw error
    }
  }

function openMonitor(options: MonitorsOptions, token: string, isChoosing: boolean): Monitor {
  const { origin, fleetId, byList } = options
  const place = { fleetId }
  const http = createHttp({
    fetch: fetchFrom(origin),
    session: { token: () => token, settle: async () => undefined, unauthorised: () => undefined },
  })
  const data = createDataLayer(http)
  const live = createLive({
    connect: connectFrom(origin, (bytes) => {
      counted.liveBytes += bytes
    }),
    token: () => token,
    onStale: data.evictHints,
    onServices: data.applyFollowed,
    onRefused: async () => undefined,
    onClock: () => undefined,
    schedule: (work) => void setTimeout(work, 16),
  })
  const timers: NodeJS.Timeout[] = []
  const shown: (() => void)[] = []
  /** As `useEndpoint`. @returns what ends it */
  function show<E extends Endpoint>(endpoint: E, input: InputOf<E>, meta?: Record<string, unknown>) {
    const leave = new QueryObserver(data.queryClient, {
      queryKey: queryKeyOf(endpoint, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => data.call(endpoint, input, { signal }),
      meta,
    }).subscribe(() => undefined)
    shown.push(leave)
    return leave
  }
  /** As `usePacedEndpoint`. */
  function pace<E extends Endpoint>(endpoint: E, input: InputOf<E>, ms: number) {
    const read = () => void data.read(endpoint, input, { staleMs: 60_000 }).catch(() => undefined)
    read()
    timers.push(setInterval(read, ms))
  }
  const lists = [
    show(listServices, waitingInput(place, 'risk', noFilter)),
    show(listServices, runningInput(place, noFilter)),
    show(readQueue, { query: place }),
  ]
  show(listServices, createdInput(place, 1), hintSpacing.created)
  // A fleet with the default settings: dispatched by hand, without repositioning, so that neither is asked for.
  show(readDispatchSettings, { params: place })
  pace(listSearches, { query: place }, searchesPaceMs)
  pace(listPredictions, { query: place }, predictionsPaceMs)
  pace(listServiceGroups, { query: place }, groupsPaceMs)
  // The count of what needs attention, in the menu.
  show(listServiceSeries, { query: { ...place, isFailing: 'true' } })
  pace(listServiceNeeds, { query: { ...place, size: 100 } }, 15_000)
  pace(listEvents, { query: { ...place, status: ['active'], size: 100 } }, 3_000)
  pace(listCommands, { query: { ...place, status: ['failed', 'expired'], size: 25 } }, 3_000)
  pace(listVehicles, { query: { ...place, expiresWithinDays: 30, size: 100 } }, 60_000)

  const waiting = (sort: RepeatedSort = 'risk'): readonly Service[] | null => {
    const followed = data.queryClient.getQueryData<FollowedServices | null>(followedKeyOf(fleetId))
    if (followed) return listsOf(followed.items, sort, Date.now()).waiting
    const key = queryKeyOf(listServices, waitingInput(place, 'risk', noFilter))
    return data.queryClient.getQueryData<{ items: Service[] }>(key)?.items ?? null
  }
  let [bestOf, bestAt, chosen] = ['', 0, '']
  let leaveBest = (): void => undefined
  let leaveCandidates = (): void => undefined
  function draw() {
    if (lists.length > 0 && data.queryClient.getQueryData(followedKeyOf(fleetId)))
      for (const leave of lists.splice(0)) leave()
    const items = waiting() ?? []
    const serviceId = items.slice(0, maxBest).map(({ id }) => id)
    // As `useSpaced`, where the services change all the time.
    const isDue = performance.now() - bestAt >= hintSpacing.best.hintSpacingMs
    if (serviceId.length > 0 && serviceId.join() !== bestOf && (bestOf === '' || isDue)) {
      ;[bestOf, bestAt] = [serviceId.join(), performance.now()]
      leaveBest()
      leaveBest = show(listBest, { query: { serviceId } }, hintSpacing.best)
    }
    const next = items[40]
    if (isChoosing && next && !items.some(({ id }) => id === chosen)) {
      chosen = next.id
      leaveCandidates()
      leaveCandidates = show(listCandidates, { params: { serviceId: chosen } }, hintSpacing.candidates)
    }
  }
  timers.push(setInterval(draw, 500))
  live.start()
  live.watch([fleetId])
  if (!byList) live.follow([fleetId])
  return {
    isLoading: () => data.queryClient.isFetching() > 0,
    shown: () => ({
      waiting: waiting('waitingSince')?.map(({ id }) => id) ?? null,
      state: live.status().state,
    }),
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const leave of shown) leave()
      live.stop()
      data.clear()
    },
  }
}

/** Monitors are opened one after the other, as in a working day. */
async function isLoaded(monitor: Monitor | undefined): Promise<void> {
  const until = performance.now() + openWithinMs
  do await pause(100)
  while (monitor?.isLoading() && performance.now() < until)
}

answerCalls({
  async open(options: MonitorsOptions) {
    const { accessTokens, choosing } = options
    for (const [at, token] of accessTokens.entries()) {
      monitors.push(openMonitor(options, token, at < choosing))
      await isLoaded(monitors.at(-1))
    }
  },
  /** Since the last call. */
  counts() {
    const before = counted
    counted = noneCounted()
    return before
  },
  shown: () => monitors.map((monitor) => monitor.shown()),
  close() {
    for (const monitor of monitors) monitor.close()
    monitors = []
  },
})
