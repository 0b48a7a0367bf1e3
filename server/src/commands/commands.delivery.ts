import { isRestrictedCommand } from '@rumbo/contract/commands.device-command.contract'
import type { Logger } from 'pino'
import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createSemaphore } from '../platform/semaphore.ts'
import { findWaitingDevices, type WritingEnd } from './commands.delivery.repository.ts'
import { commandChannel } from './commands.repository.ts'
import { type DeliveryConnection, stopObstacle } from './commands.rules.ts'
import {
  type ClaimedCommand,
  claimNext,
  expire,
  giveUpAbandoned,
  isAnythingOverdue,
  queueAbandoned,
  settle,
} from './commands.writing.actions.ts'

/** What the device has said on the connection that would be written to. */
interface ConnectionState extends DeliveryConnection {
  hasValidFix: boolean
  /** Epoch milliseconds and speed of its newest valid fix, committed or not; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** When it came, by our clock. */
  fixReceivedAt: number
}

/** The part of the device gateway that delivery uses. */
export interface CommandGateway {
  /** Where bytes to the device would go now; null while there is nowhere. */
  connectionTo(deviceIdentifier: string): DeliveryConnection | null
  /** Finds the device's connection and asks for the bytes just before they leave; synchronous. */
  deliver(
    deviceIdentifier: string,
    write: (connection: ConnectionState) => { bytes: Uint8Array } | null,
  ): 'written' | 'not_connected' | 'declined'
}

export interface CommandDeliveryOptions {
  database: Database
  bus: {
    listen(channel: string, handler: (payload: string) => void): () => void
    onReconnect(handler: () => void): () => void
  }
  clock: Clock
  log: Pick<Logger, 'warn' | 'error'>
  gateway: CommandGateway
  /** Of this process. */
  gatewayId: string
  /** Live state of the device's vehicle; `asOf` in epoch milliseconds, of the last usable fix. */
  stateOf(deviceIdentifier: string): { asOf: number; speedKmh: number | null } | undefined
}

export interface CommandDelivery {
  start(): Promise<void>
  /**
   * The device connected or reported: the occasion to tell it what waits. Costs a look into a set where nothing does.
   * @returns undefined then, else when everything that can be told now was told
   */
  deliverTo(deviceIdentifier: string): Promise<void> | undefined
  /** Ends what expired and what an ended gateway left behind. Done every second; tests do it themselves. */
  sweep(): Promise<void>
  /** Takes nothing new; resolves when what was being written is settled. */
  drain(): Promise<void>
}

/** Transactions at once: positions share the pool. */
const mostAtOnce = 2
/** A writing that took longer than this to begin is not begun: another gateway may take it for abandoned. */
const longestClaimMs = 10_000
const sweepMs = 1_000
/** How often what waits is read anew, should a notice have been lost. */
const refreshMs = 5_000
const settleAgainMs = [200, 1_000, 3_000]

