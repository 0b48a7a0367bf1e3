import { isGuest } from '@rumbo/contract/access'
import type { LimitRefusal, StaleHint } from '@rumbo/contract/live.contract'
import { listNotifications } from '@rumbo/contract/notifications.contract'
import { addresses, liveAddress } from '../addresses.ts'
import type { RefusalCode, SocketLike } from '../live/live.socket.ts'
import { createLive, type Live } from '../live/live.ts'
import { createDataLayer, type DataLayer } from './data/data.ts'
import { createHttp, type Http, type Transfers } from './data/http.ts'
import { isWorthRetrying, knownCode } from './data/problems.ts'
import { isAuthenticated, type SessionState } from './session/session.machine.ts'
import { createSession, type Session, type TabChannel, type TabMessage } from './session/session.ts'
import { type AppStorage, createStorage } from './session/storage.ts'
import { createWorkspace, selectionOf, type Workspace } from './session/workspace.ts'

/** Everything a page needs from outside: session, cached calls, company and fleet, live stream. */
export interface Client {
  session: Session
  data: DataLayer
  workspace: Workspace
  live: Live
  storage: AppStorage
  /** Uploads and downloads. */
  transfer: Transfers['transfer']
  /** Restores the session and connects the parts. Returns a function that stops them. */
  start: () => () => void
}

export interface ClientOptions {
  fetch?: typeof globalThis.fetch
  connect?: () => SocketLike
  storage?: AppStorage
  tabs?: TabChannel
  /** Called with server time minus browser time, in milliseconds. */
  onClock?: (offsetMs: number) => void
}

/** When a lost server is back, each browser repeats its queries at a random moment within this time. */
export const returnSpreadMs = 3000

/** A guest sees one vehicle, so companies, fleets and the like are not loaded. */
export const isGuestUser = (state: SessionState): boolean =>
  state.user !== null && isGuest(state.user.access_scopes)

const isFeatureRefusal = (error: unknown): boolean => {
  const code = knownCode(error)
  return code === 'feature_locked' || code === 'feature_off'
}

function browserTabs(): TabChannel | undefined {
  if (typeof BroadcastChannel === 'undefined') return undefined
  const channel = new BroadcastChannel('rumbo.session')
  return {
    post: (message) => channel.postMessage(message),
    listen: (listener) => {
      channel.onmessage = (event: MessageEvent<TabMessage>) => listener(event.data)
    },
  }
}

/** Time for a message to reach the other tabs before the next one acquires the lock. */
const tabMessageDelayMs = 250

/** Runs one refresh at a time: across tabs where the browser supports locks, else within this tab. */
function exclusively<T>(work: () => Promise<T>): Promise<T> {
  const { locks } = globalThis.navigator ?? {}
  if (!locks) return work()
  return new Promise((resolve, reject) => {
    const turn = locks.request('rumbo.refresh', async () => {
      await work().then(resolve, reject)
      await new Promise((done) => setTimeout(done, tabMessageDelayMs))
    })
    turn.catch(reject)
  })
}

/** Creates the parts of the client and connects them. */
export function createClient(options: ClientOptions = {}): Client {
  const storage = options.storage ?? createStorage()
  const fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init))
  const connect =
    options.connect ?? (() => new WebSocket(liveAddress(globalThis.location)) as unknown as SocketLike)

  const call: Http['call'] = (endpoint, input, callOptions) => http.call(endpoint, input, callOptions)
  const session: Session = createSession({
    call,
    storage,
    now: () => Date.now(),
    exclusively,
    tabs: options.tabs ?? browserTabs(),
    onCleared: () => {
      forgetReturn()
      data.clear()
      live.stop()
      workspace.clear()
    },
    onToken: (token) => live.renewToken(token),
    mayWait: () => globalThis.location?.pathname.startsWith(addresses.driver()) ?? false,
  })
  const http = createHttp({ fetch, session })
  /** A refused feature means that this page has an outdated configuration: company and fleet are read again. */
  const watchful: Http = {
    call: async (endpoint, input, callOptions) => {
      try {
        return await http.call(endpoint, input, callOptions)
      } catch (error) {
        if (isFeatureRefusal(error)) reloadWorkspace()
        throw error
      }
    },
  }
  const data = createDataLayer(watchful)
  const workspace = createWorkspace(data, storage)
  const reloadWorkspace = () => {
    if (isAuthenticated(session.state())) void workspace.reload()
  }

  function onStale(hints: readonly StaleHint[]): void {
    data.evictHints(hints)
    const userId = session.state().user?.id
    if (hints.some((hint) => hint.domain === 'organisation')) reloadWorkspace()
    if (hints.some((hint) => hint.domain === 'identity' && hint.id === userId)) void session.renew()
  }

  let returning: ReturnType<typeof setTimeout> | undefined
  function onReturn(): void {
    returning ??= setTimeout(() => {
      returning = undefined
      data.evictHints([{ domain: '*' }])
      if (isWorthRetrying(workspace.state().failure?.error)) reloadWorkspace()
    }, Math.random() * returnSpreadMs)
  }

  function forgetReturn(): void {
    clearTimeout(returning)
    returning = undefined
  }

  async function onRefused(code: Exclude<RefusalCode, LimitRefusal>): Promise<void> {
    if (code === 'malformed' || code === 'overloaded') return
    await session.renew()
    if (code !== 'scope_changed' || !isAuthenticated(session.state())) return
    data.evict(['organisation'])
    await workspace.reload()
  }

  const live = createLive({
    connect,
    token: session.token,
    onStale,
    onServices: data.applyFollowed,
    onRefused,
    onClock: options.onClock ?? (() => {}),
    // Little was read by then: the stream starts before the first screen does.
    onBegin: () => data.evictHints([{ domain: '*' }]),
    onReturn,
  })

  // The server sends what waits for the person instead of a hint about their notifications.
  live.inbox.subscribe(() => data.evictEndpoint(listNotifications))

  let watched = ''
  /** Also when a fleet is added to those shown. */
  function watchSelection(): void {
    const selection = selectionOf(workspace.state())
    const fleetIds = selection?.fleetIds ?? []
    const next = [selection?.id ?? '', ...fleetIds].join(' ')
    if (next === watched) return
    watched = next
    live.watch(fleetIds, selection?.isAll ? selection : undefined)
  }

  function start(): () => void {
    let userId: string | null = null
    const follow = () => {
      const state = session.state()
      const present = isAuthenticated(state) ? (state.user?.id ?? null) : null
      if (present === userId) return
      userId = present
      if (present === null) return
      live.start()
      void workspace.load()
    }
    const leaveSession = session.subscribe(follow)
    const leaveWorkspace = workspace.subscribe(watchSelection)
    const stopSession = session.start()
    return () => {
      leaveSession()
      leaveWorkspace()
      stopSession()
      forgetReturn()
      live.stop()
    }
  }

  return { session, data, workspace, live, storage, transfer: http.transfer, start }
}
