import type { CommandType } from '@rumbo/contract/commands.device-command.contract'
import type { SimulatedReport } from '@rumbo/protocols/device-side'
import type { SimulatorClock } from './clock.ts'
import type { Random } from './random.ts'

/** What a tracker measured at one moment; its link decides whether it is told live or as stored. */
export type Measurement = SimulatedReport

/** The connection of one tracker with the gateway, and its memory of what the gateway has not acknowledged. */
export interface DeviceLink {
  /** Keeps a measurement until it is told. When the memory is full the oldest is lost. */
  report(measurement: Measurement): void
  /** Tells that the tracker lives; not kept. */
  heartbeat(measurement: Measurement): void
  /** Connects when it is time, and looks for an acknowledgement that does not come. Call it every half second or so. */
  check(): void
  goOnline(): void
  /** Closes the connection and stays silent; what is not told stays in memory. */
  goOffline(): void
  readonly isConnected: boolean
  readonly counts: Readonly<LinkCounts>
}

export interface LinkCounts {
  sent: number
  /** Told: acknowledged, or written where the protocol has no acknowledgement. */
  acknowledged: number
  resent: number
  lost: number
  connections: number
  pending: number
  /** Commands the device answered or obeyed. */
  commands: number
}

export const newLinkCounts = (): LinkCounts => ({
  ...{ sent: 0, acknowledged: 0, resent: 0, lost: 0, connections: 0, pending: 0, commands: 0 },
})

export type SimulatorLog = (level: 'info' | 'warn', message: string, details: Record<string, unknown>) => void

/** What the device did of a command, and what it measured then. */
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
  /** The server told the device something; `type` is null for what the device does not know. */
  onCommand(type: CommandType | null, text: string): CommandOutcome
}

export const memorySize = 1_000
export const acknowledgementTimeoutMs = 20_000

/** Lets so many connections a second begin, over all devices of the process. */
export interface ConnectionRateLimit {
  tryAcquire(): boolean
}

/** A full second's worth may pass at once, then they pass at the rate. */
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

/** When to try again: after 0.5 to 1.5 times 1, 2, 4 … up to 30 seconds. */
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
    /** Forgets the wait, as after the network came back. */
    forget() {
      dueAtMs = 0
    },
    isDue: () => clock.now() >= dueAtMs,
  }
}
