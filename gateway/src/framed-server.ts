import { createServer, type Server } from 'node:net'
import type { FramedProtocol } from '@rumbo/protocols'
import { type ConnectionSurroundings, DeviceConnection } from './connection.ts'
import type { ServerSurroundings } from './server-deps.ts'

export interface FramedServer {
  server: Server
  open(): number
  /** Drops connections that are over a deadline. */
  sweep(nowMilliseconds: number): void
  /** Stops reading everywhere; each connection closes when all it read is acknowledged. Resolves when none is left. */
  drain(): Promise<void>
  /** Closes what is still open. */
  destroy(): void
}

/** The TCP side of a protocol. */
export function createFramedServer(protocol: FramedProtocol, surroundings: ServerSurroundings): FramedServer {
  const { options, limits, counters, admission, registry, claims, mayReport, refuse, heard } = surroundings
  const { clock, intake, log } = options
  const connections = new Set<DeviceConnection>()
  let dirty: DeviceConnection[] = []
  let isDraining = false
  let tellEmpty: (() => void) | undefined

  const connectionSurroundings: ConnectionSurroundings = {
    intake,
    clock,
    limits,
    counters,
    acceptWrongChecksum: options.acceptWrongChecksum,
    nextConnection: surroundings.nextConnection,
    join: registry.join,
    spoke(connection, line, nowMilliseconds) {
      registry.spoke(line, nowMilliseconds)
      claims.hear(line.deviceIdentifier, connection, nowMilliseconds)
    },
    ended,
    heard(line, nowMilliseconds) {
      registry.hear(line, nowMilliseconds)
      heard(line.deviceIdentifier)
    },
    scheduleFlush(connection) {
      if (dirty.push(connection) === 1) setImmediate(flushAll)
    },
    closed(connection) {
      connections.delete(connection)
      admission.leave(connection.remoteAddress)
      ended(connection)
      registry.leave(connection)
      if (connections.size === 0) tellEmpty?.()
    },
    reportError(error, connection) {
      log.error(
        { err: error, protocol: protocol.name, remoteAddress: connection.remoteAddress },
        'A frame broke the decoder',
      )
    },
  }

  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const address = socket.remoteAddress ?? ''
    const refusal = isDraining ? 'stopping' : mayReport(address) ? admission.enter(address) : 'address'
    if (refusal) {
      refuse(refusal)
      socket.on('error', () => {})
      socket.destroy()
      return
    }
    counters.connectionsAccepted++
    connections.add(new DeviceConnection(socket, protocol, connectionSurroundings))
  })

  return {
    server,
    open: () => connections.size,
    sweep(nowMilliseconds) {
      for (const connection of connections) connection.sweep(nowMilliseconds)
    },
    drain() {
      isDraining = true
      for (const connection of connections) connection.drain()
      if (connections.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        tellEmpty = resolve
      })
    },
    destroy() {
      for (const connection of connections) connection.destroy()
    },
  }

  function ended({ lines, connection }: DeviceConnection): void {
    for (const { deviceIdentifier } of lines) claims.close(deviceIdentifier, connection)
  }

  function flushAll(): void {
    const due = dirty
    dirty = []
    for (const connection of due) connection.flush()
  }
}
