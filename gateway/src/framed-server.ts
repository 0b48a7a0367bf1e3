import { createServer, type Server } from 'node:net'
import type { FramedProtocol } from '@rumbo/protocols'
import { DeviceSocket, type DeviceSocketDeps } from './device-socket.ts'
import type { ServerDeps } from './server-deps.ts'

export interface FramedServer {
  server: Server
  open(): number
  /** Closes sockets that are over a deadline. */
  sweep(nowMilliseconds: number): void
  /** Stops reading; each socket closes when all it read is acknowledged. Resolves when none is left. */
  drain(): Promise<void>
  /** Closes all sockets at once. */
  destroy(): void
}

/** The TCP side of a protocol. */
export function createFramedServer(protocol: FramedProtocol, deps: ServerDeps): FramedServer {
  const {
    options,
    limits,
    counters,
    admission,
    registry,
    claims,
    inspector,
    mayReport,
    refuse,
    notifyCommitted,
  } = deps
  const { clock, intake, log } = options
  const sockets = new Set<DeviceSocket>()
  let dirty: DeviceSocket[] = []
  let isDraining = false
  let onEmpty: (() => void) | undefined

  const socketDeps: DeviceSocketDeps = {
    intake,
    clock,
    limits,
    counters,
    inspector,
    acceptWrongChecksum: options.acceptWrongChecksum,
    modelOf: options.modelOf,
    nextConnectionId: deps.nextConnectionId,
    join: registry.join,
    onMessage(socket, connection, nowMilliseconds) {
      registry.markActive(connection, nowMilliseconds)
      claims.recordMessage(connection.deviceIdentifier, socket, nowMilliseconds)
    },
    onEnd: closeClaims,
    onCommitted(connection, nowMilliseconds) {
      registry.reportActivity(connection, nowMilliseconds)
      notifyCommitted(connection.deviceIdentifier)
    },
    scheduleFlush(socket) {
      if (dirty.push(socket) === 1) setImmediate(flushAll)
    },
    onClose(socket) {
      sockets.delete(socket)
      admission.leave(socket.remoteAddress)
      closeClaims(socket)
      registry.leave(socket)
      if (sockets.size === 0) onEmpty?.()
    },
    onDecoderError(error, socket) {
      log.error(
        { err: error, protocol: protocol.name, remoteAddress: socket.remoteAddress },
        'The decoder failed on a frame; its connection is closed',
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
    sockets.add(new DeviceSocket(socket, protocol, socketDeps))
  })

  return {
    server,
    open: () => sockets.size,
    sweep(nowMilliseconds) {
      for (const socket of sockets) socket.sweep(nowMilliseconds)
    },
    drain() {
      isDraining = true
      for (const socket of sockets) socket.drain()
      if (sockets.size === 0) return Promise.resolve()
      return new Promise((resolve) => {
        onEmpty = resolve
      })
    },
    destroy() {
      for (const socket of sockets) socket.destroy()
    },
  }

  function closeClaims({ connections: lines, connectionId }: DeviceSocket): void {
    for (const { deviceIdentifier } of lines) claims.close(deviceIdentifier, connectionId)
  }

  function flushAll(): void {
    const due = dirty
    dirty = []
    for (const socket of due) socket.flush()
  }
}
