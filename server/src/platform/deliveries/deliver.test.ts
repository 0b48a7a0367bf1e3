import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestDatabase, testClock, testDatabase } from '@rumbo/tools/testing'
import pg from 'pg'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asSystem } from '../access/access.ts'
import { createDatabase, type Database } from '../database/database.ts'
import { createJobs } from '../jobs/jobs.ts'
import { deliverDue, forgetSentDeliveries, type Senders, sentRetentionMs } from './deliver.ts'
import { deliveryTasks } from './deliver-job.ts'
import { postMail, postText } from './post.ts'
import { createSmsSender } from './sms.ts'
import { createMailSender, htmlOf } from './smtp.ts'

const log = pino({ level: 'silent' })
let clock: ReturnType<typeof testClock>
let base: TestDatabase
let database: Database
let superuser: pg.Client
let closing: (() => Promise<void>)[]

beforeEach(async () => {
  clock = testClock()
  base = await testDatabase()
  database = createDatabase({ url: base.url, clock })
  superuser = new pg.Client({ connectionString: base.superuserUrl })
  await superuser.connect()
  closing = []
})
afterEach(async () => {
  for (const close of closing) await close()
  await superuser.end()
  await database.close()
  await base.close()
})

interface Received {
  to: string[]
  text: string
}

/** A mail server on this machine; `answer` may refuse recipients. */
async function mailServer(port = 0, answer: (recipient: string) => number = () => 250) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, callback) {
      const code = answer(address)
      if (code === 250) return callback()
      callback(Object.assign(new Error('no such box'), { responseCode: code }))
    },
    onData(stream, session, callback) {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(parts).toString('utf8'),
        })
        callback()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  closing.push(close)
  return { received, close, port: (server.server.address() as AddressInfo).port }
}

const mailing = (port: number): Senders => ({
  email: createMailSender({ url: `smtp://127.0.0.1:${port}`, from: 'rumbo@example.com' }),
  sms: null,
})
const post = (recipient: string, subject = 'Tu código', body = 'Hola:\n\n123456') =>
  database.transaction(asSystem('test'), (tx) => postMail(tx, { recipient, language: 'es', subject, body }))
const deliver = (senders: Senders) => deliverDue({ database, senders, clock, log })
const deliveries = async () =>
  (
    await superuser.query<{ recipient: string; status: string; attempts: number; error: string | null }>(
      'select recipient, status, attempts, error from platform.deliveries order by id',
    )
  ).rows

