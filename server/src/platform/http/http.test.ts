import { endpoint } from '@rumbo/contract/endpoint'
import { allEndpoints } from '@rumbo/contract/index'
import { idParams } from '@rumbo/contract/lists'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing/app'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { buildUser } from '../../identity/identity.factory.ts'
import { problem } from '../problem.ts'
import { answer, answerAlone } from './endpoints.ts'
import { openApiDocument } from './openapi.ts'

const echo = endpoint({
  name: 'test.echo',
  method: 'POST',
  path: '/echo/:id',
  summary: 'Says it again',
  access: 'signed-in',
  params: idParams,
  query: z.strictObject({ times: z.coerce.number().int().min(1).max(3).default(1) }),
  body: z.strictObject({ text: z.string().min(1).max(5), mails: z.array(z.email()).optional() }),
  output: z.object({ said: z.array(z.string()) }),
})
const long = endpoint({
  name: 'test.long',
  method: 'POST',
  path: '/long',
  summary: 'Takes a long body',
  access: 'signed-in',
  bodyBytes: 2_000_000,
  body: z.strictObject({ text: z.string() }),
  output: z.object({ length: z.number() }),
})
const fail = endpoint({
  name: 'test.fail',
  method: 'GET',
  path: '/fail',
  summary: 'Fails',
  access: 'public',
  output: z.object({}),
})
const refuse = endpoint({
  name: 'test.refuse',
  method: 'GET',
  path: '/refuse',
  summary: 'Refuses',
  access: 'public',
  output: z.object({}),
})
const busy = endpoint({
  name: 'test.busy',
  method: 'GET',
  path: '/busy',
  summary: 'Has no room',
  access: 'public',
  output: z.object({}),
})
const endSession = endpoint({
  name: 'test.endSession',
  method: 'GET',
  path: '/end-session',
  summary: 'Refuses with a 401 that is not about the session',
  access: 'signed-in',
  output: z.object({}),
})
const limited = endpoint({
  name: 'test.limited',
  method: 'GET',
  path: '/limited',
  summary: 'Twice a minute',
  access: 'public',
  output: z.object({}),
  limit: { calls: 2, seconds: 60 },
})
const limitedPerPerson = endpoint({
  name: 'test.limitedPerPerson',
  method: 'GET',
  path: '/limited-per-person',
  summary: 'Twice a minute for each person',
  access: 'signed-in',
  output: z.object({}),
  limit: { calls: 2, seconds: 60 },
})
const writeAndFail = endpoint({
  name: 'test.write',
  method: 'POST',
  path: '/write',
  summary: 'Writes, then fails',
  access: 'signed-in',
  output: z.object({}),
})

let test: TestApp
let call: TestCall
const path = '/echo/0190b6f0-0000-7000-8000-000000000000'

beforeAll(async () => {
  test = await createTestApp({
    rateLimits: true,
    allowedOrigins: ['https://rumbo.example'],
    answers: () => [
      answer(echo, async ({ query, body }) => ({
        said: Array.from({ length: query.times }, () => body.text),
      })),
      answer(long, async ({ body }) => ({ length: body.text.length })),
      answerAlone(fail, async () => {
        throw new Error('a secret of the database')
      }),
      answerAlone(refuse, async () => {
        throw problem('service_wrong_state', {
          current: { version: 3 },
          changedBy: 'Ana',
          changedAt: new Date(0),
          words: { status: 'completed' },
        })
      }),
      answerAlone(busy, async () => {
        throw Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
      }),
      answerAlone(endSession, async () => {
        throw problem('otp_invalid')
      }),
      answerAlone(limited, async () => ({})),
      answerAlone(limitedPerPerson, async () => ({})),
      answer(writeAndFail, async (_input, { tx }) => {
        tx.audit({ action: 'test.written', entity: 'test' })
        throw problem('forbidden')
      }),
    ],
  })
  call = await test.as(await test.build((tx) => buildUser(tx)))
})
afterAll(() => test.close())

const errorsOf = (body: unknown) => (body as Problem).errors?.map((error) => `${error.path} ${error.code}`)

it('never answers a signed-in person with a 401 that is not about the session', async () => {
  expect(await call('GET', '/end-session')).toMatchObject({ status: 500, body: { code: 'internal' } })
})

