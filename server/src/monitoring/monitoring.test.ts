import { createTestApp, type TestApp, testClock } from '@rumbo/tools/testing/app'
import { pino } from 'pino'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../identity/identity.factory.ts'
import { asSystem } from '../platform/access/access.ts'
import { createDatabase } from '../platform/database/database.ts'
import { postMail, postText } from '../platform/deliveries/post.ts'
import { createDeliveryRunner } from '../platform/deliveries/runner.ts'
import type { MachineState } from '../platform/machine/machine-state.ts'
import { monitoringEndpoints } from './monitoring.endpoints.ts'
import { createReadiness } from './monitoring.readiness.ts'

const settings = {
  loginNotice: 'Demo',
  registration: false,
  mapsUrlTemplate: 'https://maps.example/{latitude}',
}
const nobodyListens = createDatabase({
  url: 'postgres://rumbo_app:none@127.0.0.1:1/rumbo',
  clock: testClock(),
  connections: 1,
})

const channels = { email: true, sms: false }
let test: TestApp
let isServing: boolean
let isDatabaseThere: boolean
let machine: MachineState | null

beforeEach(async () => {
  isServing = true
  isDatabaseThere = true
  machine = null
  test = await createTestApp({
    answers: ({ database, clock }) =>
      monitoringEndpoints({
        clock,
        channels,
        certificate: async () => ({
          source: 'file',
          subject: 'CN=flota.example',
          issuer: 'CN=Autoridad',
          validTo: new Date(clock.now().getTime() + 10.5 * 24 * 3600_000),
          error: null,
        }),
        database,
        ...settings,
        readiness: () =>
          createReadiness({
            database: isDatabaseThere ? database : nobodyListens,
            clock,
            machine: { state: () => machine },
            isServing: () => isServing,
          })(),
      }),
  })
})
afterEach(() => test.close())
afterAll(() => nobodyListens.close())

const unready = (part: string, reason: string) => ({
  status: 503,
  body: { code: 'not_ready', notReady: [{ part, reason }] },
})

describe('without a token', () => {
  it('a process reports that it is alive and ready', async () => {
    expect(await test.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'alive' } })
    expect(await test.call('GET', '/ready')).toMatchObject({ status: 200, body: { status: 'ready' } })
  })

  it('is not ready, but alive, while it drains', async () => {
    isServing = false
    expect(await test.call('GET', '/ready')).toMatchObject(unready('api', 'draining'))
    expect((await test.call('GET', '/health')).status).toBe(200)
  })

  it('is not ready, but alive, while the database is away', async () => {
    isDatabaseThere = false
    expect(await test.call('GET', '/ready')).toMatchObject(unready('database', 'unreachable'))
    expect(await test.call('GET', '/ready?part=api')).toMatchObject({ status: 200 })
    expect((await test.call('GET', '/health')).status).toBe(200)
  })

  it('names the gateway of its machine that is down, and reports each part separately', async () => {
    machine = { storage: null, roles: { api: 'ready', gateway: 'down', worker: 'ready' } }
    expect(await test.call('GET', '/ready')).toMatchObject(unready('gateway', 'down'))
    expect(await test.call('GET', '/ready?part=gateway')).toMatchObject(unready('gateway', 'down'))
    expect(await test.call('GET', '/ready?part=worker')).toMatchObject({ body: { status: 'ready' } })
    expect(await test.call('GET', '/ready?part=kitchen')).toMatchObject({ status: 422 })
    machine = { storage: null, roles: { api: 'ready', gateway: 'ready', worker: 'ready' } }
    expect((await test.call('GET', '/ready')).status).toBe(200)
  })

  it('names a silent gateway of another machine, until it ends normally', async () => {
    const gateway = (sql: string, values: unknown[]) =>
      test.database.transaction(asSystem('test'), (tx) => tx.sql(sql, values))
    const id = '0198c2a4-0000-7000-8000-000000000009'
    await gateway(
      `insert into platform.processes (id, roles, host, pid, started_at, seen_at, figures, active_users)
       values ($1, '{gateway}', 'another', 7, $2, $2, '{}', '{}')`,
      [id, test.clock.now()],
    )
    expect((await test.call('GET', '/ready')).status).toBe(200)
    test.clock.advance(26)
    expect(await test.call('GET', '/ready')).toMatchObject(unready('gateway', 'silent'))
    await gateway('delete from platform.processes where id = $1', [id])
    expect((await test.call('GET', '/ready')).status).toBe(200)
  })

  it('the login page receives public details only', async () => {
    expect((await test.call('GET', '/settings')).body).toEqual(settings)
  })
})

