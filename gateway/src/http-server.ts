import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { DeviceReport } from '@rumbo/contract/telemetry.device-report.contract'
import { decodeOsmand } from '@rumbo/protocols'
import type { HttpRefusalReason } from './gateway.counters.ts'
import { type Peer, sourceOf } from './peers.ts'
import { recordEvidence } from './registry.ts'
import type { ServerDeps } from './server-deps.ts'

export interface HttpDeviceServer {
  server: Server
  open(): number
  /** Answers the requests in flight and accepts no further connections. */
  drain(): void
  destroy(): void
}

const statusOf: Readonly<Record<HttpRefusalReason, number>> = {
  busy: 503,
  method: 405,
  oversized: 413,
  malformed: 400,
  no_identifier: 400,
  wrong_secret: 401,
  not_stored: 503,
}

class BodyTooLarge extends Error {}

/**
 * OsmAnd over HTTP: a report in the query, a form or JSON, answered 200 after its commit. The body of the answer is a
 * command, if one is delivered in time.
 */
export function createHttpDeviceServer({
  options,
  limits,
  counters,
  admission,
  peers,
  claims,
  mayReport,
  refuse: refuseConnection,
  notifyCommitted,
}: ServerDeps): HttpDeviceServer {
  const { clock, intake, log } = options
  let inFlight = 0
  let open = 0
  let isDraining = false

  const timeouts = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384, noDelay: true }, (request, response) => {
    counters.httpRequests++
    if (inFlight >= limits.maxHttpInFlight) {
      response.setHeader('Retry-After', '5')
      refuse(response, 'busy', 'The server is busy. Send the report again later.')
      return
    }
    inFlight++
    answer(request, response)
      .catch((error: unknown) => {
        log.error({ err: error, protocol: 'osmand' }, 'A request of a device failed')
        if (!response.headersSent) refuse(response, 'not_stored', 'The report was not stored. Send it again.')
      })
      .finally(() => {
        inFlight--
      })
  })

  server.on('connection', (socket) => {
    const address = socket.remoteAddress ?? ''
    const refusal = isDraining ? 'stopping' : mayReport(address) ? admission.enter(address) : 'address'
    if (refusal) {
      refuseConnection(refusal)
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
  // Bytes that are no HTTP get Node's default answer, without an exception.
  server.on('clientError', (_error, socket) => {
    counters.httpRefused.malformed++
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
      refuse(response, 'method', 'Send the report with GET or POST.')
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
      refuse(response, 'oversized', `The body is larger than ${limits.maxHttpBodyBytes} bytes.`)
      return
    }
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
    const decoding = decodeOsmand({ query, body, receivedAt: clock.now() })
    // A phone repeats a refused request endlessly, so one that identifies its device is stored and acknowledged.
    const accepted = decoding.isAccepted ? decoding : decoding.unread
    if (!accepted) {
      if (!decoding.isAccepted) refuse(response, decoding.reason, decoding.detail)
      return
    }
    const { report, secret } = accepted
    let isSecretAccepted = true
    try {
      isSecretAccepted = (await options.isSecretAccepted?.(report.deviceIdentifier, secret)) ?? true
    } catch {
      refuse(response, 'not_stored', 'The report was not stored. Send it again.')
      return
    }
    if (!isSecretAccepted) {
      refuse(response, 'wrong_secret', 'The secret of this device is missing or wrong.')
      return
    }
    const peer = recordPeer(report, request.socket.remoteAddress ?? '')
    counters.reportsReceived++
    if (report.unreadFrame) counters.unreadMessages++
    try {
      await intake.accept(report)
    } catch {
      counters.reportsRejected++
      refuse(response, 'not_stored', 'The report was not stored. Send it again.')
      return
    }
    counters.reportsAcknowledged++
    await waitForCommand(peer, response)
    if (!response.headersSent) accept(response, null)
  }

  function recordPeer(report: DeviceReport, remoteAddress: string): Peer {
    const { deviceIdentifier } = report
    const now = clock.now().getTime()
    const peer = peers.recordMessage(
      { deviceIdentifier, protocol: 'osmand', transport: 'http', origin: remoteAddress, remoteAddress },
      now,
    )
    claims.recordMessage(deviceIdentifier, sourceOf(peer), now)
    report.remoteAddress = remoteAddress
    recordEvidence(peer, report)
    return peer
  }

  /** Waits up to `commandMilliseconds` for a command, which is then the answer. */
  async function waitForCommand(peer: Peer, response: ServerResponse): Promise<void> {
    const write = (bytes: Uint8Array) => {
      peer.write = null
      accept(response, bytes)
    }
    peer.write = write
    let timer: NodeJS.Timeout | undefined
    try {
      const delivery = notifyCommitted(peer.deviceIdentifier)
      if (!delivery) return
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, limits.commandMilliseconds)
      })
      await Promise.race([delivery, timeout])
    } finally {
      clearTimeout(timer)
      // A later request of the device may have replaced it.
      if (peer.write === write) peer.write = null
    }
  }

  function accept(response: ServerResponse, body: Uint8Array | null): void {
    if (isDraining) response.setHeader('Connection', 'close')
    if (body) response.setHeader('Content-Type', 'text/plain; charset=utf-8')
    response.writeHead(200, { 'Content-Length': String(body?.length ?? 0) }).end(body ?? undefined)
  }

  function refuse(response: ServerResponse, reason: HttpRefusalReason, sentence: string): void {
    counters.httpRefused[reason]++
    if (isDraining) response.setHeader('Connection', 'close')
    response.writeHead(statusOf[reason], { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
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
