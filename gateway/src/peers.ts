import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'
import type { Speaker } from './claims.ts'
import type { DeviceConnectionNews, GatewayLimits } from './gateway.options.ts'
import { nothingShown, type Shown } from './registry.ts'

const minuteMilliseconds = 60_000

/** A device without a connection that stays: where it was last heard from. */
export interface Peer extends Shown {
  readonly deviceIdentifier: string
  readonly protocol: DeviceProtocol
  readonly transport: 'udp' | 'http'
  /** With the port, where datagrams go back to it. */
  readonly origin: string
  readonly remoteAddress: string
  /** Epoch milliseconds. */
  readonly openedAt: number
  heardAt: number
  toldAt: number
  /** Null while nothing can be said to it: a request that is answered, a datagram socket that is closed. */
  write: ((bytes: Uint8Array) => void) | null
}

export interface Peers {
  /** The device spoke. From another origin it is another peer, trusted anew. */
  hear(
    said: Pick<Peer, 'deviceIdentifier' | 'protocol' | 'transport' | 'origin' | 'remoteAddress'>,
    nowMilliseconds: number,
  ): Peer
  find(deviceIdentifier: string): Peer | undefined
  size(): number
  /** Forgets who was not heard for `peerSeconds`. */
  sweep(nowMilliseconds: number): void
  /** Forgets everybody. */
  clear(): void
}

export function createPeers(options: {
  limits: Pick<GatewayLimits, 'peerSeconds' | 'maxPeers'>
  onDeviceConnection?: ((news: DeviceConnectionNews) => void) | undefined
}): Peers {
  const { limits, onDeviceConnection } = options
  /** In the order in which they were heard last. */
  const peerOf = new Map<string, Peer>()

  return {
    hear(said, nowMilliseconds) {
      const known = peerOf.get(said.deviceIdentifier)
      const isSame = known?.origin === said.origin && known.protocol === said.protocol
      const peer: Peer =
        known && isSame
          ? known
          : {
              ...{ ...said, ...nothingShown, connection: `${said.transport} ${said.origin}` },
              ...{ openedAt: nowMilliseconds, heardAt: 0, toldAt: 0, write: null },
            }
      peer.heardAt = nowMilliseconds
      if (known) peerOf.delete(said.deviceIdentifier)
      peerOf.set(said.deviceIdentifier, peer)
      if (!isSame || nowMilliseconds - peer.toldAt >= minuteMilliseconds) {
        peer.toldAt = nowMilliseconds
        tell(peer, true, !isSame)
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
        if (nowMilliseconds - peer.heardAt < limits.peerSeconds * 1000) return
        forget(peer)
      }
    },
    clear() {
      for (const peer of peerOf.values()) forget(peer)
    },
  }

  function forget(peer: Peer): void {
    peerOf.delete(peer.deviceIdentifier)
    tell(peer, false, true)
  }

  function tell(peer: Peer, isConnected: boolean, isNew: boolean): void {
    const { protocol, transport, deviceIdentifier, connection, remoteAddress, openedAt, heardAt } = peer
    onDeviceConnection?.({
      ...{ protocol, transport, deviceIdentifier, connection, remoteAddress },
      ...{ connectedAt: openedAt, heardAt, isConnected, isNew },
    })
  }
}

export const speakerOf = ({ connection, remoteAddress, transport, protocol }: Peer): Speaker => ({
  ...{ connection, address: remoteAddress, transport, protocol },
  isForwarder: false,
})
