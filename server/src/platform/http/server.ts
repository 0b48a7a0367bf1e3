import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import rateLimit, { type RateLimitOptions } from '@fastify/rate-limit'
import type { Endpoint } from '@rumbo/contract/endpoint'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RouteShorthandOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { v7 as uuid } from 'uuid'
import { type Actor, asSystem, requireCapability } from '../access/access.ts'
import { requireFeatureOf, withFeature } from '../access/features.ts'
import type { Database } from '../database/database.ts'
import { problem } from '../problem.ts'
import { bearerOf } from './bearer.ts'
import type { Answer, RequestFacts } from './endpoints.ts'
import { type HiddenText, readerOf, refuseNewHidden, type Transacted } from './hidden-text.ts'
import { claimKey, isIdempotencyKey, storeAnswer } from './idempotency.ts'
import { readInput } from './input.ts'
import { openApiDocument } from './openapi.ts'
import { shapeAnswer } from './output.ts'
import { refusalOf, sendProblem } from './problems.ts'
import { refuseMalformed, refuseUnknown, refuseUnroutable } from './refusals.ts'
import { endLate, queryOf } from './request-parts.ts'
import { headersPlugin } from './security-headers.ts'

export interface Authenticator {
  /** The person of a bearer token. @throws Problem `unauthenticated`, `session_expired` */
  actorOf(token: string): Promise<Actor>
}

export interface HttpOptions {
  answers: readonly Answer[]
  database: Database
  authenticator: Authenticator
  log: Logger
  /** Origins, besides the request's own host, that may send cookies or open the live stream. */
  allowedOrigins: readonly string[]
  /** Addresses or ranges of proxies whose forwarded headers are trusted. */
  trustedProxies: readonly string[]
  tls?: { cert: string; key: string }
  /** Called for each finished call. */
  observe?: (call: { endpoint: string; method: string; status: number; seconds: number }) => void
  /** Called with the paths of response members that the contract does not name; they are not sent. */
  onExtraFields?: (endpoint: string, paths: readonly string[]) => void
  /** Checks each response against its contract before it is sent; for tests. */
  verifyAnswer?: (endpoint: Endpoint, answer: unknown) => void
  /** Switched off in load tests. Default: on. */
  rateLimits?: boolean
  bodyLimitBytes?: number
  /** Origin of the configured map service, allowed in the content security policy. */
  tilesOrigin?: string | null
  /** Whether changes are refused because the disk is full. Default: never. */
  refusesWrites?: () => boolean
  /** Milliseconds for a whole request body; uploads have twice as long. Default: 60,000. */
  bodyTimeoutMs?: number
}

/** Limit for a whole request body, so that a slow sender cannot hold a connection indefinitely. */
const bodyTimeoutMs = 60_000
const uploadTimeoutMs = 120_000

