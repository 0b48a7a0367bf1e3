import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { decodeOsmand } from '@rumbo/protocols'
import type { Admission } from './admission.ts'
import type { GatewayCounters, GatewayLimits, GatewayOptions } from './gateway.options.ts'

export interface HttpDeviceServer {
  server: Server
  open(): number
  /** Answers what is in flight, and nothing more. */
  drain(): void
  destroy(): void
}

export interface HttpServerSurroundings {
  options: GatewayOptions
  limits: GatewayLimits
  counters: GatewayCounters
  admission: Admission
}

class BodyTooLarge extends Error {}

/** OsmAnd over HTTP: a report in the query, a form or JSON; answered 200 only after its commit. */
export function createHttpDeviceServer({
  options,
  limits,
  counters,
  admission,
}: HttpServerSurroundings): HttpDeviceServer {
  const { clock, intake, log } = options
  let inFlight = 0
  let open = 0
  let isDraining = false

  const timeouts = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384, noDelay: true }, (request, response) => {
    counters.httpRequests++
    if (inFlight >= limits.maxHttpInFlight) {
      response.setHeader('Retry-After', '5')
      refuse(response, 503, 'The server is busy. Send the report again later.')
      return
    }
    inFlight++
    answer(request, response)
      .catch((error: unknown) => {
        log.error({ err: error, protocol: 'osmand' }, 'A request of a device failed')
        if (!response.headersSent) refuse(response, 503, 'The report was not stored. Send it again.')
      })
      .finally(() => {
        inFlight--
      })
  })

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    if (isDraining || !admission.enter(address)) {
      counters.connectionsRefused++
      socket.destroy()
      return
    }
    counters.connectionsAccepted++
    open++
    socket.once('close', () => {
      open--
      admission.leave(address)
    })
  })
  // Rubbish instead of HTTP: Node's default answer, without an exception.
  server.on('clientError', (_error, socket) => {
    counters.httpRefused++
    if (socket.writable) socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n')
    else socket.destroy()
  })

  return {
    server,
    open: () => open,
    drain() {
      isDraining = true
      server.closeIdleConnections()
    },
    destroy: () => server.closeAllConnections(),
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'POST') {
      response.setHeader('Allow', 'GET, POST')
      refuse(response, 405, 'Send the report with GET or POST.')
      return
    }
    let body: string
    try {
      body = request.method === 'POST' ? await readBody(request, limits.maxHttpBodyBytes) : ''
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) {
        response.destroy()
        return
      }
      response.setHeader('Connection', 'close')
      refuse(response, 413, `The body is larger than ${limits.maxHttpBodyBytes} bytes.`)
      return
    }
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
    const decoding = decodeOsmand({ query, body, receivedAt: clock.now() })
    if (!decoding.isAccepted) {
      refuse(response, 400, decoding.detail)
      return
    }
    const { report, secret } = decoding
    if (options.isSecretAccepted && !(await options.isSecretAccepted(report.deviceIdentifier, secret))) {
      refuse(response, 401, 'The secret of this device is missing or wrong.')
      return
    }
    counters.reportsReceived++
    try {
      await intake.accept(report)
    } catch {
      counters.reportsRejected++
      refuse(response, 503, 'The report was not stored. Send it again.')
      return
    }
    counters.reportsAcknowledged++
    if (isDraining) response.setHeader('Connection', 'close')
    response.writeHead(200, { 'Content-Length': '0' }).end()
  }

  function refuse(response: ServerResponse, status: number, sentence: string): void {
    counters.httpRefused++
    if (isDraining) response.setHeader('Connection', 'close')
    response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
  }
}

async function readBody(request: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let byteCount = 0
  for await (const chunk of request) {
    byteCount += chunk.length
    if (byteCount > maxBytes) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
