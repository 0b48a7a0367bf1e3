import { type LiveVehicleChange, maxSocketsOfPerson } from '@rumbo/contract/live.contract'
import type { Logger } from 'pino'
import type { WebSocket } from 'ws'
import type { Bus } from '../bus.ts'
import type { Clock } from '../clock.ts'
import type { Authenticator } from '../http/server.ts'
import type { LiveSource } from './fleets.ts'
import type { SocketLimits } from './socket-limits.ts'
import type { ViewerLimits } from './viewer.ts'

export interface LiveHubOptions {
  source: LiveSource
  authenticator: Authenticator
  bus: Pick<Bus, 'listen' | 'publish' | 'onReconnect'>
  clock: Clock
  log: Logger
  limits?: Partial<ViewerLimits & SocketLimits & { helloMs: number; graceMs: number }>
}

export interface LiveHub {
  /** Accepts a socket whose origin was checked; `address` is the browser's, not a proxy's. */
  connect(socket: WebSocket, address: string): void
  /** Whether the limit of sockets allows another one. */
  hasRoom(): boolean
  /** Applies changes of committed positions. Drops older ones and ignores unwatched fleets. */
  apply(
    changes: readonly (LiveVehicleChange & { fleetId: string })[],
    gone?: readonly { fleetId: string; id: string }[],
  ): void
  /** Whether anyone watches the fleet, so that callers can skip `apply`. */
  isWatched(fleetId: string): boolean
  /** `encoded`: number of messages encoded so far, whatever the number of viewers. */
  counts(): { viewers: number; slow: number; fleets: number; encoded: number }
  /** Closes every socket with "going away", so that browsers reconnect to another process. */
  close(): void
}

export const limitsByDefault = {
  slowBytes: 262_144,
  stalledMs: 30_000,
  helloMs: 10_000,
  graceMs: 30_000,
  sockets: 5_000,
  perPerson: maxSocketsOfPerson,
  perAddress: 500,
  unauthenticatedShare: 0.05,
}
