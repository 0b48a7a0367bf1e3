import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { decodeOsmandBatch, type OsmandDecoding } from '@rumbo/protocols'
import type { HttpRefusalReason } from './gateway.counters.ts'
import { createHttpReports, type SecretReport } from './http-reports.ts'
import type { Peer } from './peers.ts'
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
  rate: 429,
  not_stored: 503,
}

const sentenceOf = {
  not_stored: 'The report was not stored. Send it again.',
  wrong_secret: 'The secret of this device is missing or wrong.',
  rate: 'This device sent too many reports within a minute. Send the report again later.',
} as const
const busySentence = 'The server is busy. Send the report again later.'

class BodyTooLarge extends Error {}
class TooManyBodies extends Error {}

/**
 * OsmAnd over HTTP: a report in the query, a form or JSON, or an array of them, answered 200 after the commit of each. The
 * body of the answer is a command, if one is delivered in time.
 */
export function createHttpDeviceServer(deps: ServerDeps): HttpDeviceServer {
  const { options, limits, counters, admission, mayReport, refuse: refuseConnection, notifyCommitted } = deps
  const { clock, log } = options
  const { store } = createHttpReports(deps)
  let inFlight = 0
  let heldBytes = 0
  let open = 0
  let isDraining = false

  const timeouts = { requestTimeout: 15_000, headersTimeout: 10_000, keepAliveTimeout: 60_000 }
  const server = createServer({ ...timeouts, maxHeaderSize: 16_384, noDelay: true }, (request, response) => {
    counters.httpRequests++
    if (inFlight >= limits.maxHttpInFlight) {
      refuseBusy(response)
      return
    }
    inFlight++
    const held = { bytes: 0 }
    answer(request, response, held)
      .catch((error: unknown) => {
        log.error({ err: error, protocol: 'osmand' }, 'A request of a device failed')
        if (!response.headersSent) refuse(response, 'not_stored', sentenceOf.not_stored)
      })
      .finally(() => {
        inFlight--
        heldBytes -= held.bytes
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

  /** `held` counts the bytes of the body, which stay in memory until the request is answered. */
  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    held: { bytes: number },
  ): Promise<void> {
    if (request.method !== 'GET' && request.method !== 'POST') {
      response.setHeader('Allow', 'GET, POST')
      refuse(response, 'method', 'Send the report with GET or POST.')
      return
    }
    let body: string
    try {
      body = request.method === 'POST' ? await readBody(request, held) : ''
    } catch (error) {
      response.setHeader('Connection', 'close')
      if (error instanceof BodyTooLarge)
        refuse(response, 'oversized', `The body is larger than ${limits.maxHttpBodyBytes} bytes.`)
      else if (error instanceof TooManyBodies) refuseBusy(response)
      else response.destroy()
      return
    }
    const url = request.url ?? ''
    const queryAt = url.indexOf('?')
    const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
    const batch = decodeOsmandBatch({ query, body, receivedAt: clock.now() })
    if (!batch.isAccepted) {
      refuse(response, batch.reason, batch.detail)
      return
    }
    const { reports, refused } = sortOut(batch.decodings, bearerOf(request.headers.authorization))
    const [firstRefused] = refused
    if (reports.length === 0 && firstRefused) {
      refuse(response, firstRefused.reason, firstRefused.detail)
      return
    }
    for (const { reason } of refused) counters.httpRefused[reason]++
    const remoteAddress = request.socket.remoteAddress ?? ''
    const raw = batch.decodings.length === 1 ? { query, body } : null
    const { outcome, peers, pauseMs } = await store(reports, remoteAddress, batch.isForwarded, raw)
    if (outcome !== 'stored') {
      if (outcome === 'rate') response.setHeader('Retry-After', String(Math.ceil(pauseMs / 1000)))
      refuse(response, outcome, sentenceOf[outcome])
      return
    }
    const [peer] = peers
    // Another server does not pass a command on.
    if (peer && !batch.isForwarded) await waitForCommand(peer, response)
    if (!response.headersSent) accept(response, null)
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

  /** The body as text; what all requests together hold is limited. */
  async function readBody(request: IncomingMessage, held: { bytes: number }): Promise<string> {
    const chunks: Buffer[] = []
    for await (const chunk of request) {
      held.bytes += chunk.length
      heldBytes += chunk.length
      if (held.bytes > limits.maxHttpBodyBytes) throw new BodyTooLarge()
      if (heldBytes > limits.maxHttpHeldBytes) throw new TooManyBodies()
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  }

  function refuseBusy(response: ServerResponse): void {
    response.setHeader('Retry-After', '5')
    refuse(response, 'busy', busySentence)
  }

  function refuse(response: ServerResponse, reason: HttpRefusalReason, sentence: string): void {
    counters.httpRefused[reason]++
    if (isDraining) response.setHeader('Connection', 'close')
    response.writeHead(statusOf[reason], { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${sentence}\n`)
  }
}

/** The secret of `Authorization: Bearer <secret>`. */
function bearerOf(header: string | undefined): string | null {
  return /^Bearer +(\S+)\s*$/i.exec(header ?? '')?.[1] ?? null
}

/**
 * What can be stored, with its secret. A sender repeats a refused request endlessly, so a message that names its device is
 * stored also where it cannot be read; one that names none is refused, alone.
 */
function sortOut(decodings: readonly OsmandDecoding[], headerSecret: string | null) {
  const reports: SecretReport[] = []
  const refused: Extract<OsmandDecoding, { isAccepted: false }>[] = []
  for (const decoding of decodings) {
    const readable = decoding.isAccepted ? decoding : decoding.unread
    if (readable) reports.push({ report: readable.report, secret: readable.secret ?? headerSecret })
    else if (!decoding.isAccepted) refused.push(decoding)
  }
  return { reports, refused }
}
