import type { Admission } from './admission.ts'
import type { DeviceClaims } from './claims.ts'
import type { GatewayCounters, RefusalReason } from './gateway.counters.ts'
import type { GatewayLimits, GatewayOptions } from './gateway.options.ts'
import type { MessageInspector } from './inspection.ts'
import type { Peers } from './peers.ts'
import type { DeviceRegistry } from './registry.ts'

/** Dependencies of the servers of one protocol. */
export interface ServerDeps {
  options: GatewayOptions
  limits: GatewayLimits
  /** Of this protocol. */
  counters: GatewayCounters
  admission: Admission
  registry: DeviceRegistry
  peers: Peers
  claims: DeviceClaims
  inspector: MessageInspector
  /** An id for the next connection, unique among all gateways. */
  nextConnectionId(): string
  /** Whether this address may report by this protocol. */
  mayReport(address: string): boolean
  /** Counts a refused connection. */
  refuse(reason: RefusalReason): void
  /** Calls `onMessageCommitted`, and logs its failure. */
  notifyCommitted(deviceIdentifier: string): void | Promise<void>
}
