import {
  type ClientMessage,
  clientMessage,
  flushMs,
  limitCloseCodes,
  type ServerMessage,
  type StaleHint,
  slowFlushMs,
} from '@rumbo/contract/live.contract'
import type { RawData, WebSocket } from 'ws'
import type { Actor } from '../access/access.ts'
import type { FleetChannel, VehicleFilter } from './fleet-channel.ts'
import type { FollowedFleet } from './followed-fleet.ts'

/** Time for a browser to answer the close of its stream. */
export const closeMs = 1_000

export type Refusal = Extract<ServerMessage, { type: 'refused' }>['code']

export interface ViewerLimits {
  /** Bytes buffered in a socket above which its viewer counts as slow and gets nothing more. */
  slowBytes: number
  /** A socket that stays above `slowBytes` this long is closed. */
  stalledMs: number
}

interface Subscription {
  channel: FleetChannel
  filter: VehicleFilter
  /** The number of the viewer's state; null before its snapshot. */
  held: number | null
  /** The last step considered; greater than `held` where the filter removed every change. */
  seen: number
}

/** A hint for every domain, sent after lost messages or when more than `maxHints` waited for a slow viewer. */
export const everythingStale: StaleHint = { domain: '*' }
const maxHints = 200

export type Viewer = ReturnType<typeof createViewer>

/**
 * One open socket after its hello. Messages are not queued for it: while its socket is full it is skipped, and later
 * gets the difference to the latest state, or a snapshot.
 */
export function createViewer(
  socket: WebSocket,
  limits: ViewerLimits,
  encode: (message: ServerMessage) => Buffer,
) {
  const subscriptions = new Map<string, Subscription>()
  /** Followed fleets, each with the number of the services the viewer has; null before the first message. */
  const following = new Map<string, { fleet: FollowedFleet; held: number | null }>()
  let hints = new Map<string, StaleHint>()
  let actor: Actor | null = null
  let isSlow = false
  let sentAt = 0
  let fullSince: number | null = null

  const isFull = () => socket.bufferedAmount > limits.slowBytes
  const send = (message: Buffer) => socket.send(message, { binary: false }, () => undefined)

  function refuse(code: Refusal): void {
    if (socket.readyState !== socket.OPEN) return
    send(encode({ type: 'refused', code }))
    socket.close(code === 'person_limit' || code === 'address_limit' ? limitCloseCodes[code] : 1008, code)
    // Terminates a socket whose browser does not answer the close.
    setTimeout(() => socket.terminate(), closeMs).unref()
  }

  /** Brings one subscription up to date. @returns whether anything was sent */
  function update(subscription: Subscription, now: number): boolean {
    const { channel, held, filter } = subscription
    if (!channel.isLoaded()) return false
    const changes = held === null ? null : channel.changesSince(held, subscription.seen, now, filter)
    subscription.seen = channel.number()
    if (changes === 'nothing') return false
    send(changes ?? channel.snapshot(now, filter))
    subscription.held = channel.number()
    return true
  }

  /** Sends what changed among the services of a followed fleet. @returns whether anything was sent */
  function updateServices(followed: { fleet: FollowedFleet; held: number | null }, now: number): boolean {
    const { fleet, held } = followed
    if (!fleet.isLoaded() || held === fleet.number()) return false
    send(fleet.messageFrom(held, now))
    followed.held = fleet.number()
    return true
  }

  /** The services of this fleet are not sent: lists are to be read. */
  function denyServices(fleetId: string, now: number): void {
    following.delete(fleetId)
    const nothing = { previous: null, number: 0, services: null, gone: [] }
    send(encode({ type: 'services', channel: fleetId, now, ...nothing }))
  }

  return {
    socket,
    actor: () => actor,
    following,
    denyServices,
    isSlow: () => isSlow,
    subscriptions,
    become(next: Actor) {
      actor = next
    },
    /**
     * @param resume the viewer's last epoch and number; ignored with a filter, since the visible vehicles may have
     * changed
     */
    subscribe(channel: FleetChannel, filter: VehicleFilter, resume?: { epoch: string; number: number }) {
      const fits = resume && !filter && resume.epoch === channel.epoch && resume.number <= channel.number()
      subscriptions.set(channel.fleetId, {
        channel,
        filter,
        held: fits ? resume.number : null,
        seen: fits ? resume.number : 0,
      })
    },
    forgetNumber(fleetId: string) {
      const subscription = subscriptions.get(fleetId)
      if (subscription) subscription.held = null
    },
    addHint(hint: StaleHint) {
      if (hints.has('*')) return
      if (hint.domain === '*' || hints.size >= maxHints) hints = new Map([['*', everythingStale]])
      else hints.set(JSON.stringify(hint), hint)
    },
    say(message: Buffer) {
      if (!isFull()) send(message)
    },
    refuse,
    /** Sends what is due. Slow viewers are checked only once a second until their socket is empty. */
    flush(now: number, encodeHints: (hints: StaleHint[]) => Buffer) {
      if (socket.readyState !== socket.OPEN) return
      if (isFull()) {
        isSlow = true
        fullSince ??= now
        if (now - fullSince > limits.stalledMs) {
          refuse('overloaded')
          socket.terminate()
        }
        return
      }
      fullSince = null
      if (isSlow && socket.bufferedAmount === 0) isSlow = false
      // Timers are not exact, so half a flush early counts as due.
      if (isSlow && now - sentAt < slowFlushMs - flushMs / 2) return
      if (hints.size > 0) {
        send(encodeHints([...hints.values()]))
        hints = new Map()
        sentAt = now
      }
      for (const subscription of subscriptions.values()) {
        if (isFull()) return
        if (update(subscription, now)) sentAt = now
      }
      for (const followed of following.values()) {
        if (isFull()) return
        if (updateServices(followed, now)) sentAt = now
      }
    },
  }
}

/** Parses a message by the contract; null for anything else. */
export function readMessage(data: RawData, isBinary: boolean): ClientMessage | null {
  if (isBinary) return null
  try {
    const parsed = clientMessage.safeParse(JSON.parse(data.toString()))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
