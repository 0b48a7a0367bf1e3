import {
  type ClientMessage,
  flushMs,
  heartbeatMs,
  type LiveVehicleChange,
  mostSocketsOfPerson,
  type ServerMessage,
  type StaleHint,
} from '@rumbo/contract/live.contract'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Actor } from '../access/access.ts'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Authenticator } from '../http/server.ts'
import { Problem } from '../problem.ts'
import { createFleets, type LiveSource } from './fleets.ts'
import { filterOf, isAbout, mayWatch, reachOf } from './reach.ts'
import { createSocketCounts, type SocketLimits } from './socket-limits.ts'
import {
  closeMs,
  createViewer,
  everythingStale,
  readMessage,
  type Viewer,
  type ViewerLimits,
} from './viewer.ts'

export interface LiveHubOptions {
  source: LiveSource
  authenticator: Authenticator
  bus: Pick<Bus, 'listen' | 'onReconnect'>
  clock: Clock
  log: Logger
  limits?: Partial<ViewerLimits & SocketLimits & { helloMs: number; graceMs: number }>
}

export interface LiveHub {
  /** Takes over a socket whose origin was checked; `address` is the browser's, not a proxy's. */
  connect(socket: WebSocket, address: string): void
  /** Whether another viewer fits. */
  hasRoom(): boolean
  /** What committed positions changed. Older than what is known: dropped; fleets nobody watches: ignored. */
  apply(
    changes: readonly (LiveVehicleChange & { fleetId: string })[],
    gone?: readonly { fleetId: string; id: string }[],
  ): void
  /** Whether someone watches it, so that callers may save the work of `apply`. */
  isWatched(fleetId: string): boolean
  /** `encoded`: snapshots and changes turned into bytes so far, however many viewers got them. */
  counts(): { viewers: number; slow: number; fleets: number; encoded: number }
  /** Closes every socket with "going away", so that browsers come back to another process. */
  close(): void
}

const limitsByDefault = {
  slowBytes: 262_144,
  stalledMs: 30_000,
  helloMs: 10_000,
  graceMs: 30_000,
  sockets: 5_000,
  perPerson: mostSocketsOfPerson,
  perAddress: 500,
  unauthenticatedShare: 0.05,
}
/** A person whose messages come faster than this is cut off: 50 in ten seconds. */
const messagesPerTenSeconds = 50
const tenSeconds = 10_000
/** No sign of life for this long, not even the answer to a ping: the network is gone. */
const unresponsiveMs = 60_000
/** The authenticator receives the same notice of changed users, perhaps slightly later. */
const recheckAfterMs = [50, 1_000]