/** Tells devices the commands that wait for them; runs in each gateway process. */
export function createCommandDelivery(options: CommandDeliveryOptions): CommandDelivery {
  const { database, bus, clock, log, gateway, gatewayId, stateOf } = options
  const waiting = new Set<string>()
  /** Devices being spoken to, and whether there was another occasion meanwhile. */
  const busy = new Map<string, { isAgain: boolean; done: Promise<void> }>()
  const limitTransactions = createSemaphore(mostAtOnce)
  let isStopping = false
  const ends: (() => void)[] = []

  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)

  function deviceSpoke(deviceIdentifier: string): Promise<void> | undefined {
    if (!waiting.has(deviceIdentifier) || isStopping) return undefined
    const present = busy.get(deviceIdentifier)
    if (present) {
      present.isAgain = true
      return present.done
    }
    if (gateway.connectionTo(deviceIdentifier) === null) return undefined
    const task = { isAgain: false, done: Promise.resolve() }
    busy.set(deviceIdentifier, task)
    task.done = limitTransactions(() => deliverAll(deviceIdentifier, task))
      .catch(failed('a command could not be delivered'))
      .finally(() => busy.delete(deviceIdentifier))
    return task.done
  }

  async function deliverAll(deviceIdentifier: string, task: { isAgain: boolean }): Promise<void> {
    while (!isStopping) {
      task.isAgain = false
      const connection = gateway.connectionTo(deviceIdentifier)
      if (connection === null) return
      const claim = await database.transaction(asSystem('deliver a command'), (tx) =>
        claimNext(tx, deviceIdentifier, connection, gatewayId),
      )
      if (claim === 'ended') continue
      if (claim === 'waits') return
      if (claim === 'nothing') {
        if (task.isAgain) continue
        // What another gateway holds is found again by the refresh.
        waiting.delete(deviceIdentifier)
        return
      }
      const end = write(deviceIdentifier, claim)
      await settleWithRetries(claim, end)
      if (end.status === 'queued' && !task.isAgain) return
    }
  }

  /** Synchronous from the last look at the vehicle until the bytes have left. */
  function write(deviceIdentifier: string, claim: ClaimedCommand): WritingEnd {
    let end: WritingEnd = { status: 'queued' }
    const outcome = gateway.deliver(deviceIdentifier, (connection) => {
      const obstacle = obstacleTo(deviceIdentifier, claim, connection)
      if (obstacle) end = obstacle
      return obstacle ? null : { bytes: claim.bytes }
    })
    return outcome === 'written' ? { status: 'sent', sentAt: clock.now() } : end
  }

  function obstacleTo(
    deviceIdentifier: string,
    { place, insists, expiresAt, claimedAt, protocol, connection: chosen }: ClaimedCommand,
    connection: ConnectionState,
  ): WritingEnd | null {
    const now = clock.now()
    if (now.getTime() >= expiresAt.getTime()) return { status: 'expired' }
    if (now.getTime() - claimedAt.getTime() > longestClaimMs) return { status: 'queued' }
    if (connection.protocol !== protocol || connection.connection !== chosen) return { status: 'queued' }
    if (isRestrictedCommand(place.type)) {
      if (connection.standing === 'claimed') return { status: 'failed', error: 'device_claimed' }
      if (connection.standing === 'unsettled') return { status: 'queued' }
    }
    if (place.type !== 'stop_engine' || insists) return null
    // A connection that has shown no place may be anybody's: the command waits for its first fix.
    if (!connection.hasValidFix) return { status: 'queued' }
    // A fix whose commit is under way is known to the connection before it is to the state.
    const state = stateOf(deviceIdentifier)
    const isSaid = state === undefined || connection.fixTime >= state.asOf
    const fixTime = new Date(isSaid ? connection.fixTime : state.asOf)
    const speedKmh = isSaid ? connection.fixSpeedKmh : state.speedKmh
    // By a clock that is ahead an old fix would look young: it must have come lately, too.
    const cameAt = new Date(connection.fixReceivedAt)
    const error = stopObstacle({ fixTime, speedKmh }, now) ?? stopObstacle({ fixTime: cameAt, speedKmh }, now)
    return error && { status: 'failed', error }
  }

  /** The bytes have left, or not: the database must learn it, or would have to call it unknown. */
  async function settleWithRetries({ place }: ClaimedCommand, end: WritingEnd): Promise<void> {
    for (const pauseMs of [...settleAgainMs, null]) {
      try {
        return await database.transaction(asSystem('settle a command'), (tx) =>
          settle(tx, place, gatewayId, end),
        )
      } catch (error) {
        if (pauseMs === null) throw error
        log.warn({ err: error, command: place.id }, 'what became of a command is noted later')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  async function refresh(): Promise<void> {
    const found = await database.transaction(asSystem('look for commands'), findWaitingDevices, {
      readOnly: true,
    })
    // Those asked for meanwhile stay: a device too many costs one look.
    const isLarge = waiting.size > 2 * found.length + 100
    if (isLarge) waiting.clear()
    for (const deviceIdentifier of found) waiting.add(deviceIdentifier)
    for (const deviceIdentifier of found) void deviceSpoke(deviceIdentifier)
  }

  async function sweep(): Promise<void> {
    const isDue = await database.transaction(asSystem('look for old commands'), isAnythingOverdue, {
      readOnly: true,
    })
    if (!isDue) return
    // One by one: each locks its commands before it counts them, and must hold no count while it waits.
    const why = asSystem('end old commands')
    for (const end of [expire, queueAbandoned, giveUpAbandoned]) await database.transaction(why, end)
  }

  /** Repeats without overlapping itself. */
  function every(ms: number, what: string, work: () => Promise<void>): void {
    let isRunning = false
    const timer = setInterval(() => {
      if (isRunning) return
      isRunning = true
      void work()
        .catch(failed(what))
        .finally(() => {
          isRunning = false
        })
    }, ms)
    timer.unref()
    ends.push(() => clearInterval(timer))
  }

  return {
    async start() {
      ends.push(
        bus.listen(commandChannel, (deviceIdentifier) => {
          waiting.add(deviceIdentifier)
          void deviceSpoke(deviceIdentifier)
        }),
        bus.onReconnect(() => void refresh().catch(failed('waiting commands could not be read'))),
      )
      await refresh()
      every(refreshMs, 'waiting commands could not be read', refresh)
      every(sweepMs, 'old commands could not be ended', sweep)
    },
    deliverTo: deviceSpoke,
    sweep,
    async drain() {
      isStopping = true
      for (const end of ends.splice(0)) end()
      await Promise.all([...busy.values()].map((task) => task.done))
    },
  }
}