export function isAllowedOrigin(request: FastifyRequest, allowed: readonly string[]): boolean {
  const { origin } = request.headers
  if (origin === undefined) return true
  return allowed.includes(origin) || origin === `${request.protocol}://${request.host}`
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

function factsOf(request: FastifyRequest): RequestFacts {
  return {
    id: request.id,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    cookies: request.cookies,
    bearer: bearerOf(request),
  }
}

/** Builds the HTTP server with every answer mounted under `/v1`, without listening. */
export async function buildHttp(options: HttpOptions): Promise<FastifyInstance> {
  const isTls = options.tls !== undefined
  // A request without a host is refused below with a problem body.
  const socketOptions = { requireHostHeader: false }
  const transport = options.tls ? { https: { ...options.tls, ...socketOptions } } : { http: socketOptions }
  const app = Fastify({
    loggerInstance: options.log,
    logController: new Fastify.LogController({ disableRequestLogging: true }),
    genReqId: () => uuid(),
    requestIdHeader: false,
    routerOptions: { ignoreTrailingSlash: true, querystringParser: (text) => queryOf(text) },
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: options.bodyLimitBytes ?? 1_048_576,
    requestTimeout: uploadTimeoutMs,
    clientErrorHandler: (error, socket) => refuseMalformed(error, socket, isTls),
    frameworkErrors: (error, request, reply) =>
      refuseUnroutable(error, request as FastifyRequest, reply as unknown as FastifyReply, isTls),
    ...transport,
  }) as unknown as FastifyInstance
  app.setErrorHandler((error: Error, request, reply) => sendProblem(request, reply, error))
  refuseUnknown(app)
  await app.register(compress, { global: true, threshold: 2048, encodings: ['br', 'gzip'] })
  await app.register(cookie)
  await app.register(headersPlugin, {
    mapOrigins: options.tilesOrigin ? [options.tilesOrigin] : [],
    isTls,
  })
  if (options.rateLimits !== false) {
    await app.register(rateLimit, {
      global: false,
      errorResponseBuilder: (_request, context) =>
        problem('rate_limited', { retryAfterSeconds: context.ttl / 1000 }),
    })
  }
  app.addHook('onListen', async () => {
    // Running out of file descriptors must not end the process.
    app.server.on('error', (error) => app.log.error({ err: error }, 'could not accept a connection'))
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    if (request.routeOptions.config.endpointName) reply.header('x-robots-tag', 'noindex, nofollow')
    if (request.raw.httpVersion !== '1.0' && !request.headers.host) throw problem('malformed_body')
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (!request.routeOptions.config.isUpload) endLate(request, options.bodyTimeoutMs ?? bodyTimeoutMs)
    if (!isAllowedOrigin(request, options.allowedOrigins)) throw problem('origin_refused')
    if (options.refusesWrites?.() && !request.routeOptions.config.worksWhenFull) throw problem('storage_full')
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    const etag = reply.getHeader('etag')
    if (request.method !== 'GET' || etag === undefined || request.headers['if-none-match'] !== etag)
      return payload
    reply.code(304).removeHeader('content-type')
    return null
  })
  app.addHook('onResponse', async (request, reply) => {
    const endpoint = request.routeOptions.config.endpointName
    if (!endpoint) return
    options.observe?.({
      endpoint,
      method: request.method,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    })
    request.log.info(
      { endpoint, status: reply.statusCode, ms: Math.round(reply.elapsedTime), address: request.ip },
      'answered',
    )
  })
  for (const answer of options.answers) mount(app, answer, readerOf(answer, options.answers), options)
  let document: string | undefined
  app.get('/v1/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(openApiDocument(options.answers.map((answer) => answer.endpoint)))
    return reply.type('application/json').send(document)
  })
  return app
}

/** The person of the request's bearer token. @throws Problem `unauthenticated`, `session_expired` */
export async function actorOf(request: FastifyRequest, authenticator: Authenticator): Promise<Actor> {
  const token = bearerOf(request)
  if (!token) throw problem('unauthenticated')
  return { ...(await authenticator.actorOf(token)), address: request.ip, requestId: request.id }
}

/**
 * Limits the calls of a signed-in person. Calls without a valid token are refused before counting, so that nobody uses
 * up the limit of others at the same address.
 */
export function limitPerPerson(
  { calls, seconds }: { calls: number; seconds: number },
  authenticator: Authenticator,
): RateLimitOptions {
  return {
    max: calls,
    timeWindow: seconds * 1000,
    keyGenerator: async (request) => (await actorOf(request, authenticator)).userId,
  }
}

function rateLimitOf(endpoint: Endpoint, authenticator: Authenticator): RateLimitOptions | undefined {
  if (!endpoint.limit) return undefined
  return endpoint.access === 'public'
    ? { max: endpoint.limit.calls, timeWindow: endpoint.limit.seconds * 1000 }
    : limitPerPerson(endpoint.limit, authenticator)
}

/** Refuses every other call of a user who must change the password first. */
export function requireOwnPassword(actor: Actor): void {
  if (actor.mustChangePassword) throw problem('password_change_required')
}

