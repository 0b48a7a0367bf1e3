import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import { minuteMs } from '@rumbo/contract/time-units'
import type { MessageSource } from './claims.ts'
import type { DeviceConnectionUpdate, GatewayLimits } from './gateway.options.ts'
import { type FixEvidence, noFixEvidence } from './registry.ts'

/** A device that reports by datagrams or HTTP: the origin of its last message. */
export interface Peer extends FixEvidence {
  readonly deviceIdentifier: string
  readonly protocol: DeviceProtocol
  readonly transport: 'udp' | 'http'
  /** Its address, with the port for datagrams. */
  readonly origin: string
  readonly remoteAddress: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  lastMessageAt: number
  reportedAt: number
  /** Null while nothing can be written to it: its request is answered, or the datagram socket is closed. */
  write: ((bytes: Uint8Array) => void) | null
}

export interface Peers {
  /** Records a message of the device. From another origin it is another peer, without the evidence of the former. */
  recordMessage(
    source: Pick<Peer, 'deviceIdentifier' | 'protocol' | 'transport' | 'origin' | 'remoteAddress'>,
    nowMilliseconds: number,
  ): Peer
  find(deviceIdentifier: string): Peer | undefined
  size(): number
  /** Forgets peers without a message for `peerSeconds`. */
  sweep(nowMilliseconds: number): void
  /** Forgets all peers. */
  clear(): void
}

export function createPeers(options: {
  limits: Pick<GatewayLimits, 'peerSeconds' | 'maxPeers'>
  onDeviceConnection?: ((update: DeviceConnectionUpdate) => void) | undefined
}): Peers {
  const { limits, onDeviceConnection } = options
  /** In the order of their last messages. */
  const peerOf = new Map<string, Peer>()

  return {
    recordMessage(source, nowMilliseconds) {
      const known = peerOf.get(source.deviceIdentifier)
      const isSame = known?.origin === source.origin && known.protocol === source.protocol
      const peer: Peer =
        known && isSame
          ? known
          : {
              ...source,
              ...noFixEvidence,
              connectionId: `${source.transport} ${source.origin}`,
              openedAt: nowMilliseconds,
              lastMessageAt: 0,
              reportedAt: 0,
              write: null,
            }
      peer.lastMessageAt = nowMilliseconds
      if (known) peerOf.delete(source.deviceIdentifier)
      peerOf.set(source.deviceIdentifier, peer)
      if (!isSame || nowMilliseconds - peer.reportedAt >= minuteMs) {
        peer.reportedAt = nowMilliseconds
        report(peer, true, !isSame)
      }
      if (peerOf.size > limits.maxPeers) {
        const [oldest] = peerOf.values()
        if (oldest) forget(oldest)
      }
      return peer
    },
    find: (deviceIdentifier) => peerOf.get(deviceIdentifier),
    size: () => peerOf.size,
    sweep(nowMilliseconds) {
      for (const peer of peerOf.values()) {
        if (nowMilliseconds - peer.lastMessageAt < limits.peerSeconds * 1000) return
        forget(peer)
      }
    },
    clear() {
      for (const peer of peerOf.values()) forget(peer)
    },
  }

  function forget(peer: Peer): void {
    peerOf.delete(peer.deviceIdentifier)
    report(peer, false, true)
  }

  function report(peer: Peer, isConnected: boolean, isNew: boolean): void {
    const { protocol, transport, deviceIdentifier, connectionId, remoteAddress, openedAt, lastMessageAt } =
      peer
    onDeviceConnection?.({
      protocol,
      transport,
      deviceIdentifier,
      connection: connectionId,
      remoteAddress,
      connectedAt: openedAt,
      lastMessageAt,
      isConnected,
      isNew,
    })
  }
}

export const sourceOf = ({ connectionId, remoteAddress, transport, protocol }: Peer): MessageSource => ({
  connectionId,
  address: remoteAddress,
  transport,
  protocol,
  isForwarder: false,
})
