import { listBest, listCandidates, maxBest, readQueue, listServiceNeeds } from '@rumbo/contract/dispatch.contract'
import { listPredictions } from '@rumbo/contract/dispatch.lateness.contract'
import { listSearches } from '@rumbo/contract/dispatch.offers.contract'
import type { Endpoint, InputOf } from '@rumbo/contract/endpoint'
import type { ServerMessage } from '@rumbo/contract/live.contract'
import { listServices, type Service } from '@rumbo/contract/services.contract'
import { listServiceSeries } from '@rumbo/contract/services.series.contract'
import { createDataLayer, queryKeyOf } from '@rumbo/web/app/data/data'
import { createHttp } from '@rumbo/web/app/data/http'
import type { SocketLike } from '@rumbo/web/live/live.socket'
import { createLive } from '@rumbo/web/live/live'
import { QueryObserver } from '@tanstack/react-query'
import { WebSocket } from 'ws'
import { answerCalls } from '../harness/child.ts'

// Opens monitors as browsers do: the application's own HTTP client, data layer and live stream, and the reads of its
// dispatch monitor and of the shell around it, without drawing anything.

export interface MonitorsOptions {
  origin: string
  fleetId: string
  /** One a monitor. */
  accessTokens: readonly string[]
  /** How many of them have a service chosen. */
  choosing: number
}

interface Monitor {
  close(): void
}
let calls: Record<string, number> = {}
let bytes = { http: 0, live: 0 }
let monitors: Monitor[] = []

function openMonitor({ origin, fleetId }: MonitorsOptions, token: string, isChoosing: boolean): Monitor {
  const fetchCounted: typeof globalThis.fetch = async (input, init) => {
    const path = String(input).split('?')[0]?.replace(/[0-9a-f-]{36}/, ':id') ?? ''
    calls[path] = (calls[path] ?? 0) + 1
    const response = await globalThis.fetch(origin + String(input), init)
    const text = await response.text()
    bytes.http += text.length
    return new Response(text, response)
  }
  const http = createHttp({
    fetch: fetchCounted,
    session: { token: () => token, settle: async () => undefined, unauthorised: () => undefined },
  })
  const data = createDataLayer(http)
  const live = createLive({
    connect: () => {
      const socket = new WebSocket(`${origin.replace('http', 'ws')}/v1/live`, { headers: { origin } })
      const like: SocketLike = {
        send: (text) => socket.send(text),
        close: () => socket.close(),
        onopen: null,
        onmessage: null,
        onclose: null,
        onerror: null,
      }
      socket.on('open', () => like.onopen?.())
      socket.on('message', (message: Buffer) => {
        bytes.live += message.length
        like.onmessage?.({ data: message.toString() })
      })
      socket.on('close', (code) => like.onclose?.({ code }))
      socket.on('error', () => like.onerror?.())
      return like
    },
    token: () => token,
    onStale: data.evictHints,
    onRefused: async () => undefined,
    onClock: () => undefined,
    schedule: (work) => void setTimeout(work, 16),
  })
  const timers: NodeJS.Timeout[] = []
  const left: (() => void)[] = []
  const place = { fleetId }
  function show<E extends Endpoint>(endpoint: E, input: InputOf<E>) {
    const observer = new QueryObserver(data.queryClient, {
      queryKey: queryKeyOf(endpoint, input),
      queryFn: ({ signal }: { signal: AbortSignal }) => data.call(endpoint, input, { signal }),
    })
    const leave = observer.subscribe(() => undefined)
    left.push(leave)
    return observer
  }
  function pace<E extends Endpoint>(endpoint: E, input: InputOf<E>, ms: number) {
    const read = () => void data.read(endpoint, input, { staleMs: 60_000 }).catch(() => undefined)
    read()
    timers.push(setInterval(read, ms))
  }
  const size = 100
  const waiting = show(listServices, {
    query: { ...place, size, status: ['on_dispatch'], sort: 'risk' },
  })
  show(listServices, {
    query: { ...place, size, status: ['vehicle_assigned', 'in_progress'], sort: 'risk' },
  })
  show(listServices, {
    query: { ...place, status: ['created'], sort: 'dispatchTime', order: 'asc', size: 20 },
  })
  show(readQueue, { query: place })
  show(listServiceSeries, { query: { ...place, isFailing: 'true' } })
  pace(listServiceNeeds, { query: { ...place, size } }, 15_000)
  pace(listSearches, { query: place }, 2_000)
  pace(listPredictions, { query: place }, 15_000)
  let bestOf = ''
  let leaveBest = () => undefined as void
  let chosen = ''
  left.push(
    waiting.subscribe(({ data: answer }) => {
      const items = (answer as { items: Service[] } | undefined)?.items ?? []
      const serviceId = items.slice(0, maxBest).map(({ id }) => id)
      if (serviceId.length > 0 && serviceId.join() !== bestOf) {
        bestOf = serviceId.join()
        leaveBest()
        const input = { query: { serviceId } }
        leaveBest = new QueryObserver(data.queryClient, {
          queryKey: queryKeyOf(listBest, input),
          queryFn: ({ signal }: { signal: AbortSignal }) => data.call(listBest, input, { signal }),
        }).subscribe(() => undefined)
      }
      if (isChoosing && chosen === '' && items[40]) {
        chosen = items[40].id
        show(listCandidates, { params: { serviceId: chosen } })
      }
    }),
  )
  live.start()
  live.watch([fleetId])
  return {
    close() {
      for (const timer of timers) clearInterval(timer)
      for (const leave of left) leave()
      leaveBest()
      live.stop()
      data.clear()
    },
  }
}

answerCalls({
  open(options: MonitorsOptions) {
    monitors = options.accessTokens.map((token, at) => openMonitor(options, token, at < options.choosing))
  },
  /** Calls by path and bytes received since the last call. */
  counts() {
    const counted = { calls, bytes }
    calls = {}
    bytes = { http: 0, live: 0 }
    return counted
  },
  close() {
    for (const monitor of monitors) monitor.close()
    monitors = []
  },
})