function requireAccess(endpoint: Endpoint, actor: Actor): void {
  if (endpoint.name !== 'identity.changePassword') requireOwnPassword(actor)
  if (endpoint.access !== 'signed-in' && endpoint.access !== 'public')
    requireCapability(actor, endpoint.access)
}

function mount(
  app: FastifyInstance,
  answer: Answer,
  reader: Transacted | undefined,
  options: HttpOptions,
): void {
  const { endpoint } = answer
  const status = endpoint.status ?? 200
  const route: RouteShorthandOptions = {
    config: {
      endpointName: endpoint.name,
      worksWhenFull: endpoint.worksWhenFull,
      rateLimit: rateLimitOf(endpoint, options.authenticator),
    },
  }
  if (endpoint.bodyBytes !== undefined) route.bodyLimit = endpoint.bodyBytes
  const isMutation = endpoint.method !== 'GET'
  const shaped = (full: unknown) => {
    const { answer: given, extra } = shapeAnswer(endpoint.output, full)
    if (extra.length > 0) options.onExtraFields?.(endpoint.name, extra)
    options.verifyAnswer?.(endpoint, given)
    return given
  }

  async function alone(request: FastifyRequest, reply: FastifyReply) {
    if (!answer.alone) return
    const person = endpoint.access === 'public' ? null : await actorOf(request, options.authenticator)
    if (person) requireAccess(endpoint, person)
    const input = readInput(endpoint, request)
    const actor = person && withFeature(endpoint, person, input)
    const given = await answer.handle(input as never, {
      actor,
      request: factsOf(request),
      reply,
      signal: goneSignal(reply),
      log: request.log,
    })
    return reply.code(status).send(shaped(given))
  }

  function readRecord(by: Transacted, actor: Actor, request: FastifyRequest): Promise<unknown> {
    requireAccess(by.endpoint, actor)
    const input = readInput(by.endpoint, { params: request.params, query: {}, body: undefined })
    return options.database.transaction(
      by.isSystem ? asSystem(by.endpoint.name, actor) : actor,
      (tx) => by.handle(input as never, { tx, actor, request: factsOf(request) }, undefined as never),
      { readOnly: true },
    )
  }

  async function within(request: FastifyRequest, reply: FastifyReply) {
    if (answer.alone) return
    const person = await actorOf(request, options.authenticator)
    requireAccess(endpoint, person)
    const hidden: HiddenText[] = []
    const input = readInput(endpoint, request, reader ? hidden : undefined)
    const actor = withFeature(endpoint, person, input)
    if (reader && hidden.length > 0) refuseNewHidden(hidden, await readRecord(reader, actor, request))
    const stated = request.headers['idempotency-key']
    if (stated !== undefined && !isIdempotencyKey(stated)) throw problem('malformed_body')
    // The response of such a call may contain a secret, so it is not stored.
    const key = endpoint.isRepeatable === false ? undefined : stated
    const prepared = await answer.prepare?.(input as never)
    const result = await options.database.transaction(
      answer.isSystem ? asSystem(endpoint.name, actor) : actor,
      async (tx) => {
        if (isMutation && key) {
          const stored = await claimKey(tx, actor, key, endpoint.name, input)
          if (stored) return stored
        }
        const full = await answer.handle(
          input as never,
          { tx, actor, request: factsOf(request) },
          prepared as never,
        )
        requireFeatureOf(endpoint, actor, full)
        const given = shaped(full)
        if (isMutation && key) await storeAnswer(tx, actor, key, { status, answer: given })
        return { status, answer: given }
      },
      { readOnly: !isMutation },
    )
    return reply.code(result.status).send(result.answer)
  }

  app.route({
    method: endpoint.method,
    url: `/v1${endpoint.path}`,
    ...route,
    handler: async (request, reply) => {
      try {
        return await (answer.alone ? alone(request, reply) : within(request, reply))
      } catch (error) {
        throw refusalOf(endpoint, error)
      }
    },
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    endpointName?: string
    /** As declared by its endpoint. */
    worksWhenFull?: true
    /** The body is a file, so the timeout is longer. */
    isUpload?: boolean
  }
}
