import { createSocket } from 'node:dgram'
import { connect } from 'node:net'
import type { Transport } from '@rumbo/protocols/protocol'

/** Bytes to and from the gateway, on one connection or by datagrams from one port. */
export interface GatewaySocket {
  write(bytes: Uint8Array): void
  /** True while the send buffer is full; `onDrain` follows. */
  readonly isFull: boolean
  /** `onClosed` is called afterwards. */
  close(): void
}

export interface GatewaySocketEvents {
  onOpen(): void
  onBytes(bytes: Uint8Array): void
  onDrain(): void
  /** `reason` is null without an error. */
  onClosed(reason: string | null): void
}

/** Opens a TCP connection, or a datagram socket, to the gateway. */
export function openGatewaySocket(
  transport: Transport,
  host: string,
  port: number,
  events: GatewaySocketEvents,
): GatewaySocket {
  return transport === 'tcp' ? openConnection(host, port, events) : openDatagrams(host, port, events)
}

function openConnection(host: string, port: number, events: GatewaySocketEvents): GatewaySocket {
  let reason: string | null = null
  const socket = connect({ host, port, noDelay: true })
  socket.on('connect', events.onOpen)
  socket.on('data', events.onBytes)
  socket.on('drain', events.onDrain)
  socket.on('error', (error) => {
    reason = error.message
  })
  socket.on('close', () => events.onClosed(reason))
  return {
    get isFull() {
      return socket.writableNeedDrain
    },
    write: (bytes) => void socket.write(bytes),
    close: () => void socket.destroy(),
  }
}

function openDatagrams(host: string, port: number, events: GatewaySocketEvents): GatewaySocket {
  let isClosed = false
  let reason: string | null = null
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  const close = () => {
    if (isClosed) return
    isClosed = true
    socket.close()
  }
  socket.on('connect', events.onOpen)
  socket.on('message', events.onBytes)
  socket.on('error', (error) => {
    reason = error.message
    close()
  })
  socket.on('close', () => events.onClosed(reason))
  socket.connect(port, host)
  return {
    isFull: false,
    write(bytes) {
      if (!isClosed) socket.send(bytes)
    },
    close,
  }
}
