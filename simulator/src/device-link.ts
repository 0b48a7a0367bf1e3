import type { AlarmKind } from '@rumbo/contract/device-report.contract'
import type { SimulatorClock } from './clock.ts'
import type { Random } from './random.ts'

/** What a tracker measured at one moment. */
export interface Measurement {
  timeMs: number
  latitude: number
  longitude: number
  altitudeMetres: number
  speedKmh: number
  headingDegrees: number
  satellites: number
  signalPercent: number
  ignition: boolean
  isEngineBlocked: boolean
  batteryPercent: number
  powerVolts: number
  fuelPercent: number
  odometerMetres: number
  alarm: AlarmKind | null
}

/** The connection of one tracker with the gateway, and its memory of what the gateway has not acknowledged. */
export interface DeviceLink {
  /** Keeps a measurement until it is acknowledged. When the memory is full the oldest is lost. */
  report(measurement: Measurement): void
  /** Tells that the tracker lives; not kept. */
  heartbeat(measurement: Measurement): void
  /** Looks for an acknowledgement that does not come. Call it every few seconds. */
  check(): void
  goOnline(): void
  /** Closes the connection and stays silent; what is not acknowledged stays in memory. */
  goOffline(): void
  readonly isConnected: boolean
  readonly counts: Readonly<LinkCounts>
}

export interface LinkCounts {
  sent: number
  acknowledged: number
  resent: number
  lost: number
  connections: number
  pending: number
}

export type SimulatorLog = (level: 'info' | 'warn', message: string, details: Record<string, unknown>) => void

export interface LinkOptions {
  deviceIdentifier: string
  host: string
  port: number
  clock: SimulatorClock
  random: Random
  log: SimulatorLog
  /** The server asked for the engine to be stopped (true) or released. */
  onEngineBlocked(isBlocked: boolean): void
}

export const memorySize = 1_000
export const acknowledgementTimeoutMs = 20_000

/** Waits for the next try to connect: 0.5 to 1.5 times 1, 2, 4 … up to 30 seconds. */
export function createBackOff(clock: SimulatorClock, random: Random) {
  let failures = 0
  let cancel: (() => void) | null = null
  return {
    retry(callback: () => void) {
      cancel?.()
      const delayMs = Math.min(30_000, 1_000 * 2 ** Math.min(failures, 5)) * random.between(0.5, 1.5)
      failures += 1
      cancel = clock.schedule(callback, delayMs)
    },
    succeeded() {
      failures = 0
    },
    cancel() {
      cancel?.()
      cancel = null
    },
  }
}