describe('input', () => {
  it('is parsed by the contract, with or without a trailing slash', async () => {
    expect((await call('POST', `${path}?times=2`, { body: { text: 'hola' } })).body).toEqual({
      said: ['hola', 'hola'],
    })
    expect((await call('POST', `${path}/`, { body: { text: 'hola' } })).status).toBe(200)
  })

  it.each([
    [{ text: '' }, 'body.text required'],
    [{ text: 'largo demais' }, 'body.text too_long'],
    [{ text: 7 }, 'body.text wrong_type'],
    [{}, 'body.text required'],
    [{ text: 'a', other: 1 }, 'body.other unknown_field'],
    [{ text: 'a\u0000' }, 'body.text wrong_format'],
    [{ text: 'a\ud800' }, 'body.text wrong_format'],
    [{ text: 'a', mails: ['nobody'] }, 'body.mails.0 email_invalid'],
  ])('%j is refused by field', async (body, error) => {
    const refused = await call('POST', path, { body })
    expect(refused.status).toBe(422)
    expect(refused.headers['content-type']).toContain('application/problem+json')
    expect(errorsOf(refused.body)).toEqual([error])
  })

  it('must arrive completely within a minute', () => {
    expect(test.app.server).toMatchObject({ requestTimeout: 120_000 })
  })

  it('reports all invalid fields at once', async () => {
    const refused = await call('POST', '/echo/7?times=9&more=1', { body: {} })
    expect(errorsOf(refused.body)).toEqual([
      'params.id wrong_format',
      'query.times too_big',
      'query.more unknown_field',
      'body.text required',
    ])
  })

  it.each([
    ['{"text":', 'application/json', 400, 'malformed_body'],
    ['text=a', 'application/x-www-form-urlencoded', 415, 'unsupported_media_type'],
    [JSON.stringify({ text: 'x'.repeat(1_100_000) }), 'application/json', 413, 'payload_too_large'],
  ])('a body %.12s… as %s is refused', async (payload, type, status, code) => {
    const response = await test.app.inject({
      method: 'POST',
      url: `/v1${path}`,
      payload,
      headers: { 'content-type': type },
    })
    expect([response.statusCode, response.json().code]).toEqual([status, code])
  })
})

