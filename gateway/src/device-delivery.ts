import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { DeviceClaims } from './claims.ts'
import type { GatewayCounters } from './gateway.counters.ts'
import type { DeliveryConnection, GatewayOptions, WriteCommand } from './gateway.options.ts'
import { inspectBytes, type MessageInspector } from './inspection.ts'
import type { Peer, Peers } from './peers.ts'
import type { DeviceConnection, DeviceRegistry } from './registry.ts'

/** `declined`: nothing was written, because the writer returned null or the connection just ended. */
export type Delivery = 'written' | 'not_connected' | 'declined'

/** Writes commands to the device connections of this gateway. */
export interface DeviceDelivery {
  /** The connection `deliver` would write to now; null without one. */
  connectionTo(deviceIdentifier: string): DeliveryConnection | null
  /** Whether `deliver` would call `write` now. */
  isConnected(deviceIdentifier: string): boolean
  /**
   * Writes to the device's TCP connection, else to the origin of its last datagram, else as the answer to its pending
   * request. `write` is called and its bytes are written in the same turn of the event loop.
   */
  deliver(deviceIdentifier: string, write: WriteCommand): Delivery
}

export function createDeviceDelivery(deps: {
  options: Pick<GatewayOptions, 'canReceiveCommands' | 'clock'>
  registry: DeviceRegistry
  peers: Peers
  claims: DeviceClaims
  inspector: MessageInspector
  countersOf(protocol: DeviceProtocol): GatewayCounters
}): DeviceDelivery {
  const { options, registry, peers, claims, inspector, countersOf } = deps

  return {
    connectionTo(deviceIdentifier) {
      const target = findTarget(deviceIdentifier)
      return target ? connectionOf(target) : null
    },
    isConnected: (deviceIdentifier) => findTarget(deviceIdentifier) !== undefined,
    deliver,
  }

  function canReceive(deviceIdentifier: string, protocol: DeviceProtocol): boolean {
    return options.canReceiveCommands?.(deviceIdentifier, protocol) ?? true
  }

  /** The TCP connection or the peer that commands for the device are written to. */
  function findTarget(deviceIdentifier: string): DeviceConnection | Peer | undefined {
    const connection = registry.find(deviceIdentifier)
    if (connection && canReceive(deviceIdentifier, connection.owner.protocol)) return connection
    const peer = peers.find(deviceIdentifier)
    return peer?.write && canReceive(deviceIdentifier, peer.protocol) ? peer : undefined
  }

  function connectionOf(target: DeviceConnection | Peer): DeliveryConnection {
    const { deviceIdentifier, connectionId } = target
    return {
      protocol: 'owner' in target ? target.owner.protocol : target.protocol,
      connection: connectionId,
      standing: claims.standingOf(deviceIdentifier, options.clock.now().getTime()),
    }
  }

  function deliver(deviceIdentifier: string, write: WriteCommand): Delivery {
    const target = findTarget(deviceIdentifier)
    if (!target) return 'not_connected'
    const connection = connectionOf(target)
    const command = write({
      ...connection,
      transport: 'owner' in target ? 'tcp' : target.transport,
      openedAt: target.openedAt,
      hasValidFix: target.hasValidFix,
      fixTime: target.fixTime,
      fixSpeedKmh: target.fixSpeedKmh,
      fixReceivedAt: target.fixReceivedAt,
    })
    if (!command) return 'declined'
    if (!('owner' in target)) target.write?.(command.bytes)
    else if (!target.owner.send(command.bytes)) return 'declined'
    countersOf(connection.protocol).commandsWritten++
    inspectBytes(inspector, deviceIdentifier, 'owner' in target ? target.owner : target, {
      ...command,
      kind: 'command',
    })
    return 'written'
  }
}
