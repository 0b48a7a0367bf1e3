import type { Admission } from './admission.ts'
import type { DeviceClaims } from './claims.ts'
import type { GatewayCounters, RefusalReason } from './gateway.counters.ts'
import type { GatewayLimits, GatewayOptions } from './gateway.options.ts'
import type { Peers } from './peers.ts'
import type { DeviceRegistry } from './registry.ts'

/** What the servers of one protocol stand on. */
export interface ServerSurroundings {
  options: GatewayOptions
  limits: GatewayLimits
  /** Of this protocol. */
  counters: GatewayCounters
  admission: Admission
  registry: DeviceRegistry
  peers: Peers
  claims: DeviceClaims
  /** A name for the next connection, unique among all gateways. */
  nextConnection(): string
  /** Whether this address may report by this protocol. */
  mayReport(address: string): boolean
  /** Counts a connection that is turned away. */
  refuse(reason: RefusalReason): void
  /** What the device said is committed; `onDeviceHeard`, its failures logged. */
  heard(deviceIdentifier: string): void | Promise<void>
}
