import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testClock } from '@rumbo/tools/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import * as z from 'zod'
import { createUpstream, UpstreamFailure, type UpstreamOptions } from './upstream.ts'

let server: Server
let behave: RequestListener
let calls: { method: string; url: string; authorization: string | undefined; body: string }[]
const clock = testClock()

beforeEach(async () => {
  calls = []
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const { method = '', url = '', headers } = request
    calls.push({ method, url, authorization: headers.authorization, body })
    behave(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const port = () => (server.address() as AddressInfo).port
const says =
  (text: string, status = 200, headers: Record<string, string> = {}): RequestListener =>
  (_request, response) =>
    response.writeHead(status, headers).end(text)
const silent: RequestListener = () => undefined

const open = (more: Partial<UpstreamOptions> = {}) =>
  createUpstream({
    name: 'routing',
    baseUrl: `http://127.0.0.1:${port()}/base/`,
    timeoutMs: 2_000,
    clock,
    ...more,
  })
const shape = z.object({ seconds: z.number() })
const read = (json: unknown) => shape.parse(json)
const kindOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: unknown) => (error instanceof UpstreamFailure ? error.kind : String(error)),
  )

it('requests paths below the base address, by GET, or by POST with a body, with the credentials of the address', async () => {
  behave = says('{"seconds": 3}')
  const upstream = open({ baseUrl: `http://me:p%40ss@127.0.0.1:${port()}/base?key=k` })
  await expect(upstream.ask({ path: 'route', query: { mode: 'car' }, read })).resolves.toEqual({ seconds: 3 })
  await upstream.ask({ path: 'table', body: { points: 2 }, read })
  expect(calls.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/base/route?key=k&mode=car', ''],
    ['POST', '/base/table?key=k', '{"points":2}'],
  ])
  expect(calls[0]?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
  expect(upstream.status()).toMatchObject({ breaker: 'closed', counts: { asked: 2, answered: 2 } })
  expect(JSON.stringify(upstream.status())).not.toContain('ss')
})

it.each([
  ['HTML', says('<html>'), 'unreadable'],
  ['broken JSON', says('{"seconds": '), 'unreadable'],
  ['another shape', says('{"minutes": 3}'), 'unreadable'],
  ['nothing', says(''), 'unreadable'],
  ['a fault', says('{}', 500), 'failed'],
  ['too many', says('{}', 429), 'failed'],
  ['a page that is not there', says('<html>', 404), 'unreadable'],
  ['a redirect', says('', 302, { location: 'http://127.0.0.1:1/' }), 'redirected'],
  ['a refusal', says('{"code": "NoRoute"}', 400), 'refused'],
  ['too much', says('x'.repeat(3_000)), 'too_large'],
  [
    'an end in the middle',
    (_request, response) => response.writeHead(200).write('{', () => response.destroy()),
    'unreachable',
  ],
] as [string, RequestListener, string][])('reports %s', async (_name, behaviour, kind) => {
  behave = behaviour
  const upstream = open({ maxBytes: 2_000 })
  expect(await kindOf(upstream.ask({ path: '', read }))).toBe(kind)
  expect(upstream.status().counts).toMatchObject({ asked: 1, answered: 0, [kind]: 1 })
})

it('returns the body of a 4xx answer, and does not count it as a failure', async () => {
  behave = says('{"code": "NoRoute"}', 400)
  const upstream = open({ failuresToOpen: 1 })
  await expect(upstream.ask({ path: '', read })).rejects.toMatchObject({
    status: 400,
    answer: { code: 'NoRoute' },
  })
  expect(upstream.status().breaker).toBe('closed')
})

it('stops calling a slow service, probes it once after a pause, and recovers', async () => {
  behave = silent
  const upstream = open({ timeoutMs: 250, failuresToOpen: 2, openMs: 10_000 })
  const ask = () => kindOf(upstream.ask({ path: '', read }))
  expect([await ask(), await ask(), await ask()]).toEqual(['timeout', 'timeout', 'open'])
  expect(calls).toHaveLength(2)
  expect(upstream.status()).toMatchObject({
    breaker: 'open',
    timesOpened: 1,
    lastFailure: { kind: 'timeout' },
  })

  clock.advance(10)
  expect(upstream.status().breaker).toBe('half_open')
  expect(await Promise.all([ask(), ask()])).toEqual(['timeout', 'open'])
  clock.advance(19)
  expect(await ask()).toBe('open')

  behave = says('{"seconds": 3}')
  clock.advance(1)
  expect([await ask(), upstream.status().breaker, await ask()]).toEqual(['answered', 'closed', 'answered'])
  expect(calls).toHaveLength(5)
})

it('counts calls that share a deadline as one failure', async () => {
  behave = silent
  const upstream = open({ failuresToOpen: 2 })
  const askFour = async () => {
    const before = calls.length
    const limit = new AbortController()
    const asking = ['1', '2', '3', '4'].map((path) =>
      kindOf(upstream.ask({ path, read, timeout: limit.signal })),
    )
    await expect.poll(() => calls.length).toBe(before + 4)
    limit.abort()
    return new Set(await Promise.all(asking))
  }
  expect(await askFour()).toEqual(new Set(['timeout']))
  expect(upstream.status()).toMatchObject({ breaker: 'closed', counts: { timeout: 4 } })
  expect(await askFour()).toEqual(new Set(['timeout']))
  expect(upstream.status()).toMatchObject({ breaker: 'open', timesOpened: 1, counts: { timeout: 8 } })
})

it('opens for an unreachable service, and for one that fails every other time', async () => {
  const gone = open({ failuresToOpen: 3 })
  let at = 0
  behave = (request, response) => says('{"seconds": 3}', at++ % 2 === 0 ? 500 : 200)(request, response)
  const flaky = open()
  for (let call = 0; call < 21; call += 1) await kindOf(flaky.ask({ path: '', read }))
  expect(flaky.status().breaker).toBe('open')
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  const kinds: string[] = []
  for (let call = 0; call < 4; call += 1) kinds.push(await kindOf(gone.ask({ path: '', read })))
  expect(kinds).toEqual(['unreachable', 'unreachable', 'unreachable', 'open'])
})

it('limits concurrent calls, queues some, and refuses the rest', async () => {
  const held: (() => void)[] = []
  behave = (_request, response) => held.push(() => response.end('{"seconds": 3}'))
  const upstream = open({ maxConcurrent: 1, maxWaiting: 1 })
  const first = upstream.ask({ path: '1', read })
  const second = upstream.ask({ path: '2', read })
  expect(await kindOf(upstream.ask({ path: '3', read }))).toBe('busy')
  expect(upstream.status()).toMatchObject({ running: 1, waiting: 1 })
  await expect.poll(() => held.length).toBe(1)
  held[0]?.()
  await first
  await expect.poll(() => held.length).toBe(2)
  held[1]?.()
  await second
  expect(upstream.status()).toMatchObject({ running: 0, waiting: 0, breaker: 'closed' })
})

it('is cancelled with its caller, running or waiting, without counting a failure', async () => {
  behave = silent
  const upstream = open({ maxConcurrent: 1, failuresToOpen: 1 })
  const leaving = new AbortController()
  const both = ['1', '2'].map((path) => kindOf(upstream.ask({ path, read, signal: leaving.signal })))
  await expect.poll(() => calls.length).toBe(1)
  leaving.abort()
  expect(await Promise.all(both)).toEqual(['cancelled', 'cancelled'])
  expect(upstream.status()).toMatchObject({ running: 0, waiting: 0, breaker: 'closed' })
})

it('answers a repeated call from its cache for a while, also while the service is down', async () => {
  behave = says('{"seconds": 3}')
  const upstream = open({ cacheMs: 60_000 })
  const ask = () => kindOf(upstream.ask({ path: 'x', read, isCacheable: true }))
  await ask()
  behave = says('{}', 500)
  expect([await ask(), calls.length]).toEqual(['answered', 1])
  clock.advance(61)
  expect([await ask(), calls.length]).toEqual(['failed', 2])
})
