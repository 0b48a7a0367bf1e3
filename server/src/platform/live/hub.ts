import {
  type ClientMessage,
  flushMs,
  heartbeatMs,
  type ServerMessage,
  type StaleHint,
} from '@rumbo/contract/live.contract'
import type { WebSocket } from 'ws'
import type { Actor } from '../access/access.ts'
import { Problem } from '../problem.ts'
import { createFleets } from './fleets.ts'
import { createFollowedFleets } from './followed-fleets.ts'
import { type LiveHub, type LiveHubOptions, limitsByDefault } from './hub-options.ts'
import { createInboxes } from './inboxes.ts'
import { createPresence } from './presence.ts'
import { createPresenceUpdates } from './presence-updates.ts'
import { filterOf, isAbout, mayWatch, reachOf } from './reach.ts'
import { createSocketCounts } from './socket-limits.ts'
import { closeMs, createViewer, everythingStale, readMessage, type Viewer } from './viewer.ts'

export type { LiveHub, LiveHubOptions } from './hub-options.ts'

/** A viewer that sends more messages than this within ten seconds is disconnected. */
const messagesPerTenSeconds = 50
const tenSeconds = 10_000
/** A socket that sends nothing for this long, not even a pong, is closed. */
const unresponsiveMs = 60_000
/** Checked twice, because the authenticator may receive the notice of changed users slightly later. */
const recheckAfterMs = [50, 1_000]

/*
 * The live stream of one process. For each fleet named in its hello a viewer gets a snapshot, or the changes since the number it resumes from, and then numbered changes every 200 ms; guests and drivers get only their own records. Access is checked again when the person's rights change, and every ten seconds.
 */
export function createLiveHub(options: LiveHubOptions): LiveHub {
  const { authenticator, bus, clock, log } = options
  const limits = { ...limitsByDefault, ...options.limits }
  const viewers = new Map<Viewer, { token: string; lastReceivedAt: number }>()
  const sockets = new Set<WebSocket>()
  const openSockets = createSocketCounts<Viewer>(limits, (viewer, code) => viewer.refuse(code))
  const presence = createPresence({ bus })
  const inboxes = createInboxes({
    source: options.source.inboxes,
    viewers: () => viewers.keys(),
    clock,
    log,
    encode: (message) => encode(message),
  })
  const presenceUpdates = createPresenceUpdates(presence, (message) => encode(message))
  let encoded = 0
  let ticks = 0
  let ticking: NodeJS.Timeout | undefined

  const nowMs = () => clock.now().getTime()
  const encode = (message: ServerMessage) => Buffer.from(JSON.stringify(message))
  const onEncode = () => {
    encoded += 1
  }
  const fleets = createFleets({ source: options.source, log, onEncode })
  const followed = createFollowedFleets({ source: options.source.services, log, onEncode })

  function tick() {
    ticks += 1
    const now = nowMs()
    fleets.flush()
    followed.flush()
    const encodedHints = new Map<string, Buffer>()
    const encodeHints = (hints: StaleHint[]) => {
      const key = JSON.stringify(hints)
      const known = encodedHints.get(key) ?? encode({ type: 'stale', now, hints })
      encodedHints.set(key, known)
      return known
    }
    presenceUpdates.send(viewers.keys(), now)
    const alive = ticks % (heartbeatMs / flushMs) === 0 ? encode({ type: 'alive', now }) : null
    for (const viewer of viewers.keys()) {
      viewer.flush(now, encodeHints)
      if (alive) viewer.say(alive)
    }
    if (ticks % (tenSeconds / flushMs) === 0) {
      for (const viewer of viewers.keys()) void recheck(viewer)
      closeUnresponsive()
      fleets.forget([...viewers.keys()], limits.graceMs / tenSeconds)
      followed.forget([...viewers.keys()], limits.graceMs / tenSeconds)
    }
    if (viewers.size === 0 && fleets.size() + followed.size() === 0) {
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

  /** Authenticates the viewer again: an ended session is refused, changed scopes restart its subscriptions. */
  async function recheck(viewer: Viewer): Promise<void> {
    const state = viewers.get(viewer)
    const before = viewer.actor()
    if (!state || !before) return
    try {
      const present = await authenticator.actorOf(state.token)
      if (present.userId !== before.userId || reachOf(present) !== reachOf(before))
        viewer.refuse('scope_changed')
      followed.recheck(viewer, present, nowMs())
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal) viewer.refuse(refusal === 'unauthenticated' ? 'session_expired' : refusal)
      else log.warn({ err: error }, 'could not check the access of a live viewer')
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
    presenceUpdates.miss(viewer)
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
      viewer.following.clear()
      viewer.say(encode({ type: 'welcome', now: nowMs() }))
      watch(viewer, actor, message.fleets, message.resume)
      ticking ??= setInterval(tick, flushMs)
      return
    }
    const actor = viewer.actor()
    if (!actor) return viewer.refuse('unauthenticated')
    if (message.type === 'present') {
      const { userId, displayName: name } = actor
      const readable = message.records.filter(({ fleetId, id }) => {
        const filter = mayWatch(actor, fleetId) ? filterOf(actor, fleetId) : new Set()
        return filter === null || filter.has(id)
      })
      presence.set(viewer, { userId, name }, readable)
    } else if (message.type === 'watch') watch(viewer, actor, message.fleets)
    else if (message.type === 'follow') followed.follow(viewer, actor, message.fleets, nowMs())
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
          if (!refusal) log.error({ err: error }, 'could not handle a live message')
          viewer.refuse(refusal ?? 'overloaded')
        })
    })
    socket.on('pong', () => {
      const state = viewers.get(viewer)
      if (state) state.lastReceivedAt = performance.now()
    })
    socket.on('error', (error) => log.info({ err: error }, 'live socket failed'))
    socket.on('close', () => {
      clearTimeout(awaitingHello)
      sockets.delete(socket)
      viewers.delete(viewer)
      const userId = viewer.actor()?.userId
      if (userId !== undefined && [...viewers.keys()].every((other) => other.actor()?.userId !== userId))
        inboxes.forget(userId)
      presence.leave(viewer)
      presenceUpdates.forget(viewer)
      openSockets.leave(viewer)
    })
  }

  function heedHint(hint: StaleHint) {
    // Their pages are sent what waits instead of having to ask.
    if (options.source.inboxes && hint.domain === 'notifications' && hint.userId !== undefined)
      return inboxes.mark(hint.userId)
    followed.markStale(hint)
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
      followed.readAllAgain()
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
      presence.close()
      inboxes.close()
      clearInterval(ticking)
      for (const socket of sockets) socket.close(1001, 'going away')
      // A sleeping phone does not answer the close, and the process must not wait for it.
      setTimeout(() => sockets.forEach((socket) => void socket.terminate()), closeMs).unref()
    },
  }
}
