import {
  type ClientMessage,
  heartbeatMs,
  type LimitRefusal,
  type LiveVehicle,
  type LiveVehicleChange,
  limitCloseCodes,
  type PresentPerson,
  type ServerMessage,
  type StaleHint,
} from '@rumbo/contract/live.contract'
import { createFollowing, type ServicesMessage } from './following.ts'
import type { InboxMessage } from './inbox.store.ts'

/** The part of a WebSocket used here. */
export interface SocketLike {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((message: { data: unknown }) => void) | null
  onclose: ((close?: { code: number }) => void) | null
  onerror: (() => void) | null
}
/** `paused`: the server closed this connection because of its limit; it reconnects only on request. */
export type LiveConnection = 'connecting' | 'open' | 'waiting' | 'paused' | 'stopped'
export type RefusalCode = Extract<ServerMessage, { type: 'refused' }>['code']

export interface LiveSocketOptions {
  connect: () => SocketLike
  /** The token sent with hello; null while nobody is signed in. Renewed by the session. */
  token: () => string | null
  onSnapshot: (channel: string, vehicles: readonly LiveVehicle[]) => void
  onChanges: (channel: string, changed: readonly LiveVehicleChange[], gone: readonly string[]) => void
  onPresent?: (channel: string, people: readonly PresentPerson[]) => void
  onStale: (hints: readonly StaleHint[]) => void
  /** The services of a followed fleet, or what changed in them. Default: they are dropped. */
  onServices?: (message: ServicesMessage) => void
  /** What waits for the person. Default: it is dropped. */
  onInbox?: (message: InboxMessage) => void
  /** Called for any message, with the server's clock in epoch milliseconds if the message contains it. */
  onMessage: (serverNowMs: number | null) => void
  onConnection: (connection: LiveConnection) => void
  /** The server refused the session; resolves when the session was checked and a retry makes sense. */
  onRefused: (code: Exclude<RefusalCode, LimitRefusal>) => Promise<void>
  /** The server closed this socket because the user or the address has too many. */
  onLimit: (limit: LimitRefusal) => void
  /** A random number from 0 to 1; spreads the reconnections of many browsers. */
  random?: () => number
}

export const silenceMs = 3 * heartbeatMs
const connectTimeoutMs = 10_000
const backOffBaseMs = 1000
export const backOffCapMs = 30_000

/** Wait in milliseconds before attempt number `attempt` (from 0): full jitter below a doubling limit. */
export const backOffMs = (attempt: number, random: number): number =>
  Math.round(random * Math.min(backOffCapMs, backOffBaseMs * 2 ** attempt))

function parse(data: unknown): ServerMessage | null {
  try {
    const value: unknown = JSON.parse(String(data))
    return typeof value === 'object' && value !== null && 'type' in value ? (value as ServerMessage) : null
  } catch {
    return null
  }
}

const limits = Object.keys(limitCloseCodes) as LimitRefusal[]

/**
 * A connection to the live stream that reconnects. It says hello with the token, the watched fleets and the last number
 * of each channel, applies changes whose `previous` it has, and requests a snapshot for a channel that missed one. It
 * reconnects with jittered back-off after an error, a close, or silence of three heartbeats.
 */