/*
 * The live stream of one process. A viewer says hello with a token and the fleets it watches; those it may read it
 * gets: a snapshot, or what it missed since the number it resumes from, then numbered changes every 200 ms. All
 * viewers of a fleet get the same encoded bytes, except guests and drivers, who see only their own. Access is read again
 * when a notice says that the person changed, and every ten seconds.
 */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { authenticator, bus, clock, log } = options
  const limits = { ...limitsByDefault, ...options.limits }
  const viewers = new Map<Viewer, { token: string; lastReceivedAt: number }>()
  const sockets = new Set<WebSocket>()
  const openSockets = createSocketCounts<Viewer>(limits, (viewer, code) => viewer.refuse(code))
  let encoded = 0
  let ticks = 0
  let ticking: NodeJS.Timeout | undefined

  const nowMs = () => clock.now().getTime()
  const encode = (message: ServerMessage) => Buffer.from(JSON.stringify(message))
  const fleets = createFleets({
    source: options.source,
    log,
    onEncode: () => {
      encoded += 1
    },
  })

  function tick() {
    ticks += 1
    const now = nowMs()
    fleets.flush()
    const encodedHints = new Map<string, Buffer>()
    const encodeHints = (hints: StaleHint[]) => {
      const key = JSON.stringify(hints)
      const known = encodedHints.get(key) ?? encode({ type: 'stale', now, hints })
      encodedHints.set(key, known)
      return known
    }
    const alive = ticks % (heartbeatMs / flushMs) === 0 ? encode({ type: 'alive', now }) : null
    for (const viewer of viewers.keys()) {
      viewer.flush(now, encodeHints)
      if (alive) viewer.say(alive)
    }
    if (ticks % (tenSeconds / flushMs) === 0) {
      for (const viewer of viewers.keys()) void recheck(viewer)
      closeUnresponsive()
      fleets.forget([...viewers.keys()], limits.graceMs / tenSeconds)
    }
    if (viewers.size === 0 && fleets.size() === 0) {
      clearInterval(ticking)
      ticking = undefined
    }
  }

  function closeUnresponsive() {
    const now = performance.now()
    for (const [viewer, state] of viewers) {
      if (now - state.lastReceivedAt > unresponsiveMs) viewer.socket.terminate()
      else viewer.socket.ping()
    }
  }

  function refusalOf(error: unknown): 'unauthenticated' | 'session_expired' | null {
    if (!(error instanceof Problem)) return null
    return error.code === 'session_expired'
      ? 'session_expired'
      : error.status === 401
        ? 'unauthenticated'
        : null
  }

  /** Asks once more who this is: an ended session is refused, other scopes begin anew. */
  async function recheck(viewer: Viewer): Promise<void> {
    const state = viewers.get(viewer)
    const before = viewer.actor()
    if (!state || !before) return
    try {
      const present = await authenticator.actorOf(state.token)
      if (present.userId !== before.userId || reachOf(present) !== reachOf(before))
        viewer.refuse('scope_changed')
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) viewer.refuse(refusal === 'unauthenticated' ? 'session_expired' : refusal)
      else log.warn({ err: error }, 'a live viewer could not be checked')
    }
  }

  function watch(
    viewer: Viewer,
    actor: Actor,
    wanted: readonly string[],
    resume: Extract<ClientMessage, { type: 'hello' }>['resume'] = [],
  ) {
    const allowed = new Set(wanted.filter((fleetId) => mayWatch(actor, fleetId)))
    for (const fleetId of viewer.subscriptions.keys())
      if (!allowed.has(fleetId)) viewer.subscriptions.delete(fleetId)
    for (const fleetId of allowed)
      if (!viewer.subscriptions.has(fleetId))
        viewer.subscribe(
          fleets.open(fleetId),
          filterOf(actor, fleetId),
          resume.find(({ channel }) => channel === fleetId),
        )
  }

  async function hear(viewer: Viewer, message: ClientMessage): Promise<void> {
    const state = viewers.get(viewer)
    if (message.type === 'hello' || message.type === 'token') {
      if (message.type === 'token' && !state) return viewer.refuse('unauthenticated')
      const actor = await authenticator.actorOf(message.token)
      if (actor.mustChangePassword) return viewer.refuse('unauthenticated')
      const before = viewer.actor()
      if (message.type === 'token' && before && reachOf(actor) !== reachOf(before))
        return viewer.refuse('scope_changed')
      if (viewer.socket.readyState !== viewer.socket.OPEN) return
      viewers.set(viewer, { token: message.token, lastReceivedAt: performance.now() })
      viewer.become(actor)
      openSockets.identify(viewer, actor.userId)
      if (message.type === 'token') return
      viewer.subscriptions.clear()
      viewer.say(encode({ type: 'welcome', now: nowMs() }))
      watch(viewer, actor, message.fleets, message.resume)
      ticking ??= setInterval(tick, flushMs)
      return
    }
    const actor = viewer.actor()
    if (!actor) return viewer.refuse('unauthenticated')
    if (message.type === 'watch') watch(viewer, actor, message.fleets)
    else viewer.forgetNumber(message.channel)
  }

  function connect(socket: WebSocket, address: string) {
    const viewer = createViewer(socket, limits, encode)
    sockets.add(socket)
    openSockets.enter(viewer, address)
    let hasGreeted = false
    const awaitingHello = setTimeout(() => {
      if (!viewers.has(viewer)) viewer.refuse(hasGreeted ? 'overloaded' : 'unauthenticated')
    }, limits.helloMs)
    let allowance = messagesPerTenSeconds
    let refilledAt = performance.now()
    let hearing: Promise<void> = Promise.resolve()

    socket.on('message', (data, isBinary) => {
      const now = performance.now()
      const state = viewers.get(viewer)
      if (state) state.lastReceivedAt = now
      allowance = Math.min(
        messagesPerTenSeconds,
        allowance + ((now - refilledAt) * messagesPerTenSeconds) / tenSeconds,
      )
      refilledAt = now
      allowance -= 1
      if (allowance < 0) return viewer.refuse('overloaded')
      const message = readMessage(data, isBinary)
      if (!message) return viewer.refuse('malformed')
      hasGreeted ||= message.type === 'hello'
      hearing = hearing
        .then(() => hear(viewer, message))
        .catch((error: unknown) => {
          const refusal = refusalOf(error)
          if (!refusal) log.error({ err: error }, 'a live message failed')
          viewer.refuse(refusal ?? 'overloaded')
        })
    })
    socket.on('pong', () => {
      const state = viewers.get(viewer)
      if (state) state.lastReceivedAt = performance.now()
    })
    socket.on('error', (error) => log.info({ err: error }, 'a live socket failed'))
    socket.on('close', () => {
      clearTimeout(awaitingHello)
      sockets.delete(socket)
      viewers.delete(viewer)
      openSockets.leave(viewer)
    })
  }

  function heedHint(hint: StaleHint) {
    if (hint.fleetId !== undefined) return fleets.markStale({ ...hint, fleetId: hint.fleetId })
    for (const viewer of viewers.keys()) {
      const actor = viewer.actor()
      if (actor && isAbout(actor, hint)) viewer.addHint(hint)
    }
  }

  const silences = [
    bus.listen('rumbo_stale', (payload) => {
      for (const hint of JSON.parse(payload) as StaleHint[]) heedHint(hint)
    }),
    bus.listen('rumbo_users', (payload) => {
      const changed = new Set(JSON.parse(payload) as string[])
      const concerned = [...viewers.keys()].filter((viewer) => changed.has(viewer.actor()?.userId ?? ''))
      for (const ms of concerned.length > 0 ? recheckAfterMs : [])
        setTimeout(() => concerned.forEach((viewer) => void recheck(viewer)), ms).unref()
    }),
    bus.onReconnect(() => {
      fleets.readAllAgain()
      for (const viewer of viewers.keys()) {
        viewer.addHint(everythingStale)
        void recheck(viewer)
      }
    }),
  ]

  return {
    connect,
    hasRoom: openSockets.hasRoom,
    apply(changes, gone = []) {
      for (const change of changes) fleets.apply(change)
      for (const { fleetId, id } of gone) fleets.remove(fleetId, id)
    },
    isWatched: fleets.isOpen,
    counts: () => ({
      viewers: viewers.size,
      slow: [...viewers.keys()].filter((viewer) => viewer.isSlow()).length,
      fleets: fleets.size(),
      encoded,
    }),
    close() {
      for (const silence of silences) silence()
      clearInterval(ticking)
      for (const socket of sockets) socket.close(1001, 'going away')
      // A phone asleep does not answer; the process is not to wait for it.
      setTimeout(() => sockets.forEach((socket) => void socket.terminate()), closeMs).unref()
    },
  }
}
