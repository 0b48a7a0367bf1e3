import { type AddressInfo, connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { endpoint } from '@rumbo/contract/endpoint'
import { firstCertificate } from '@rumbo/tools/testing/certificates'
import Fastify, { type FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import * as z from 'zod'
import { systemClock } from '../clock.ts'
import { createDatabase } from '../database/database.ts'
import { mountDocs } from './docs.ts'
import { answerAlone } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'
import { buildHttp } from './server.ts'
import { mountTiles } from './tiles.ts'

const speak = endpoint({
  name: 'test.speak',
  method: 'POST',
  path: '/speak',
  summary: 'Takes a body',
  access: 'public',
  body: z.strictObject({ text: z.string() }),
  output: z.object({ said: z.string() }),
})
const readOne = endpoint({
  name: 'test.readOne',
  method: 'GET',
  path: '/things/:id',
  summary: 'Reads one',
  access: 'public',
  params: z.strictObject({ id: z.string() }),
  output: z.object({}),
})
const changeOne: typeof readOne = {
  ...readOne,
  name: 'test.changeOne',
  method: 'PUT',
  summary: 'Changes one',
}

const database = createDatabase({ url: 'postgres://nobody@127.0.0.1/never', clock: systemClock })
async function server(tls?: { cert: string; key: string }): Promise<FastifyInstance> {
  const app = await buildHttp({
    answers: [
      answerAlone(speak, async ({ body }) => ({ said: body.text })),
      answerAlone(readOne, async () => ({})),
      answerAlone(changeOne, async () => ({})),
    ],
    database,
    authenticator: { actorOf: () => Promise.reject(new Error('nobody signs in')) },
    log: pino({ level: 'silent' }),
    allowedOrigins: [],
    trustedProxies: [],
    ...(tls && { tls }),
  })
  mountTiles(app, { tile: async () => null })
  await mountDocs(app, () => openApiDocument([speak, readOne]))
  await app.listen({ host: '127.0.0.1', port: 0 })
  return app
}
let plain: FastifyInstance
let secure: FastifyInstance
beforeAll(async () => {
  plain = await server()
  secure = await server(firstCertificate)
})
afterAll(async () => {
  await plain.close()
  await secure.close()
  await database.close()
})

interface RawAnswer {
  status: number
  headers: Record<string, string>
  text: string
}
const portOf = (app: FastifyInstance) => (app.server.address() as AddressInfo).port

/** Sends bytes as they are, and reads until the server closes the connection. */
function raw(app: FastifyInstance, bytes: string): Promise<RawAnswer> {
  const port = portOf(app)
  const socket =
    app === secure
      ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false })
      : connect(port, '127.0.0.1')
  return new Promise((resolve, reject) => {
    let received = ''
    socket.on('data', (data) => {
      received += String(data)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', text = ''] = received.split('\r\n\r\n', 2)
      const [first = '', ...lines] = head.split('\r\n')
      const headers = Object.fromEntries(
        lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*:\s*/, '')]),
      )
      resolve({ status: Number(first.split(' ')[1]), headers, text })
    })
    socket.write(bytes)
  })
}
const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${more}\r\n`
const ofConnection = new Set([
  ...['date', 'content-length', 'content-type', 'connection', 'vary', 'allow', 'transfer-encoding'],
  ...['x-request-id', 'content-security-policy', 'x-robots-tag'],
])
const guarding = ({ headers }: RawAnswer) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.has(name)))

const malformed: [string, string, number, string][] = [
  ['an address that cannot be decoded', get('/v1/things/%zz'), 400, 'malformed_body'],
  ['a parameter too long', get(`/v1/things/${'x'.repeat(200)}`), 414, 'uri_too_long'],
  ['bytes that are no HTTP', 'nonsense\r\n\r\n', 400, 'malformed_body'],
  ['a header that is none', get('/v1/things/1', 'no colon\r\n'), 400, 'malformed_body'],
  ['headers too large', get('/v1/things/1', `x: ${'x'.repeat(40_000)}\r\n`), 431, 'headers_too_large'],
  [
    'a request without a host',
    'GET /v1/things/1 HTTP/1.1\r\nconnection: close\r\n\r\n',
    400,
    'malformed_body',
  ],
  [
    'a damaged body',
    'POST /v1/speak HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n{',
    400,
    'malformed_body',
  ],
]

describe.each([
  ['plain HTTP', () => plain],
  ['its own TLS', () => secure],
])('over %s', (_, app) => {
  it.each(malformed)(
    '%s is answered with a problem and all security headers',
    async (_what, bytes, status, code) => {
      const usual = await raw(app(), get('/v1/nowhere'))
      expect(usual.status).toBe(404)
      const answer = await raw(app(), bytes)
      expect(answer.status).toBe(status)
      expect(answer.headers['content-type']).toContain('application/problem+json')
      const body = JSON.parse(answer.text)
      expect(body).toMatchObject({ status, code, detail: body.message })
      expect(answer.headers['x-request-id']).toBe(body.requestId)
      expect(guarding(answer)).toEqual(guarding(usual))
      expect(answer.headers['content-security-policy']).toMatch(
        /default-src '(none|self)'.*frame-ancestors 'none'/,
      )
    },
  )
})

it('sends HSTS only under its own TLS', async () => {
  const hsts = async (app: FastifyInstance) =>
    (await raw(app, get('/v1/things/1'))).headers['strict-transport-security']
  expect(await hsts(secure)).toBe('max-age=31536000')
  expect(await hsts(plain)).toBeUndefined()
})

describe('an address that serves other methods', () => {
  it.each([
    ['GET', '/v1/speak', 'POST'],
    ['DELETE', '/v1/things/7?x=1', 'GET, HEAD, PUT'],
    ['OPTIONS', '/v1/things/7/', 'GET, HEAD, PUT'],
  ] as const)('answers %s %s with 405 and what it allows', async (method, url, allow) => {
    const answer = await plain.inject({ method, url })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe(allow)
    expect(answer.json()).toMatchObject({ code: 'method_not_allowed', status: 405 })
  })

  it('is distinguished from one that serves nothing', async () => {
    for (const method of ['GET', 'POST'] as const)
      expect((await plain.inject({ method, url: '/v1/things' })).statusCode).toBe(404)
  })
})

describe('browser caching', () => {
  const cacheControl = async (url: string, method: 'GET' | 'POST' = 'GET') =>
    (await plain.inject({ method, url, ...(method === 'POST' && { payload: { text: 'a' } }) })).headers[
      'cache-control'
    ]
  it('is disabled for answers and errors of the API', async () => {
    expect(await cacheControl('/v1/things/1')).toBe('no-store')
    expect(await cacheControl('/v1/speak', 'POST')).toBe('no-store')
    expect(await cacheControl('/v1/nowhere')).toBe('no-store')
    expect(await cacheControl('/v1/tiles/world/1/x/0/0')).toBe('no-store')
  })
  it('is enabled for tiles', async () => {
    expect(await cacheControl('/v1/tiles/world/1/0/0/0')).toContain('immutable')
  })
})

describe('the documentation page', () => {
  it('builds its document once, at the first request for it', async () => {
    const build = vi.fn(() => openApiDocument([speak]))
    const app = Fastify()
    await mountDocs(app, build)
    await app.ready()
    expect((await app.inject('/v1/docs')).statusCode).toBe(200)
    expect(build).not.toHaveBeenCalled()
    for (const url of ['/v1/docs/json', '/v1/docs/json']) {
      const { paths } = (await app.inject(url)).json()
      expect(Object.keys(paths)).toContain('/v1/speak')
    }
    expect(build).toHaveBeenCalledOnce()
    await app.close()
  })
  it.each(['/v1/docs', '/v1/docs/', '/v1/docs/static/swagger-ui.css'])(
    '%s is under the product’s own policy',
    async (url) => {
      const policy = String((await plain.inject({ url })).headers['content-security-policy'])
      expect(policy).toMatch(/^default-src 'self';/)
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/upgrade-insecure-requests|https:|validator/)
    },
  )
})
