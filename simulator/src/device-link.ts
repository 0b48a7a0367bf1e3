import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { SimulatedReport } from '@rumbo/protocols/device-side'
import type { SimulatorClock } from './clock.ts'
import type { Random } from './random.ts'

/** What a tracker measured at one moment; its link decides whether it is sent as live or as stored. */
export type Measurement = SimulatedReport

/** The connection of one tracker with the gateway, and its memory of unacknowledged measurements. */
export interface DeviceLink {
  /** Keeps a measurement until it is sent. When the memory is full, the oldest is lost. */
  report(measurement: Measurement): void
  /** Sends a heartbeat; not kept while disconnected. */
  heartbeat(measurement: Measurement): void
  /** Connects when due, and handles missing acknowledgements. Call it about every half second. */
  check(): void
  goOnline(): void
  /** Closes the connection and stays offline; unsent measurements stay in memory. */
  goOffline(): void
  readonly isConnected: boolean
  readonly counts: Readonly<LinkCounts>
}

export interface LinkCounts {
  sent: number
  /** Acknowledged reports, or written ones where the protocol has no acknowledgement. */
  acknowledged: number
  resent: number
  lost: number
  connections: number
  pending: number
  /** Commands the device answered or executed. */
  commands: number
}

export const newLinkCounts = (): LinkCounts => ({
  sent: 0,
  acknowledged: 0,
  resent: 0,
  lost: 0,
  connections: 0,
  pending: 0,
  commands: 0,
})

export type SimulatorLog = (level: 'info' | 'warn', message: string, details: Record<string, unknown>) => void

/** Whether the device executed a command, and what it measured then. */
export interface CommandOutcome {
  isDone: boolean
  measured: Measurement
}

export interface LinkOptions {
  deviceIdentifier: string
  host: string
  port: number
  clock: SimulatorClock
  random: Random
  log: SimulatorLog
  connectionRateLimit: ConnectionRateLimit
  /** A command arrived; `type` is null for a command the device does not know. */
  onCommand(type: CommandType | null, text: string): CommandOutcome
}

export const memorySize = 1_000
export const acknowledgementTimeoutMs = 20_000

/** Limits the connections opened per second by all devices of the process. */
export interface ConnectionRateLimit {
  tryAcquire(): boolean
}

/** A token bucket that holds the connections of one second. */
export function createConnectionRateLimit(clock: SimulatorClock, perSecond: number): ConnectionRateLimit {
  let free = perSecond
  let filledAtMs = clock.now()
  return {
    tryAcquire() {
      const nowMs = clock.now()
      free = Math.min(perSecond, free + ((nowMs - filledAtMs) / 1_000) * perSecond)
      filledAtMs = nowMs
      if (free < 1) return false
      free -= 1
      return true
    },
  }
}

/** Delays of retries: 0.5 to 1.5 times 1, 2, 4 … up to 30 seconds. */
export function createBackOff(clock: SimulatorClock, random: Random) {
  let failures = 0
  let dueAtMs = 0
  return {
    failed() {
      dueAtMs = clock.now() + Math.min(30_000, 1_000 * 2 ** Math.min(failures, 5)) * random.between(0.5, 1.5)
      failures += 1
    },
    succeeded() {
      failures = 0
    },
    /** Makes the next attempt due at once. */
    reset() {
      dueAtMs = 0
    },
    isDue: () => clock.now() >= dueAtMs,
  }
}
