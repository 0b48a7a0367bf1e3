import { type LimitRefusal, maxWatchedFleets, presentMs, type StaleHint } from '@rumbo/contract/live.contract'
import type { ServicesMessage } from './following.ts'
import { createInboxStore, type InboxStore } from './inbox.store.ts'
import { createLiveSocket, type LiveConnection, type RefusalCode, type SocketLike } from './live.socket.ts'
import { createLiveStore, type FleetGroup, type LiveStatus, type LiveStore, liveState } from './live.store.ts'
import { createPresenceStore, type PresenceStore } from './presence.store.ts'

export interface LiveOptions {
  connect: () => SocketLike
  token: () => string | null
  onStale: (hints: readonly StaleHint[]) => void
  /** Default: they are dropped. */
  onServices?: (message: ServicesMessage) => void
  onRefused: (code: Exclude<RefusalCode, LimitRefusal>) => Promise<void>
  /** Called with server clock minus browser clock, in milliseconds, when a better estimate is known. */
  onClock: (offsetMs: number) => void
  /** Called when the stream is open for the first time since its start: what changed before was not pushed. */
  onBegin?: () => void
  /** Called when a lost stream is back, or the browser is online again. */
  onReturn?: () => void
  schedule?: (work: () => void) => void
  random?: () => number
}

export interface Live {
  store: LiveStore
  /** Who has which service open. */
  presence: PresenceStore
  /** What waits for the person. */
  inbox: InboxStore
  start: () => void
  stop: () => void
  /** @param together fleets among them that are shown as one */
  watch: (fleetIds: readonly string[], together?: FleetGroup) => void
  /** Receives the open services of these fleets by `onServices`, until they are replaced. */
  follow: (fleetIds: readonly string[]) => void
  renewToken: (token: string) => void
  reconnectNow: () => void
  /** The connection state and when the last message arrived; the same object until one of them changed. */
  status: () => LiveStatus
  subscribeStatus: (listener: () => void) => () => void
}

/** A smaller difference in milliseconds is ignored: it is the network's delay. */
const clockToleranceMs = 250

/** Socket and store together: the only live stream of the page. */
export function createLive(options: LiveOptions): Live {
  const { schedule = (work) => void requestAnimationFrame(work) } = options
  const store = createLiveStore({ schedule })
  const inbox = createInboxStore()
  const listeners = new Set<() => void>()
  let connection: LiveConnection = 'stopped'
  let wasLost = false
  let hasBegun = false
  let lastMessageAtMs: number | null = null
  let offsetMs = 0
  let limit: LimitRefusal | null = null
  let status: LiveStatus = { state: 'offline', limit: null, lastMessageAt: null }
  let ticking: ReturnType<typeof setInterval> | undefined

  function refresh(): void {
    const hasNetwork = typeof navigator === 'undefined' || navigator.onLine !== false
    const state = liveState(connection, lastMessageAtMs, Date.now(), hasNetwork)
    const lastMessageAt = lastMessageAtMs === null ? null : lastMessageAtMs + offsetMs
    if (status.state === state && status.lastMessageAt === lastMessageAt) return
    status = { state, limit: state === 'paused' ? limit : null, lastMessageAt }
    for (const listener of listeners) listener()
  }

  const socket = createLiveSocket({
    connect: options.connect,
    token: options.token,
    random: options.random,
    onSnapshot: store.applySnapshot,
    onChanges: store.applyChanges,
    onPresent: (channel, people) => presence.apply(channel, people),
    onStale: options.onStale,
    onServices: options.onServices,
    onInbox: inbox.apply,
    onRefused: options.onRefused,
    onLimit: (next) => {
      limit = next
    },
    onMessage: (serverNowMs) => {
      lastMessageAtMs = Date.now()
      if (serverNowMs !== null && Math.abs(serverNowMs - lastMessageAtMs - offsetMs) > clockToleranceMs) {
        offsetMs = serverNowMs - lastMessageAtMs
        options.onClock(offsetMs)
      }
      refresh()
    },
    onConnection: (next) => {
      connection = next
      refresh()
      if (next === 'open') presence.repeat()
      if (next === 'open' && wasLost) {
        // What changed meanwhile was not pushed: the counts are read again.
        inbox.clear()
        options.onReturn?.()
      } else if (next === 'open' && !hasBegun) options.onBegin?.()
      if (next === 'open') hasBegun = true
      if (next === 'stopped') hasBegun = false
      if (next !== 'connecting') wasLost = next === 'waiting' || next === 'paused'
    },
  })
  const presence = createPresenceStore({ announce: socket.present, everyMs: presentMs })
  const online = () => {
    options.onReturn?.()
    if (connection !== 'paused') socket.reconnectNow()
  }

  return {
    store,
    presence,
    inbox,
    start: () => {
      ticking ??= setInterval(refresh, 1000)
      globalThis.addEventListener?.('online', online)
      globalThis.addEventListener?.('offline', refresh)
      socket.start()
    },
    stop: () => {
      clearInterval(ticking)
      ticking = undefined
      globalThis.removeEventListener?.('online', online)
      globalThis.removeEventListener?.('offline', refresh)
      socket.stop()
      lastMessageAtMs = null
      store.retainOnly([])
      presence.retainOnly([])
      inbox.clear()
      refresh()
    },
    watch: (fleetIds, together) => {
      const watched = fleetIds.slice(0, maxWatchedFleets)
      socket.watch(watched)
      presence.retainOnly(watched)
      store.retainOnly(
        watched,
        together && { ...together, fleetIds: together.fleetIds.filter((id) => watched.includes(id)) },
      )
    },
    follow: (fleetIds) => socket.follow(fleetIds.slice(0, maxWatchedFleets)),
    renewToken: socket.renewToken,
    reconnectNow: socket.reconnectNow,
    status: () => status,
    subscribeStatus: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
