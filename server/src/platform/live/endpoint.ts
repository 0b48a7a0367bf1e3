import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { WebSocketServer } from 'ws'
import { rawProblem } from '../http/refusals.ts'
import { isAllowedOrigin } from '../http/server.ts'
import { problem } from '../problem.ts'
import type { LiveHub } from './hub.ts'

/** Large enough for a hello with 500 fleets and their last numbers. */
const maxMessageBytes = 131_072

/**
 * The WebSocket `/v1/live`. The upgrade uses the ordinary request pipeline, so that proxies, request ids and problems
 * work as everywhere: 403 for a foreign origin, 404 for another path or without an upgrade.
 */
export function mountLive(
  app: FastifyInstance,
  options: { hub: LiveHub; allowedOrigins: readonly string[] },
): void {
  const { hub } = options
  const sockets = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: maxMessageBytes,
  })
  const upgrades = new WeakMap<IncomingMessage, { socket: Duplex; head: Buffer; response: ServerResponse }>()

  app.get('/v1/live', (request, reply) => {
    const upgrade = upgrades.get(request.raw)
    if (!upgrade) throw problem('not_found')
    if (!isAllowedOrigin(request, options.allowedOrigins)) throw problem('origin_refused')
    if (!hub.hasRoom()) throw problem('unavailable')
    reply.hijack()
    const { socket, head, response } = upgrade
    response.detachSocket(socket as never)
    sockets.handleUpgrade(request.raw, socket, head, (accepted) => hub.connect(accepted, request.ip))
  })

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // No body is read after an upgrade, so waiting for one would never end.
    if (request.method !== 'GET') {
      socket.end(rawProblem('malformed_body', socket instanceof TLSSocket))
      return
    }
    const response = new ServerResponse(request)
    response.assignSocket(socket as never)
    // A response instead of an upgrade must close the connection.
    response.shouldKeepAlive = false
    response.on('finish', () => socket.end())
    upgrades.set(request, { socket, head, response })
    app.routing(request, response)
  }
  app.server.on('upgrade', onUpgrade)
  app.addHook('preClose', (done) => {
    app.server.off('upgrade', onUpgrade)
    hub.close()
    sockets.close()
    done()
  })
}
