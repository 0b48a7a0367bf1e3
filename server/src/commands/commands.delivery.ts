import { isRestrictedCommand } from '@rumbo/contract/commands.device-command.contract'
import type { Logger } from 'pino'
import { asSystem } from '../platform/access/access.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/database/database.ts'
import { createSemaphore } from '../platform/semaphore.ts'
import { findWaitingDevices, type WritingEnd } from './commands.delivery.repository.ts'
import type { DevicePasswords } from './commands.passwords.ts'
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

/** The connection a command would be sent on, with what the device reported there. */
interface ConnectionState extends DeliveryConnection {
  hasValidFix: boolean
  /** Epoch milliseconds and speed of its newest valid fix, committed or not; 0 before the first. */
  fixTime: number
  fixSpeedKmh: number
  /** When that fix was received; epoch milliseconds of the server's clock. */
  fixReceivedAt: number
}

/** The part of the device gateway that delivery uses. */
export interface CommandGateway {
  /** The device's connection; null while it has none. */
  connectionTo(deviceIdentifier: string): DeliveryConnection | null
  /** Finds the device's connection and calls `write` for the bytes immediately before they are sent; synchronous. */
  deliver(
    deviceIdentifier: string,
    write: (connection: ConnectionState) => Pick<ClaimedCommand, 'bytes' | 'text' | 'secrets'> | null,
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
  /** Decrypts the passwords that devices demand of commands. */
  passwords: DevicePasswords
  /** Id of this gateway process. */
  gatewayId: string
  /** Live state of the device's vehicle; `asOf` in epoch milliseconds, of the last usable fix. */
  stateOf(deviceIdentifier: string): { asOf: number; speedKmh: number | null } | undefined
}

export interface CommandDelivery {
  start(): Promise<void>
  /**
   * Delivers the queued commands of a device that connected or reported; one set lookup where none is queued.
   * @returns undefined where none is queued, else resolves when all that can be sent now were sent
   */
  deliverTo(deviceIdentifier: string): Promise<void> | undefined
  /** Ends expired commands and those an ended gateway left in `sending`. Runs every second. */
  sweep(): Promise<void>
  /** Starts no further delivery; resolves when those in progress are settled. */
  drain(): Promise<void>
}

/** Positions use the same connection pool. */
const maxTransactions = 2
/** An older claim is not sent: another gateway may regard it as abandoned. */
const maxClaimAgeMs = 10_000
const sweepIntervalMs = 1_000
/** Notifications may be lost, so the queue is read again this often. */
const refreshIntervalMs = 5_000
const settleRetryMs = [200, 1_000, 3_000]

/** Sends queued commands to connected devices; runs in each gateway process. */
export function createCommandDelivery(options: CommandDeliveryOptions): CommandDelivery {
  const { database, bus, clock, log, gateway, gatewayId, passwords, stateOf } = options
  const waiting = new Set<string>()
  /** Devices with a delivery in progress, and whether it has to run once more. */
  const busy = new Map<string, { isAgain: boolean; done: Promise<void> }>()
  const limitTransactions = createSemaphore(maxTransactions)
  let isStopping = false
  const cleanups: (() => void)[] = []

  const failed = (what: string) => (error: unknown) => log.error({ err: error }, what)

  function deliverTo(deviceIdentifier: string): Promise<void> | undefined {
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
      .catch(failed('could not deliver a command; retrying'))
      .finally(() => busy.delete(deviceIdentifier))
    return task.done
  }

  async function deliverAll(deviceIdentifier: string, task: { isAgain: boolean }): Promise<void> {
    while (!isStopping) {
      task.isAgain = false
      const connection = gateway.connectionTo(deviceIdentifier)
      if (connection === null) return
      const claim = await database.transaction(asSystem('deliver a command'), (tx) =>
        claimNext(tx, deviceIdentifier, connection, gatewayId, passwords),
      )
      if (claim === 'ended') continue
      if (claim === 'waits') return
      if (claim === 'nothing') {
        if (task.isAgain) continue
        // A command another gateway has claimed is found again by the refresh.
        waiting.delete(deviceIdentifier)
        return
      }
      const end = write(deviceIdentifier, claim)
      await settleWithRetries(claim, end)
      if (end.status === 'queued' && !task.isAgain) return
    }
  }

  /** Synchronous from the last check of the vehicle until the bytes are sent. */
  function write(deviceIdentifier: string, claim: ClaimedCommand): WritingEnd {
    let end: WritingEnd = { status: 'queued' }
    const outcome = gateway.deliver(deviceIdentifier, (connection) => {
      const obstacle = obstacleTo(deviceIdentifier, claim, connection)
      if (obstacle) end = obstacle
      return obstacle ? null : { bytes: claim.bytes, text: claim.text, secrets: claim.secrets }
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
    if (now.getTime() - claimedAt.getTime() > maxClaimAgeMs) return { status: 'queued' }
    if (connection.protocol !== protocol || connection.connection !== chosen) return { status: 'queued' }
    if (isRestrictedCommand(place.type)) {
      if (connection.standing === 'claimed') return { status: 'failed', error: 'device_claimed' }
      if (connection.standing === 'unsettled') return { status: 'queued' }
    }
    if (place.type !== 'stop_engine' || insists) return null
    // A connection without a fix is not identified: the command waits for its first one.
    if (!connection.hasValidFix) return { status: 'queued' }
    // The connection knows a fix whose commit is in progress before the state does.
    const state = stateOf(deviceIdentifier)
    const isNewer = state === undefined || connection.fixTime >= state.asOf
    const fixTime = new Date(isNewer ? connection.fixTime : state.asOf)
    const speedKmh = isNewer ? connection.fixSpeedKmh : state.speedKmh
    // If the device's clock is ahead, an old fix looks recent, so the arrival time is checked too.
    const receivedAt = new Date(connection.fixReceivedAt)
    const error =
      stopObstacle({ fixTime, speedKmh }, now) ?? stopObstacle({ fixTime: receivedAt, speedKmh }, now)
    return error && { status: 'failed', error }
  }

  /** Retries, because an unrecorded result becomes `delivery_unknown`. */
  async function settleWithRetries({ place }: ClaimedCommand, end: WritingEnd): Promise<void> {
    for (const pauseMs of [...settleRetryMs, null]) {
      try {
        return await database.transaction(asSystem('settle a command'), (tx) =>
          settle(tx, place, gatewayId, end),
        )
      } catch (error) {
        if (pauseMs === null) throw error
        log.warn({ err: error, command: place.id }, 'could not record the result of a command; retrying')
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }

  async function refresh(): Promise<void> {
    const found = await database.transaction(asSystem('find queued commands'), findWaitingDevices, {
      readOnly: true,
    })
    // Devices added meanwhile may stay: an unneeded entry costs one query.
    const isLarge = waiting.size > 2 * found.length + 100
    if (isLarge) waiting.clear()
    for (const deviceIdentifier of found) waiting.add(deviceIdentifier)
    for (const deviceIdentifier of found) void deliverTo(deviceIdentifier)
  }

  async function sweep(): Promise<void> {
    const isDue = await database.transaction(asSystem('find overdue commands'), isAnythingOverdue, {
      readOnly: true,
    })
    if (!isDue) return
    // One transaction each: none may hold the totals while it waits for locks of commands.
    const why = asSystem('end overdue commands')
    for (const end of [expire, queueAbandoned, giveUpAbandoned]) await database.transaction(why, end)
  }

  /** Repeats the work; a run that is due while another is in progress is skipped. */
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
    cleanups.push(() => clearInterval(timer))
  }

  return {
    async start() {
      cleanups.push(
        bus.listen(commandChannel, (deviceIdentifier) => {
          waiting.add(deviceIdentifier)
          void deliverTo(deviceIdentifier)
        }),
        bus.onReconnect(() => void refresh().catch(failed('could not read queued commands; retrying'))),
      )
      await refresh()
      every(refreshIntervalMs, 'could not read queued commands; retrying', refresh)
      every(sweepIntervalMs, 'could not end overdue commands; retrying', sweep)
    },
    deliverTo,
    sweep,
    async drain() {
      isStopping = true
      for (const cleanUp of cleanups.splice(0)) cleanUp()
      await Promise.all([...busy.values()].map((task) => task.done))
    },
  }
}
