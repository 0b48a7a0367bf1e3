import { createECDH, randomBytes } from 'node:crypto'
import type { PushSubscription } from '@rumbo/contract/notifications.push.contract'
import { createTestApp, type TestApp, type TestCall, testSecret } from '@rumbo/tools/testing'
import ece from 'http_ece'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { pino } from 'pino'
import { v7 as uuid } from 'uuid'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { findActor, settleSecret } from '../../identity/index.ts'
import { assignments } from '../../organisation/index.ts'
import { asSystem } from '../../platform/access/access.ts'
import { createVapidReader, readVapidPair, sealedInstallationKeys } from '../../platform/deliveries/keys.ts'
import { createPushSender } from '../../platform/deliveries/push.ts'
import { createDeliveryRunner, type DeliveryRunner } from '../../platform/deliveries/runner.ts'
import { type ReceivedRequest, startReceiver } from '../../platform/deliveries/testing/receivers.ts'
import { problem } from '../../platform/problem.ts'
import { createGuardedRequest } from '../../platform/upstream/guarded-request.ts'
import type { PushLinks } from './notifications.push.actions.ts'
import { pushEndpoints } from './notifications.push.endpoints.ts'
import { type PushMessage, pushToUser } from './notifications.push.messages.ts'
import { pushTargets } from './notifications.push.targets.ts'

