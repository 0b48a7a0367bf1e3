import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ProblemCode } from '@rumbo/contract/problems.contract'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { v7 as uuid } from 'uuid'
import { problem } from '../problem.ts'
import { problemBody, sendProblem } from './problems.ts'

/** max-age of Strict-Transport-Security in seconds: a year. */
export const hstsSeconds = 31_536_000

/** Headers of responses sent before the hooks that normally set them. */
const commonHeaders: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'SAMEORIGIN',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
const headersOf = (isTls: boolean): Readonly<Record<string, string>> =>
  isTls ? { ...commonHeaders, 'strict-transport-security': `max-age=${hstsSeconds}` } : commonHeaders

/** A whole HTTP response with a problem, for a socket without a readable request. */
export function rawProblem(code: ProblemCode, isTls: boolean): string {
  const requestId = uuid()
  const refused = problem(code)
  const body = JSON.stringify(problemBody(refused, requestId))
  const headers = {
    ...headersOf(isTls),
    'x-request-id': requestId,
    'content-type': 'application/problem+json',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${refused.status} ${STATUS_CODES[refused.status]}`, ...lines, '', body].join('\r\n')
}

const codeByParserError: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/** Answers bytes that are not an HTTP request, and closes the connection. */
export function refuseMalformed(error: Error & { code?: string }, socket: Duplex, isTls: boolean): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const code = codeByParserError[error.code ?? ''] ?? 'malformed_body'
  socket.end(rawProblem(code, isTls), () => socket.destroy())
}

/** Answers requests that the router refuses before any hook, such as an undecodable path. */
export function refuseUnroutable(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  isTls: boolean,
): void {
  sendProblem(request, reply.headers({ ...headersOf(isTls), 'x-request-id': request.id }), error)
}

/** Paths of the API and of built files, which never serve the application's page. */
export const isReservedPath = (path: string): boolean => /^\/(v1|assets|metrics)(\/|$)/.test(path)
export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path)

function patternOf(route: string): RegExp {
  const parts = trimmed(route)
    .split('/')
    .map((part) => {
      if (part === '*') return '.*'
      return part.startsWith(':') ? '[^/]+' : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    })
  return new RegExp(`^${parts.join('/')}$`)
}

/** Answers paths without a route: 404, or 405 with `Allow` where another method exists. */
export function refuseUnknown(app: FastifyInstance): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  app.addHook('onRoute', ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() }
    routes.set(url, route)
    for (const one of [method].flat()) route.methods.add(one)
  })
  const allowedAt = (path: string) => {
    const found = [...routes]
      .filter(([url, { pattern }]) => pattern.test(trimmed(path)) && !(url === '/*' && isReservedPath(path)))
      .flatMap(([, { methods }]) => [...methods])
    return [...new Set(found)].sort()
  }
  app.setNotFoundHandler((request, reply) => {
    const allowed = allowedAt(pathOf(request.url))
    if (allowed.length === 0 || allowed.includes(request.method))
      return sendProblem(request, reply, problem('not_found'))
    return sendProblem(request, reply.header('allow', allowed.join(', ')), problem('method_not_allowed'))
  })
}
