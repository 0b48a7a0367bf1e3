import type { Socket as DatagramSocket } from 'node:dgram'
import type { AddressInfo, Server } from 'node:net'
import type { DeviceProtocol } from '@rumbo/contract/telemetry.device-report.contract'

/** A port that cannot be listened on; `code` as Node states it, such as EADDRINUSE or EACCES. */
export class GatewayListenError extends Error {
  override name = 'GatewayListenError'
  readonly code: string
  readonly protocol: DeviceProtocol
  readonly host: string
  readonly port: number

  constructor(code: string, protocol: DeviceProtocol, host: string, port: number) {
    super(`The gateway cannot listen on ${host}:${port} for ${protocol} (${code}).`)
    this.code = code
    this.protocol = protocol
    this.host = host
    this.port = port
  }
}

/**
 * Listens and returns the port, a chosen one for 0. Rejects with a GatewayListenError.
 * @param onFailure called for later failures, such as no file descriptor left for a connection: the server goes on
 */
export function listen(
  server: Server,
  protocol: DeviceProtocol,
  host: string,
  port: number,
  onFailure: (error: Error) => void,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      reject(new GatewayListenError(error.code ?? 'UNKNOWN', protocol, host, port))
    }
    server.once('error', fail)
    server.listen({ host, port, backlog: 4096 }, () => {
      server.off('error', fail)
      server.on('error', onFailure)
      resolve((server.address() as AddressInfo).port)
    })
  })
}

/** Listens for datagrams on a given port. Rejects with a GatewayListenError. `onFailure` as in `listen`. */
function bind(
  socket: DatagramSocket,
  protocol: DeviceProtocol,
  host: string,
  port: number,
  onFailure: (error: Error) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      reject(new GatewayListenError(error.code ?? 'UNKNOWN', protocol, host, port))
    }
    socket.once('error', fail)
    socket.bind({ address: host, port, exclusive: true }, () => {
      socket.off('error', fail)
      socket.on('error', onFailure)
      resolve()
    })
  })
}

/** Stops accepting; resolves when every connection of the server is closed. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    if (server.listening) server.close(() => resolve())
    else resolve()
  })
}

const maxPortAttempts = 20

/** Listens for TCP and UDP on the same port and returns it. Parameters and errors as in `listen`. */
export async function listenOnBothTransports(
  server: Server,
  socket: DatagramSocket,
  protocol: DeviceProtocol,
  host: string,
  port: number,
  onFailure: (error: Error) => void,
): Promise<number> {
  for (let attempt = 1; ; attempt++) {
    const chosen = await listen(server, protocol, host, port, onFailure)
    try {
      await bind(socket, protocol, host, chosen, onFailure)
      return chosen
    } catch (error) {
      const isInUse = error instanceof GatewayListenError && error.code === 'EADDRINUSE'
      if (port !== 0 || !isInUse || attempt === maxPortAttempts) throw error
      server.removeAllListeners('error')
      await closeServer(server)
    }
  }
}
