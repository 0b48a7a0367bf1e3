import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createGuardedRequest, type GuardedRequestOptions } from './guarded-request.ts'

const servers: Server[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
})

/** A server on this machine that counts its requests. */
async function serve(listener: RequestListener) {
  const received: string[] = []
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.headers.host}`)
    listener(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { received, port, url: `http://127.0.0.1:${port}/hook` }
}
const loopback: GuardedRequestOptions = { allowedAddresses: ['127.0.0.0/8'] }
const reply = (status: number, text = '') =>
  ((_, response) => response.writeHead(status).end(text)) as RequestListener
const kindOf = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: { kind?: string }) => error.kind,
  )

describe('a guarded request', () => {
  it('sends to an allowed address, and reads the answer', async () => {
    const bodies: string[] = []
    const { url } = await serve((request, response) => {
      request.on('data', (part) => bodies.push(String(part)))
      request.on('end', () => response.writeHead(410, { 'retry-after': '7' }).end('ñandú'))
    })
    const answer = await createGuardedRequest(loopback).send({ url, body: '{"a":"ñ"}' })
    expect(answer).toMatchObject({ status: 410, text: 'ñandú' })
    expect(answer.headers['retry-after']).toBe('7')
    expect(bodies).toEqual(['{"a":"ñ"}'])
  })

  it.each([
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '100.64.0.1',
    '169.254.169.254',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a9fe:a9fe]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd00:ec2::254]',
    '[64:ff9b::7f00:1]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2001:db8::1]',
    '[ff02::1]',
  ])('does not connect to %s', async (host) => {
    const guarded = createGuardedRequest()
    expect(await kindOf(guarded.send({ url: `http://${host}/` }))).toBe('denied')
    expect(await kindOf(guarded.check(`http://${host}/`))).toBe('denied')
  })

  it.each(['localhost', 'metadata.example.com'])(
    'does not connect to %s, which resolves to this machine',
    async (host) => {
      const server = await serve(reply(200))
      const guarded = createGuardedRequest({ resolve: async () => ['127.0.0.1'] })
      expect(await kindOf(guarded.send({ url: `http://${host}:${server.port}/` }))).toBe('denied')
      expect(server.received).toEqual([])
    },
  )

  it('denies a name with one public and one private address', async () => {
    const guarded = createGuardedRequest({ resolve: async () => ['93.184.216.34', '10.0.0.1'] })
    expect(await kindOf(guarded.check('https://both.example.com/'))).toBe('denied')
  })

  it('connects to the address it checked, however the name resolves a moment later', async () => {
    const server = await serve(reply(200))
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    let asked = 0
    const guarded = createGuardedRequest({
      ...loopback,
      resolve: async () => {
        asked += 1
        return answers.shift() ?? []
      },
    })
    const url = `http://rebinding.example.com:${server.port}/`
    expect((await guarded.send({ url })).status).toBe(200)
    expect(asked).toBe(1)
    expect(server.received).toEqual([`POST rebinding.example.com:${server.port}`])
    expect(await kindOf(guarded.send({ url }))).toBe('denied')
    expect(server.received).toHaveLength(1)
  })

  it('does not follow a redirect', async () => {
    const inner = await serve(reply(200))
    const outer = await serve((_, response) => response.writeHead(307, { location: inner.url }).end())
    expect(await kindOf(createGuardedRequest(loopback).send({ url: outer.url }))).toBe('redirected')
    expect(inner.received).toEqual([])
  })

  it('gives up on a server that does not answer, or never ends its answer', async () => {
    const silent = await serve(() => undefined)
    const trickling = await serve((_, response) => {
      response.writeHead(200).write('a')
    })
    const guarded = createGuardedRequest({ ...loopback, timeoutMs: 150 })
    expect(await kindOf(guarded.send({ url: silent.url }))).toBe('timeout')
    expect(await kindOf(guarded.send({ url: trickling.url }))).toBe('timeout')
  })

  it('gives up on a name that does not resolve in time', async () => {
    const guarded = createGuardedRequest({ timeoutMs: 50, resolve: () => new Promise(() => undefined) })
    expect(await kindOf(guarded.send({ url: 'https://slow.example.com/' }))).toBe('timeout')
  })

  it('ends at the abort of the caller', async () => {
    const { url } = await serve(() => undefined)
    const signal = AbortSignal.timeout(50)
    await expect(createGuardedRequest(loopback).send({ url, signal })).rejects.toMatchObject({
      name: 'TimeoutError',
      message: expect.not.stringContaining('did not answer'),
    })
  })

  it('reads no more than its limit', async () => {
    const { url } = await serve(reply(200, 'x'.repeat(2_000)))
    expect(await kindOf(createGuardedRequest({ ...loopback, maxBytes: 1_000 }).send({ url }))).toBe(
      'too_large',
    )
  })

  it.each([
    ['ftp://example.com/', 'another protocol'],
    ['file:///etc/passwd', 'a file'],
    ['https://user:secret@93.184.216.34/', 'a password'],
    ['http://93.184.216.34:22/', 'another port'],
    ['not an address', 'no address'],
  ])('denies %s: %s', async (url) => {
    expect(await kindOf(createGuardedRequest().check(url))).toBe('denied')
  })

  it('names a server that refuses connections', async () => {
    const server = await serve(reply(200))
    const [closed] = servers.splice(0)
    await new Promise<void>((resolve) => closed?.close(() => resolve()))
    await expect(createGuardedRequest(loopback).send({ url: server.url })).rejects.toMatchObject({
      kind: 'unreachable',
      message: expect.stringContaining('ECONNREFUSED'),
    })
  })

  it('allows public addresses, and names that do not resolve yet', async () => {
    const guarded = createGuardedRequest({ resolve: () => Promise.reject(new Error('ENOTFOUND')) })
    await guarded.check('https://93.184.216.34/')
    await guarded.check('https://[2606:2800:220:1:248:1893:25c8:1946]/')
    await guarded.check('https://later.example.com:8443/hook')
    expect(await kindOf(guarded.check('https://later.example.com:25/'))).toBe('denied')
  })
})