export function createLiveSocket(options: LiveSocketOptions) {
  const { connect, token, random = Math.random } = options
  const channels = new Map<string, { epoch: string; number: number }>()
  /** Channels that requested a snapshot: their changes are ignored until it arrives. */
  const asking = new Set<string>()
  /** Channels whose state this connection has sent: a snapshot in its place means that hints may have been lost. */
  const received = new Set<string>()
  let fleets: readonly string[] = []
  let socket: SocketLike | null = null
  let attempt = 0
  let isOpen = false
  let isRunning = false
  let silence: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const send = (message: ClientMessage) => {
    if (isOpen) socket?.send(JSON.stringify(message))
  }

  const following = createFollowing({ send, onServices: options.onServices })

  function expectWord(withinMs: number): void {
    clearTimeout(silence)
    silence = setTimeout(() => reconnectLater(), withinMs)
  }

  function drop(): void {
    clearTimeout(silence)
    clearTimeout(retry)
    const old = socket
    socket = null
    isOpen = false
    asking.clear()
    received.clear()
    if (old === null) return
    old.onopen = old.onmessage = old.onclose = old.onerror = null
    old.close()
  }

  function reconnectLater(): void {
    drop()
    if (!isRunning) return
    options.onConnection('waiting')
    retry = setTimeout(open, backOffMs(attempt, random()))
    attempt += 1
  }

  function requestAgain(channel: string): void {
    if (asking.has(channel)) return
    asking.add(channel)
    send({ type: 'again', channel })
  }

  function hear(message: ServerMessage): void {
    options.onMessage('now' in message ? message.now : null)
    switch (message.type) {
      case 'welcome':
        attempt = 0
        following.begin()
        options.onConnection('open')
        return
      case 'snapshot':
        if (!fleets.includes(message.channel)) return
        asking.delete(message.channel)
        channels.set(message.channel, { epoch: message.epoch, number: message.number })
        if (received.has(message.channel)) options.onStale([{ domain: '*' }])
        received.add(message.channel)
        options.onSnapshot(message.channel, message.vehicles)
        return
      case 'changes': {
        const { channel, epoch, previous, number, vehicles, gone, stale } = message
        if (!fleets.includes(channel)) return
        if (stale.length > 0) options.onStale(stale)
        const held = channels.get(channel)
        if (held?.epoch === epoch && number <= held.number) return
        if (asking.has(channel)) return
        if (held === undefined || held.epoch !== epoch || held.number < previous) {
          requestAgain(channel)
          return
        }
        channels.set(channel, { epoch, number })
        received.add(channel)
        options.onChanges(channel, vehicles, gone)
        return
      }
      case 'present':
        if (fleets.includes(message.channel)) options.onPresent?.(message.channel, message.people)
        return
      case 'services':
        following.accept(message)
        return
      case 'inbox':
        options.onInbox?.(message)
        return
      case 'stale':
        options.onStale(message.hints)
        return
      case 'alive':
        return
      case 'refused':
        refused(message.code)
    }
  }

  /** Waits for a request: otherwise browsers over a limit would keep closing each other's connections. */
  function pause(limit: LimitRefusal): void {
    drop()
    if (!isRunning) return
    options.onLimit(limit)
    options.onConnection('paused')
  }

  function refused(code: RefusalCode): void {
    if (code === 'person_limit' || code === 'address_limit') {
      pause(code)
      return
    }
    drop()
    if (!isRunning) return
    options.onConnection('waiting')
    if (code === 'scope_changed') channels.clear()
    const next = () => {
      if (isRunning && socket === null) reconnectLater()
    }
    void options.onRefused(code).then(next, next)
  }

  function open(): void {
    clearTimeout(retry)
    const present = token()
    if (present === null) {
      reconnectLater()
      return
    }
    options.onConnection('connecting')
    const mine = connect()
    socket = mine
    expectWord(connectTimeoutMs)
    mine.onopen = () => {
      isOpen = true
      expectWord(silenceMs)
      const resume = [...channels]
        .filter(([channel]) => fleets.includes(channel))
        .map(([channel, held]) => ({ channel, ...held }))
      send({ type: 'hello', token: token() ?? present, fleets: [...fleets], resume })
    }
    mine.onmessage = ({ data }) => {
      expectWord(silenceMs)
      const message = parse(data)
      if (message !== null) hear(message)
    }
    mine.onerror = () => reconnectLater()
    mine.onclose = (close) => {
      const limit = limits.find((one) => limitCloseCodes[one] === close?.code)
      if (limit) pause(limit)
      else reconnectLater()
    }
  }

  return {
    start: () => {
      if (isRunning) return
      isRunning = true
      attempt = 0
      open()
    },
    stop: () => {
      isRunning = false
      drop()
      channels.clear()
      fleets = []
      following.clear()
      options.onConnection('stopped')
    },
    /** Replaces the watched fleets. */
    watch: (next: readonly string[]) => {
      if (next.length === fleets.length && next.every((fleet) => fleets.includes(fleet))) return
      fleets = [...next]
      for (const channel of channels.keys()) if (!fleets.includes(channel)) channels.delete(channel)
      for (const channel of received) if (!fleets.includes(channel)) received.delete(channel)
      send({ type: 'watch', fleets: [...fleets] })
    },
    /** What is open on the page. */
    present: (records: readonly { fleetId: string; id: string }[]) =>
      send({ type: 'present', records: [...records] }),
    /** Replaces the fleets whose open services are followed. */
    follow: following.replace,
    renewToken: (renewed: string) => send({ type: 'token', token: renewed }),
    /** Reconnects at once instead of waiting: the user asked for it, or the network is back. */
    reconnectNow: () => {
      if (!isRunning || isOpen) return
      drop()
      attempt = 0
      open()
    },
  }
}
