import { createServer, type Server, type Socket } from 'node:net'
import type { FramedProtocol } from '@rumbo/protocols'
import type { Admission } from './admission.ts'
import { type DeviceConnection, openConnection } from './connection.ts'
import type { GatewayCounters, GatewayLimits, GatewayOptions } from './gateway.options.ts'
import type { DeviceRegistry } from './registry.ts'

export interface FramedServer {
  server: Server
  open(): number
  /** Drops connections that are idle or never logged in. */
  sweep(nowMilliseconds: number): void
  /** Stops reading everywhere; each connection closes when all it read is acknowledged. Resolves when none is left. */
  drain(): Promise<void>
  /** Closes what is still open. */
  destroy(): void
}

export interface FramedServerSurroundings {
  options: GatewayOptions
  limits: GatewayLimits
  counters: GatewayCounters
  admission: Admission
  registry: DeviceRegistry
}

export function createFramedServer(
  protocol: FramedProtocol,
  surroundings: FramedServerSurroundings,
): FramedServer {
  const { options, limits, counters, admission, registry } = surroundings
  const { clock, intake, log } = options
  const sockets = new Map<DeviceConnection, Socket>()
  let dirty: DeviceConnection[] = []
  let isDraining = false
  let tellEmpty: (() => void) | undefined

  const connectionSurroundings = {
    intake,
    clock,
    limits,
    counters,
    acceptWrongChecksum: options.acceptWrongChecksum ?? true,
    logIn: (connection: DeviceConnection, deviceIdentifier: string) =>
      registry.logIn(connection, deviceIdentifier, clock.now().getTime()),
    scheduleFlush(connection: DeviceConnection) {
      if (dirty.push(connection) === 1) setImmediate(flushAll)
    },
    closed(connection: DeviceConnection) {
      sockets.delete(connection)
      admission.leave(connection.remoteAddress)
      registry.leave(connection)
      if (sockets.size === 0) tellEmpty?.()
    },
    reportError(error: unknown, connection: DeviceConnection) {
      log.error(
        { err: error, protocol: protocol.name, remoteAddress: connection.remoteAddress },
        'A frame broke the decoder',
      )
    },
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isDraining || !admission.enter(address)) {
      counters.connectionsRefused++
      socket.on('error', () => {})
      socket.destroy()
      return
    }
    counters.connectionsAccepted++
    const connection = openConnection(socket, protocol, connectionSurroundings)
    sockets.set(connection, socket)
  })

  return {
    server,
    open: () => sockets.size,
    sweep(nowMilliseconds) {
      for (const connection of sockets.keys()) {
        const isLoggedIn = connection.deviceIdentifier() !== null
        if (nowMilliseconds - connection.lastHeardAt >= limits.idleSeconds * 1000) connection.drop('idle')
        else if (!isLoggedIn && nowMilliseconds - connection.openedAt >= limits.loginSeconds * 1000) {
          connection.drop('no_login')
        }
      }
    },
    drain() {
      isDraining = true
      for (const connection of sockets.keys()) connection.drain()
      if (sockets.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        tellEmpty = resolve
      })
    },
    destroy() {
      for (const socket of sockets.values()) socket.destroy()
    },
  }

  function flushAll(): void {
    const connections = dirty
    dirty = []
    for (const connection of connections) connection.flush()
  }
}