describe('a super admin', () => {
  const admin = async () =>
    test.as(await test.build((tx) => buildUser(tx, { username: 'jefa', level: 'super_admin' })))
  const deliver = (isRefusing: boolean) =>
    createDeliveryRunner({
      database: test.database,
      bus: test.bus,
      clock: test.clock,
      log: pino({ level: 'silent' }),
      senders: {
        email: {
          receiver: 'mail.example:25',
          send: async () => {
            if (isRefusing) throw new Error('451 later')
            return undefined
          },
          close: () => undefined,
        },
        sms: null,
        push: null,
        webhook: null,
      },
    }).deliverNow()
  const post = () =>
    test.build(async (tx) => {
      await postMail(tx, {
        recipient: 'ana@example.com',
        language: 'es',
        subject: 'Uno',
        body: 'Hola 123456',
      })
      await postText(tx, { recipient: '+525512345678', language: 'es', body: 'Hola' })
    })
  type Deliveries = { items: { id: string; status: string; error: string | null }[]; total: number }

  it('sees when the certificate expires', async () => {
    expect((await (await admin())('GET', '/server/certificate')).body).toMatchObject({
      source: 'file',
      subject: 'CN=flota.example',
      daysLeft: 10,
      error: null,
    })
  })

  it('sees sent and stored deliveries', async () => {
    const call = await admin()
    await post()
    await deliver(false)
    const { body } = await call<Deliveries>('GET', '/deliveries')
    expect(body).toMatchObject({
      total: 2,
      isEmailConfigured: true,
      isSmsConfigured: false,
      isPushConfigured: false,
      items: [
        { channel: 'sms', status: 'kept', body: 'Hola', recipient: '+525512345678' },
        { channel: 'email', status: 'sent', attempts: 1, subject: 'Uno', body: 'Hola 123456' },
      ],
    })
    expect((await call<Deliveries>('GET', '/deliveries?status=kept&status=failed')).body.total).toBe(1)
    expect((await call<Deliveries>('GET', '/deliveries?search=ANA@')).body.items).toMatchObject([
      { status: 'sent' },
    ])
    expect((await call<Deliveries>('GET', '/deliveries?search=%25')).body.total).toBe(0)
  })

  it('can send a failed delivery again, unless the channel has no server', async () => {
    const call = await admin()
    await post()
    for (let tries = 0; tries < 7; tries += 1) {
      await deliver(true)
      test.clock.advance(5 * 3600)
    }
    const again = await test.as(
      await test.build((tx) => buildUser(tx, { username: 'otra', level: 'super_admin' })),
    )
    const { items } = (await again<Deliveries>('GET', '/deliveries?order=asc')).body
    const [mail, text] = items
    expect(mail).toMatchObject({ status: 'failed', error: '451 later' })
    expect((await again('POST', `/deliveries/${mail?.id}/retry`)).body).toMatchObject({
      status: 'pending',
      error: null,
    })
    await deliver(false)
    expect((await again('POST', `/deliveries/${mail?.id}/retry`)).body).toMatchObject({ status: 'sent' })
    expect((await again('POST', `/deliveries/${text?.id}/retry`)).body).toMatchObject({
      code: 'channel_not_configured',
    })
    const unknown = '0198c2a4-0000-7000-8000-000000000000'
    expect(await again('POST', `/deliveries/${unknown}/retry`)).toMatchObject({
      status: 404,
      body: { code: 'delivery_not_found' },
    })
    expect((await call('GET', '/deliveries')).status).toBe(401)
  })

  it('cannot send a code again whose time is over, and it keeps its text', async () => {
    await test.build((tx) =>
      postMail(tx, {
        ...{ kind: 'reset', recipient: 'ana@example.com', language: 'es', subject: 'Uno', body: '123456' },
        expiresAt: new Date(tx.now.getTime() + 60_000),
      }),
    )
    await test.superuser.query(
      "update platform.deliveries set status = 'failed', attempts = 1, error = '550'",
    )
    const call = await admin()
    const [code] = (await call<Deliveries>('GET', '/deliveries')).body.items
    test.clock.advance(60)
    expect(await call('POST', `/deliveries/${code?.id}/retry`)).toMatchObject({
      status: 409,
      body: { code: 'delivery_expired' },
    })
    await deliver(false)
    expect((await call('GET', `/deliveries/${code?.id}`)).body).toMatchObject({
      status: 'failed',
      body: '123456',
    })
  })

  it('sees the failed attempts of a delivery, and which server fails', async () => {
    await post()
    for (let tries = 0; tries < 5; tries += 1) {
      await deliver(true)
      test.clock.advance(3600)
    }
    const call = await admin()
    const { items, ...page } = (await call<Deliveries>('GET', '/deliveries?order=asc')).body
    expect(page).toMatchObject({
      failing: [{ channel: 'email', receiver: 'mail.example:25', failures: 5, error: '451 later' }],
    })
    const { body } = await call('GET', `/deliveries/${items[0]?.id}`)
    expect(body).toMatchObject({
      status: 'pending',
      failedAttempts: [1, 2, 3, 4, 5].map((number) => ({ number, error: '451 later' })),
    })
    const unknown = '0198c2a4-0000-7000-8000-000000000000'
    expect((await call('GET', `/deliveries/${unknown}`)).body).toMatchObject({ code: 'delivery_not_found' })
  })

  it('sends a test by a channel that has a server', async () => {
    const call = await admin()
    const testBy = (body: object) => call('POST', '/deliveries/test', { body: { language: 'en', ...body } })
    expect((await testBy({ channel: 'email', recipient: 'ana@example.com' })).status).toBe(200)
    await deliver(false)
    expect((await call<Deliveries>('GET', '/deliveries')).body.items).toMatchObject([
      { status: 'sent', recipient: 'ana@example.com', subject: 'Test delivery' },
    ])
    expect((await testBy({ channel: 'sms', recipient: '+525512345678' })).body).toMatchObject({
      code: 'channel_not_configured',
    })
    expect((await testBy({ channel: 'email', recipient: 'ana' })).status).toBe(422)
  })

  it('is the only one with access', async () => {
    const admin = await test.as(
      await test.build((tx) => buildUser(tx, { username: 'nadie', level: 'admin' })),
    )
    for (const path of ['/deliveries', '/server/certificate'])
      expect((await admin('GET', path)).body).toMatchObject({ code: 'forbidden' })
  })
})