it('takes longer bodies where an endpoint says so', async () => {
  const post = (length: number) => call('POST', '/long', { body: { text: 'x'.repeat(length) } })
  expect(await post(1_900_000)).toMatchObject({ status: 200, body: { length: 1_900_000 } })
  expect(await post(2_000_001)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
})

describe('callers', () => {
  it.each([
    [{}, 'unauthenticated'],
    [{ authorization: 'Bearer rubbish' }, 'unauthenticated'],
    [{ authorization: 'Basic YTpi' }, 'unauthenticated'],
  ])('with %j is refused', async (headers, code) => {
    expect(await test.call('POST', path, { body: { text: 'a' }, headers })).toMatchObject({
      status: 401,
      body: { code },
    })
  })

  it.each([
    ['https://evil.example', 403],
    ['null', 403],
    ['https://rumbo.example', 200],
    ['http://localhost:80', 200],
  ])('from origin %s is answered %i', async (origin, status) => {
    const answered = await call('POST', path, {
      body: { text: 'a' },
      headers: { origin, host: 'localhost:80' },
    })
    expect(answered.status).toBe(status)
  })

  it('are limited by address', async () => {
    const answers = [
      await call('GET', '/limited'),
      await call('GET', '/limited'),
      await call<Problem>('GET', '/limited'),
    ]
    expect(answers.map((answered) => answered.status)).toEqual([200, 200, 429])
    expect(answers[2]?.body).toMatchObject({ code: 'rate_limited' })
    expect(Number(answers[2]?.headers['retry-after'])).toBeGreaterThan(0)
    expect(answers[2]?.headers['x-robots-tag']).toBe('noindex, nofollow')
  })

  it('are limited by user, without affecting another user at the same address', async () => {
    const person = await test.build((tx) => buildUser(tx))
    const [laptop, telephone] = [await test.as(person), await test.as(person)]
    const colleague = await test.as(await test.build((tx) => buildUser(tx)))
    const statuses: number[] = []
    for (const caller of [laptop, telephone, laptop, colleague, test.call])
      statuses.push((await caller('GET', '/limited-per-person')).status)
    expect(statuses).toEqual([200, 200, 429, 200, 401])
  })

  it('without a token are refused each time, without using up a limit', async () => {
    const colleague = await test.as(await test.build((tx) => buildUser(tx)))
    const forged = { headers: { authorization: 'Bearer forged' } }
    for (let call = 0; call < 5; call += 1) {
      expect((await test.call('GET', '/limited-per-person')).status).toBe(401)
      expect((await test.call('GET', '/limited-per-person', forged)).status).toBe(401)
    }
    expect((await colleague('GET', '/limited-per-person')).status).toBe(200)
  })
})

describe('problems', () => {
  it('of an unknown error contain only the request id', async () => {
    const failed = await call<Problem>('GET', '/fail')
    expect(failed).toMatchObject({ status: 500, body: { code: 'internal', status: 500 } })
    expect(failed.body.requestId).toBe(failed.headers['x-request-id'])
    expect(JSON.stringify(failed.body)).not.toContain('secret')
  })

  it('contain the record, and the same text as detail and message', async () => {
    const { body } = await call<Problem>('GET', '/refuse')
    expect(body).toMatchObject({
      current: { version: 3 },
      changedBy: 'Ana',
      changedAt: '1970-01-01T00:00:00.000Z',
      message: body.detail,
      title: body.detail,
    })
  })

  it('of a busy server contain the time to retry after', async () => {
    const busy = await call<Problem>('GET', '/busy')
    expect(busy).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(Number(busy.headers['retry-after'])).toBeGreaterThan(0)
  })

  it('are returned for an unknown path', async () => {
    expect(await call('GET', '/nowhere')).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })

  it('roll back the whole call', async () => {
    expect((await call('POST', '/write', { body: {} })).status).toBe(403)
    const rows = await test.build((tx) =>
      tx.sql("select 1 from platform.audit_entries where action = 'test.written'"),
    )
    expect(rows).toEqual([])
  })
})

describe('idempotency keys', () => {
  it('must be short and printable', async () => {
    const refused = await call('POST', path, {
      body: { text: 'a' },
      headers: { 'idempotency-key': 'x'.repeat(200) },
    })
    expect(refused).toMatchObject({ status: 400, body: { code: 'malformed_body' } })
  })
})

describe('security headers', () => {
  it('allow the page’s own origin only, with a nonce', async () => {
    const { headers } = await call('GET', '/nowhere')
    expect(headers['content-security-policy']).toMatch(/default-src 'self';.*script-src 'self' 'nonce-/)
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options']).toBe('nosniff')
  })
})

describe('OpenAPI', () => {
  const document = openApiDocument(allEndpoints)

  it('describes every endpoint of the contract, uploads, downloads, the tiles of maps and the live stream', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
    expect(operations).toHaveLength(allEndpoints.length + 4)
    expect(document.paths['/v1/files']).toHaveProperty('post')
    expect(document.paths['/v1/files/{id}']).toHaveProperty('get')
    expect(document.paths['/v1/tiles/{set}/{version}/{z}/{x}/{y}']).toHaveProperty('get')
  })

  it('has the sixteen calls the specification names', () => {
    const named = [
      'post /v1/auth/login',
      'post /v1/auth/register',
      'post /v1/auth/refresh',
      'post /v1/auth/logout',
      'post /v1/auth/reset-password/initiate',
      'post /v1/auth/reset-password/confirm',
      'post /v1/auth/change-password',
      'post /v1/auth/user/{id}/change-password',
      'post /v1/auth/forced-password-change',
      'get /v1/auth/profile/companies',
      'get /v1/companies/{id}',
      'post /v1/companies/',
      'put /v1/companies/{id}',
      'delete /v1/companies/{id}',
      'get /v1/fleets/',
      'get /v1/fleets/{id}',
    ]
    const found = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(found).toEqual(expect.arrayContaining(named))
  })

  it('names the schemas of resources, and every reference leads to one', () => {
    const text = JSON.stringify(document)
    const schemas = Object.keys(document.components.schemas)
    expect(schemas).toEqual(
      expect.arrayContaining(['Vehicle', 'Service', 'Company', 'Problem', 'LiveVehicle']),
    )
    const cited = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect([...cited].filter((name) => !schemas.includes(name ?? ''))).toEqual([])
    expect(text).not.toContain('#/$defs/')
    expect(document.paths['/v1/vehicles/{id}']).toMatchObject({
      get: {
        responses: {
          200: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Vehicle' } } } },
        },
      },
    })
  })

  it('documents the idempotency key where it is read, and the live stream with its messages', () => {
    const keyOf = (path: string, method: string) =>
      (document.paths[path]?.[method] as { parameters?: { name: string }[] } | undefined)?.parameters?.some(
        ({ name }) => name === 'Idempotency-Key',
      )
    expect([
      keyOf('/v1/vehicles', 'post'),
      keyOf('/v1/vehicles', 'get'),
      keyOf('/v1/auth/login', 'post'),
    ]).toEqual([true, false, false])
    expect(JSON.stringify(document.paths['/v1/live'])).toMatch(/"hello".*"snapshot"/s)
  })

  it('describes endpoints, parameters and fields in words where the contract has them', () => {
    const history = document.paths['/v1/vehicles/{id}/readings/history']?.get as {
      description: string
      parameters: { name: string; description?: string; schema: object }[]
    }
    expect(history.description).toContain('at most 15 minutes')
    const names = history.parameters.find(({ name }) => name === 'names')
    expect(names?.description).toContain('Separated by commas')
    expect(names?.schema).not.toHaveProperty('description')
    const schemaOf = (path: string) => JSON.stringify(document.paths[path]?.get)
    expect(schemaOf('/v1/vehicles/{id}/readings')).toContain('Not to be shown as true.')
    expect(schemaOf('/v1/vehicles/{id}/readings')).toContain('GET /readings/catalogue')
    expect(schemaOf('/v1/readings/catalogue')).toContain('those who are no guests')
  })

  it('is served', async () => {
    const { body } = await call<{ openapi: string; paths: object }>('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    expect(Object.keys(body.paths)).toContain('/v1/auth/login')
  })
})