describe('mails', () => {
  it('are sent in order, as text and HTML, in the language they were written in', async () => {
    const server = await mailServer()
    await post('ana@example.com', 'Año nuevo: ñandú')
    await post('ana@example.com', 'Segundo')
    await deliver(mailing(server.port))
    expect(await deliveries()).toMatchObject([
      { status: 'sent', attempts: 1, error: null },
      { status: 'sent', attempts: 1 },
    ])
    expect(server.received.map(({ to }) => to)).toEqual([['ana@example.com'], ['ana@example.com']])
    const [first, second] = server.received.map(({ text }) => text)
    expect(first).toContain('From: Rumbo <rumbo@example.com>')
    expect(first).toMatch(/Subject: =\?UTF-8\?/)
    expect(first).toContain('text/plain')
    expect(first).toContain('text/html')
    expect(second).toContain('Subject: Segundo')
    expect((await superuser.query('select 1 from graphile_worker.jobs')).rowCount).toBe(2)
  })

  it('fail when refused permanently, without delaying others', async () => {
    const server = await mailServer(0, (recipient) => (recipient.startsWith('nadie') ? 550 : 250))
    await post('nadie@example.com')
    await post('ana@example.com')
    await deliver(mailing(server.port))
    const [refused, sent] = await deliveries()
    expect(refused).toMatchObject({ status: 'failed', attempts: 1 })
    expect(refused?.error).toContain('550')
    expect(sent?.status).toBe('sent')
  })

  it('wait while the server is down, are retried with growing delays, and arrive once', async () => {
    const down = await mailServer()
    await down.close()
    await post('ana@example.com')
    await deliver(mailing(down.port))
    await deliver(mailing(down.port))
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 1 }])
    clock.advance(60)
    await deliver(mailing(down.port))
    clock.advance(60)
    await deliver(mailing(down.port))
    expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 2 }])
    const up = await mailServer(down.port)
    clock.advance(240)
    await deliver(mailing(up.port))
    await deliver(mailing(up.port))
    expect(up.received).toHaveLength(1)
    expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 3, error: null }])
  })

  it('keep their order per recipient while the first one waits', async () => {
    let code = 451
    const server = await mailServer(0, (recipient) => (recipient.startsWith('lenta') ? code : 250))
    await post('lenta@example.com', 'Uno')
    await post('lenta@example.com', 'Dos')
    await post('ana@example.com', 'Tres')
    await deliver(mailing(server.port))
    expect((await deliveries()).map(({ status }) => status)).toEqual(['pending', 'pending', 'sent'])
    code = 250
    clock.advance(60)
    await deliver(mailing(server.port))
    expect(server.received.map(({ text }) => /Subject: (\w+)/.exec(text)?.[1])).toEqual([
      'Tres',
      'Uno',
      'Dos',
    ])
  })

  it('fail with the message of the server after the last attempt', async () => {
    const server = await mailServer(0, () => 451)
    await post('ana@example.com')
    for (let tries = 0; tries < 7; tries += 1) {
      await deliver(mailing(server.port))
      clock.advance(5 * 3600)
    }
    const [failed] = await deliveries()
    expect(failed).toMatchObject({ status: 'failed', attempts: 6 })
    expect(failed?.error).toContain('451')
  })

  it('are sent once by two workers at the same time', async () => {
    const server = await mailServer()
    for (let index = 0; index < 12; index += 1) await post(`persona${index}@example.com`)
    await Promise.all([deliver(mailing(server.port)), deliver(mailing(server.port))])
    await deliver(mailing(server.port))
    expect(new Set(server.received.flatMap(({ to }) => to)).size).toBe(12)
    expect(server.received).toHaveLength(12)
  })

  it('of a worker that died are sent by another after two minutes', async () => {
    const server = await mailServer()
    await post('ana@example.com')
    const dying: Senders = { email: () => new Promise(() => undefined), sms: null }
    void deliver(dying)
    await expect.poll(async () => (await deliveries())[0]?.attempts).toBe(1)
    await deliver(mailing(server.port))
    expect(server.received).toEqual([])
    clock.advance(121)
    await deliver(mailing(server.port))
    expect(server.received).toHaveLength(1)
  })

  it('are sent by the job that is enqueued with them', async () => {
    const server = await mailServer()
    const jobs = createJobs({
      url: base.url,
      log,
      pollMs: 50,
      tasks: deliveryTasks({
        database,
        clock,
        log,
        servers: {
          smtpUrl: `smtp://127.0.0.1:${server.port}`,
          smsUrl: undefined,
          mailFrom: 'rumbo@example.com',
        },
      }),
    })
    await jobs.start()
    await post('ana@example.com')
    await expect.poll(async () => (await deliveries())[0]?.status).toBe('sent')
    await jobs.drain()
    expect(server.received).toHaveLength(1)
  })

  it('are stored and readable without a mail server', async () => {
    await post('ana@example.com')
    await deliver({ email: null, sms: null })
    expect(await deliveries()).toMatchObject([{ status: 'kept', attempts: 0, error: null }])
  })

  it('are deleted a month after they were sent, and not before', async () => {
    const server = await mailServer()
    await post('ana@example.com')
    await deliver(mailing(server.port))
    await post('eva@example.com')
    await forgetSentDeliveries(database)
    expect(await deliveries()).toHaveLength(2)
    clock.advance(sentRetentionMs / 1000 + 1)
    await forgetSentDeliveries(database)
    expect(await deliveries()).toMatchObject([{ recipient: 'eva@example.com' }])
  })

  it('escape markup in their HTML, and turn addresses into links', () => {
    const html = htmlOf({
      language: 'es',
      subject: '<b>',
      body: '<script>x</script>\n\nhttps://a.example/i?a=1&b=2',
    })
    expect(html).not.toContain('<script>')
    expect(html).toContain('<a href="https://a.example/i?a=1&amp;b=2">')
    const named = htmlOf({ language: 'es', subject: '', body: 'https://trap.example x invites you.' })
    expect(named).not.toContain('<a ')
  })
})

describe('SMS', () => {
  async function provider(answer: () => number) {
    const received: { body: string; authorization?: string }[] = []
    const server: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (part) => {
        body += part
      })
      request.on('end', () => {
        received.push({ body, authorization: request.headers.authorization })
        response.writeHead(answer(), { location: '/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
    const { port } = server.address() as AddressInfo
    const senders: Senders = {
      email: null,
      sms: createSmsSender({ url: `http://cuenta:clave%21@127.0.0.1:${port}/send` }),
    }
    return { received, senders }
  }
  const text = () =>
    database.transaction(asSystem('test'), (tx) =>
      postText(tx, { recipient: '+525512345678', language: 'es', body: 'Tu código es 123456' }),
    )

  it('are sent to the provider as JSON', async () => {
    const { received, senders } = await provider(() => 204)
    await text()
    await deliver(senders)
    expect(received.map(({ body }) => JSON.parse(body))).toEqual([
      { to: '+525512345678', text: 'Tu código es 123456' },
    ])
    expect(received[0]?.authorization).toBe(`Basic ${Buffer.from('cuenta:clave!').toString('base64')}`)
    expect(await deliveries()).toMatchObject([{ status: 'sent' }])
  })

  it.each([
    [400, 'failed'],
    [429, 'pending'],
    [503, 'pending'],
    [302, 'pending'],
  ])('are, when the provider answers %i, %s', async (status, expected) => {
    const { received, senders } = await provider(() => status)
    await text()
    await deliver(senders)
    expect(await deliveries()).toMatchObject([{ status: expected }])
    expect(received).toHaveLength(1)
  })
})