const guarded = createGuardedRequest({ allowedAddresses: ['127.0.0.1'], timeoutMs: 300 })
/** Records what the buttons do; events and offers are tested with their domains. */
const done: string[] = []
let isOfferOver = false
let mayAcknowledge = true
let world: TestApp
let ana: Awaited<ReturnType<typeof buildUser>>
let own: TestCall
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createTestApp({
    answers: ({ database, clock }) => {
      const pushLinks: PushLinks = {
        actorOf: async (userId) => {
          if (userId !== ana.id) throw problem('forbidden')
          return findActor({ database, assignments }, userId)
        },
        acknowledge: async (actor, eventId) => void done.push(`${actor.userId} acknowledges ${eventId}`),
        answerOffer: async (actor, { id, offerId, action }) => {
          if (isOfferOver) return 'offer_expired'
          done.push(`${actor.userId} ${action}s ${offerId} ${id}`)
          return null
        },
      }
      const pushKeys = createVapidReader(null, database, testSecret)
      return pushEndpoints({ database, clock, secret: testSecret, guarded, pushKeys, pushLinks })
    },
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  done.length = 0
  isOfferOver = false
  mayAcknowledge = true
  ana = await world.build(async (tx) => {
    for (const table of [
      'notifications.push_subscriptions',
      'platform.deliveries',
      'platform.delivery_receivers',
    ])
      await tx.sql(`delete from ${table}`)
    return buildUser(tx)
  })
  own = await world.as(ana)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

/** A browser and its push service; decrypts what it receives. */
async function browser(...given: Parameters<typeof startReceiver>) {
  const service = await startReceiver(...(given.length > 0 ? given : [accept]))
  closing.push(service.close)
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16).toString('base64url')
  const keys = {
    endpoint: `${service.url}/send/${randomBytes(6).toString('hex')}`,
    p256dh: ecdh.getPublicKey('base64url'),
    auth,
  }
  return {
    ...{ keys, received: service.received },
    decrypted: (request: ReceivedRequest | undefined) =>
      JSON.parse(
        ece
          .decrypt(request?.body ?? Buffer.alloc(0), {
            version: 'aes128gcm',
            privateKey: ecdh,
            authSecret: auth,
          })
          .toString(),
      ),
    subscribe: async (call: TestCall = own) =>
      (
        await call<PushSubscription>('POST', '/push/subscriptions', {
          body: { ...keys, label: 'Chrome, Android', language: 'es' },
        })
      ).body,
  }
}
const accept: Parameters<typeof startReceiver>[0] = (response) => response.writeHead(201).end()

function worker(): DeliveryRunner {
  const { database, bus, clock } = world
  const targets = pushTargets({
    ...{ database, secret: testSecret, publicUrl: 'https://rumbo.example' },
    mayAcknowledge: async (userId, id) => mayAcknowledge && userId === ana.id && id === eventId,
  })
  const push = createPushSender({
    ...{ request: guarded, targets, clock, subject: 'mailto:it@example.com' },
    keys: createVapidReader(null, database, testSecret),
  })
  const runner = createDeliveryRunner({
    ...{ database, bus, clock, log: pino({ level: 'silent' }) },
    senders: { email: null, sms: null, push, webhook: null },
  })
  closing.unshift(() => runner.drain())
  return runner
}
const eventId = '01926a3e-0000-7000-8000-000000000001'
const offerId = '01926a3e-0000-7000-8000-000000000002'
const message: PushMessage = { title: 'Pánico', message: 'Unidad 118', path: '/events' }
const push = (more: Partial<PushMessage> = {}) =>
  world.build((tx) => pushToUser(tx, ana.id, () => ({ ...message, ...more })))
const deliveries = () =>
  world.build((tx) =>
    tx.sql<{ status: string; error: string | null }>(
      'select status, error from platform.deliveries order by id',
    ),
  )
const listed = async () => (await own<{ items: PushSubscription[] }>('GET', '/push/subscriptions')).body.items
/** The token of the buttons of a pushed notification. */
async function pushedToken(more: Partial<PushMessage>): Promise<string> {
  const mine = await browser()
  await mine.subscribe()
  await push(more)
  await worker().deliverNow()
  return mine.decrypted(mine.received[0]).rumbo.token
}
const act = (token: string, action: string) =>
  world.call('POST', '/push/actions', { body: { token, action } })

describe('push notifications', () => {
  it('reach the browser encrypted, signed by the installation, with urgency, life and topic', async () => {
    const mine = await browser()
    await mine.subscribe()
    await push({ tag: 'event-1', priority: 0, expiresAt: new Date(world.clock.now().getTime() + 90_000) })
    await worker().deliverNow()
    const [request] = mine.received
    expect(mine.decrypted(request)).toMatchObject({
      web_push: 8030,
      notification: {
        ...{ title: 'Pánico', body: 'Unidad 118', lang: 'es', tag: 'event-1' },
        ...{ navigate: 'https://rumbo.example/events', requireInteraction: true },
      },
      rumbo: { token: null, actions: [] },
    })
    expect(request?.headers).toMatchObject({ ttl: '90', urgency: 'high', 'content-encoding': 'aes128gcm' })
    expect(request?.headers.topic).toMatch(/^[\w-]{32}$/)
    const [, token = '', key = ''] = /^vapid t=(.+), k=(.+)$/.exec(request?.headers.authorization ?? '') ?? []
    const { publicKey } = (await own<{ publicKey: string }>('GET', '/push/key')).body
    expect(key).toBe(publicKey)
    const point = Buffer.from(key, 'base64url')
    const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
    const { payload } = await jwtVerify(
      token,
      createLocalJWKSet({ keys: [{ kty: 'EC', crv: 'P-256', alg: 'ES256', x, y }] }),
      { currentDate: world.clock.now() },
    )
    expect(payload).toMatchObject({ aud: new URL(mine.keys.endpoint).origin, sub: 'mailto:it@example.com' })
    expect((await deliveries())[0]?.status).toBe('sent')
    expect(await listed()).toMatchObject([{ label: 'Chrome, Android', lastSuccessAt: expect.any(String) }])
  })

  it.each([404, 410])(
    'end where the push service answers %i, and other browsers get theirs',
    async (status) => {
      const old = await browser((response) => response.writeHead(status).end())
      const mine = await browser()
      await old.subscribe()
      await mine.subscribe()
      await push()
      await worker().deliverNow()
      expect((await deliveries()).map((row) => row.status).sort()).toEqual(['failed', 'sent'])
      expect(mine.received).toHaveLength(1)
      expect(await listed()).toHaveLength(1)
      await push()
      await worker().deliverNow()
      expect(old.received).toHaveLength(1)
    },
  )

  it.each([
    ['is overloaded', (response) => response.writeHead(429, { 'retry-after': '60' }).end(), 'answered 429'],
    ['fails', (response) => response.writeHead(503).end(), 'answered 503'],
    ['hangs', () => undefined, 'did not answer in time'],
    ['redirects', (response) => response.writeHead(301, { location: '/' }).end(), 'not followed'],
  ] as [string, Parameters<typeof startReceiver>[0], string][])(
    'wait while the push service %s',
    async (_, answer, error) => {
      const mine = await browser(answer)
      await mine.subscribe()
      await push()
      await worker().deliverNow()
      expect(await deliveries()).toMatchObject([{ status: 'pending', error: expect.stringContaining(error) }])
      expect(await listed()).toHaveLength(1)
    },
  )

  it('end with the session, and belong to who subscribed last in that browser', async () => {
    const mine = await browser()
    await mine.subscribe()
    const eva = await world.build((tx) => buildUser(tx))
    await mine.subscribe(await world.as(eva))
    expect(await listed()).toEqual([])
    expect(await push()).toEqual([])
    await mine.subscribe()
    await push()
    await world.build((tx) =>
      tx.sql('update identity.sessions set ended_at = $2 where user_id = $1', [ana.id, tx.now]),
    )
    await worker().deliverNow()
    expect(mine.received).toEqual([])
    expect((await deliveries())[0]?.status).toBe('failed')
  })

  it('are removed by their owner alone', async () => {
    const mine = await browser()
    const { id } = await mine.subscribe()
    const others = await world.as(await world.build((tx) => buildUser(tx)))
    await others('DELETE', `/push/subscriptions/${id}`)
    expect(await listed()).toHaveLength(1)
    await own('DELETE', `/push/subscriptions/${id}`)
    expect(await listed()).toEqual([])
  })

  it('follow a subscription that the browser replaced, by its former keys', async () => {
    const [old, fresh] = [await browser(), await browser()]
    await old.subscribe()
    const guessed = { ...old.keys, auth: randomBytes(16).toString('base64url') }
    const renew = (former: typeof old.keys) =>
      world.call('POST', '/push/subscriptions/renew', { body: { former, ...fresh.keys } })
    expect((await renew(guessed)).body.code).toBe('push_action_over')
    expect((await renew(old.keys)).status).toBe(200)
    await push()
    await worker().deliverNow()
    expect([old.received.length, fresh.received.length]).toEqual([0, 1])
    expect(fresh.decrypted(fresh.received[0]).notification.title).toBe('Pánico')
  })

  it('are tested on each browser, and go to no private address', async () => {
    const mine = await browser()
    await mine.subscribe()
    expect((await own('POST', '/push/test')).body).toEqual({ browsers: 1 })
    await worker().deliverNow()
    expect(mine.decrypted(mine.received[0]).notification.title).toBe('Prueba de Rumbo')
    const body = { ...mine.keys, endpoint: 'http://10.0.0.1/', label: 'Chrome', language: 'es' }
    expect((await own('POST', '/push/subscriptions', { body })).body.code).toBe('push_address_denied')
  })
})

describe('buttons of a push notification', () => {
  it('acknowledge the event as the person, once', async () => {
    const token = await pushedToken({ eventId })
    expect(await act(token, 'acknowledge')).toMatchObject({ status: 200, body: { isDone: true } })
    expect((await act(token, 'acknowledge')).body.code).toBe('push_action_over')
    expect(done).toEqual([`${ana.id} acknowledges ${eventId}`])
  })

  it('offer only to open it where the person may not acknowledge the event; opening marks it as read', async () => {
    mayAcknowledge = false
    const notificationId = uuid()
    await world.build(async (tx) => {
      await tx.sql(
        `insert into notifications.notifications (id, company_id, user_id, recipient, kind, topic, priority, type, title,
           message, language, coalesce_key, audience, created_at, last_at)
         values ($1, $1, $2, 'Ana', 'event', 'critical', 5, 'warning', 'x', '', 'es', 'x', 'users', $3, $3)`,
        [notificationId, ana.id, tx.now],
      )
    })
    const mine = await browser()
    await mine.subscribe()
    await push({ eventId, notificationId })
    await worker().deliverNow()
    const { rumbo } = mine.decrypted(mine.received[0])
    expect(rumbo).toMatchObject({ marksRead: true, actions: [{ action: 'open', title: 'Abrir' }] })
    expect((await act(rumbo.token, 'acknowledge')).body.code).toBe('push_action_over')
    expect(await act(rumbo.token, 'open')).toMatchObject({ status: 200, body: { isDone: true } })
    expect(done).toEqual([])
    const [row] = await world.build((tx) =>
      tx.sql<{ isRead: boolean; isAcknowledged: boolean }>(
        `select read_at is not null as "isRead", acknowledged_at is not null as "isAcknowledged"
         from notifications.notifications where id = $1`,
        [notificationId],
      ),
    )
    expect(row).toEqual({ isRead: true, isAcknowledged: false })
  })

  it('accept an offer once; one that expired says so and does nothing', async () => {
    const token = await pushedToken({ offerId })
    isOfferOver = true
    const over = await act(token, 'accept')
    expect(over.body).toMatchObject({ isDone: false, message: expect.stringMatching(/\w+/) })
    expect(done).toEqual([])
    isOfferOver = false
    expect((await act(token, 'reject')).body.isDone).toBe(true)
    expect(done).toHaveLength(1)
  })

  it('do nothing that the notification does not offer, when forged, too late, or for a removed browser', async () => {
    const token = await pushedToken({ eventId, expiresAt: new Date(world.clock.now().getTime() + 60_000) })
    expect((await act(token, 'accept')).body.code).toBe('push_action_over')
    const [payload = '', signature = ''] = token.split('.')
    const forged = Buffer.from(
      Buffer.from(payload, 'base64url').toString().replace(eventId, offerId),
    ).toString('base64url')
    for (const wrong of [`${forged}.${signature}`, `${payload}.`, 'none', ''])
      expect((await act(wrong, 'acknowledge')).body.code).toBe('push_action_over')
    const [subscription] = await listed()
    world.clock.advance(60)
    expect((await act(token, 'acknowledge')).body.code).toBe('push_action_over')
    world.clock.advance(-60)
    await own('DELETE', `/push/subscriptions/${subscription?.id}`)
    expect((await act(token, 'acknowledge')).body.code).toBe('push_action_over')
    expect(done).toEqual([])
  })
})

describe('the keys of the installation', () => {
  it('are made once for all processes, and encrypted anew when the secret changes', async () => {
    const [one, two] = await Promise.all([
      readVapidPair(world.database, testSecret),
      readVapidPair(world.database, testSecret),
    ])
    expect(one).toEqual(two)
    const next = 'the second secret of this installation, random'
    await settleSecret(world.database, { secret: testSecret }, sealedInstallationKeys)
    await settleSecret(world.database, { secret: next, previous: testSecret }, sealedInstallationKeys)
    expect(await readVapidPair(world.database, next)).toEqual(one)
    await world.database.transaction(asSystem('test'), (tx) => sealedInstallationKeys.remove(tx))
    expect(await readVapidPair(world.database, next)).not.toEqual(one)
  })
})
