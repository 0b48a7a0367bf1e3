import type { Webhook, WebhookDelivery } from '@rumbo/contract/notifications.webhooks.contract'
import { createTestApp, type TestApp, type TestCall, testClock, testSecret } from '@rumbo/tools/testing'
import { pino } from 'pino'
import { Webhook as Verifier } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { settleSecret } from '../../identity/index.ts'
import { buildAssignment, buildCompany, buildFleet } from '../../organisation/organisation.factory.ts'
import { createDeliveryRunner, type DeliveryRunner } from '../../platform/deliveries/runner.ts'
import { type ReceivedRequest, startReceiver } from '../../platform/deliveries/testing/receivers.ts'
import { createWebhookSender } from '../../platform/deliveries/webhook.ts'
import { createGuardedRequest } from '../../platform/upstream/guarded-request.ts'
import { callWebhooks } from './notifications.webhooks.calls.actions.ts'
import { webhookEndpoints } from './notifications.webhooks.endpoints.ts'
import { buildWebhook } from './notifications.webhooks.factory.ts'
import { sealedWebhookSecrets } from './notifications.webhooks.secrets.ts'
import { webhookTargets } from './notifications.webhooks.targets.ts'

/** As webhooks of this machine would be allowed by WEBHOOK_ALLOWED_ADDRESSES, with a short limit of time. */
const guarded = createGuardedRequest({ allowedAddresses: ['127.0.0.1'], timeoutMs: 300 })
let world: TestApp
let companyId: string
let fleetId: string
let person: Awaited<ReturnType<typeof buildUser>>
let admin: TestCall
const closing: (() => Promise<void>)[] = []

beforeAll(async () => {
  world = await createTestApp({
    answers: () => webhookEndpoints({ secret: testSecret, guarded }),
    // The package that verifies signatures compares them with the machine's clock.
    clock: testClock(new Date().toISOString()),
  })
})
afterAll(() => world.close())
beforeEach(async () => {
  person = await world.build(async (tx) => {
    for (const table of ['notifications.webhooks', 'platform.deliveries', 'platform.delivery_receivers'])
      await tx.sql(`delete from ${table}`)
    companyId = (await buildCompany(tx)).id
    fleetId = (await buildFleet(tx, { companyId })).id
    const user = await buildUser(tx, { level: 'admin' })
    await buildAssignment(tx, { userId: user.id, companyId })
    return user
  })
  admin = await world.as(person)
})
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function receiver(...given: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...given)
  closing.push(started.close)
  return started
}

function worker(): DeliveryRunner {
  const { database, bus, clock } = world
  const targets = webhookTargets(database, testSecret)
  const webhook = createWebhookSender({ request: guarded, targets, clock })
  const runner = createDeliveryRunner({
    ...{ database, bus, clock, log: pino({ level: 'silent' }) },
    senders: { email: null, sms: null, push: null, webhook },
  })
  closing.unshift(() => runner.drain())
  return runner
}

const create = async (url: string, more: object = {}) => {
  const body = { companyId, name: 'Mi sistema', url, ...more }
  const { body: made } = await admin<Webhook & { secret: string }>('POST', '/webhooks', { body })
  return made
}
const post = (
  webhookIds: string[],
  of: { companyId: string; fleetId: string | null } = { companyId, fleetId },
) =>
  world.build((tx) =>
    callWebhooks(tx, { ...of, webhookIds }, { type: 'event.raised', data: { vehicle: '118' } }),
  )
const read = async () => (await admin<{ items: Webhook[] }>('GET', '/webhooks')).body.items
const log = async (id: string) =>
  (await admin<{ items: WebhookDelivery[] }>('GET', `/webhooks/${id}/deliveries`)).body.items
/** @throws where the signature is not valid for the secret */
const verified = (request: ReceivedRequest | undefined, secret: string) => {
  if (!request) throw new Error('Nothing was received.')
  return new Verifier(secret).verify(request.body.toString(), request.headers as Record<string, string>)
}
/** Longer than a session lasts without a sign of life. */
async function wait(seconds: number): Promise<void> {
  world.clock.advance(seconds)
  admin = await world.as(person)
}
const atPresent = () => world.clock.advance((Date.now() - world.clock.now().getTime()) / 1000)

describe('webhooks', () => {
  it('are called with a signature that Standard Webhooks verifies', async () => {
    atPresent()
    const own = await receiver()
    const { id, secret } = await create(own.url)
    expect(secret).toMatch(/^whsec_.{44}$/)
    const posted = await post([id])
    await worker().deliverNow()
    const [request] = own.received
    expect(verified(request, secret)).toEqual({
      type: 'event.raised',
      timestamp: world.clock.now().toISOString(),
      data: { vehicle: '118' },
    })
    expect(request?.headers['webhook-id']).toBe(posted.get(id)?.deliveryId)
    expect(() => verified(request, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow()
    expect(await log(id)).toMatchObject([{ type: 'event.raised', status: 'sent', attempts: 1, error: null }])
    expect(JSON.stringify(await read())).not.toContain(secret.slice(6))
  })

  it('sign with both secrets while one replaces the other, then with the new one alone', async () => {
    atPresent()
    const own = await receiver()
    const { id, secret } = await create(own.url)
    const rotated = await admin<Webhook & { secret: string }>('POST', `/webhooks/${id}/secrets`, {
      body: { overlapHours: 1 },
    })
    expect(rotated.body.secrets).toHaveLength(2)
    const runner = worker()
    await post([id])
    await runner.deliverNow()
    verified(own.received[0], secret)
    verified(own.received[0], rotated.body.secret)
    await wait(3_601)
    await post([id])
    await runner.deliverNow()
    const timestamp = String(own.received[1]?.headers['webhook-signature'])
    expect(timestamp.split(' ')).toHaveLength(1)
    expect((await read())[0]?.secrets).toHaveLength(1)
  })

  it('are retried with the same id, after the pauses of their channel', async () => {
    let status = 500
    const own = await receiver((response) => response.writeHead(status).end('out of order'))
    const { id } = await create(own.url)
    const runner = worker()
    await post([id])
    await runner.deliverNow()
    const [failed] = await log(id)
    expect(failed).toMatchObject({ status: 'pending', error: 'The webhook answered 500: out of order' })
    expect((await read())[0]?.failingSince).not.toBeNull()
    status = 200
    world.clock.advance(4)
    await runner.deliverNow()
    expect(own.received).toHaveLength(1)
    world.clock.advance(1)
    await runner.deliverNow()
    expect(await log(id)).toMatchObject([{ status: 'sent', attempts: 2 }])
    expect(new Set(own.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect((await read())[0]?.failingSince).toBeNull()
  })

  it.each([
    ['answers too late', () => undefined, 'did not answer in time'],
    [
      'redirects',
      (response) => response.writeHead(302, { location: '/other' }).end(),
      'redirects are not followed',
    ],
    ['answers too much', (response) => response.writeHead(200).end('x'.repeat(70_000)), 'longer than'],
  ] as [string, Parameters<typeof startReceiver>[0], string][])('that %s fail', async (_, answer, error) => {
    const own = await receiver(answer)
    const { id } = await create(own.url)
    await post([id])
    await worker().deliverNow()
    expect(await log(id)).toMatchObject([{ status: 'pending', error: expect.stringContaining(error) }])
    expect(own.received).toHaveLength(1)
  })

  it('that hang do not hold up others, and after five failures get one call as a trial', async () => {
    const hanging = await receiver(() => undefined)
    const working = await receiver()
    const [slow, quick] = [await create(hanging.url), await create(working.url, { name: 'Otro' })]
    const runner = worker()
    for (let call = 0; call < 30; call += 1) await post([slow.id, quick.id])
    await runner.deliverNow()
    expect(working.received).toHaveLength(30)
    expect(hanging.received.length).toBeLessThanOrEqual(6)
    const before = hanging.received.length
    world.clock.advance(10)
    await runner.deliverNow()
    expect(hanging.received).toHaveLength(before + 1)
  })

  it('that answer 410 are switched off, and their administrators notified', async () => {
    const own = await receiver((response) => response.writeHead(410).end())
    const { id } = await create(own.url)
    await post([id])
    await worker().deliverNow()
    expect(await read()).toMatchObject([{ isActive: false, disabledReason: 'gone' }])
    expect(await log(id)).toMatchObject([{ status: 'failed' }])
    const mails = await world.build((tx) =>
      tx.sql(`select subject from platform.deliveries where channel = 'email'`),
    )
    expect(mails).toEqual([{ subject: expect.stringContaining('Mi sistema') }])
    expect((await post([id])).size).toBe(0)
  })

  it('whose every call fails for five days are switched off; switched on again, they have five more', async () => {
    const own = await receiver((response) => response.writeHead(500).end())
    const { id } = await create(own.url)
    const runner = worker()
    await post([id])
    await runner.deliverNow()
    await wait(5 * 86_400 - 1)
    await post([id])
    await runner.deliverNow()
    expect((await read())[0]?.isActive).toBe(true)
    await wait(10 * 3_600)
    await post([id])
    await runner.deliverNow()
    const [off] = await read()
    expect(off).toMatchObject({ isActive: false, disabledReason: 'failing' })
    const { name, url, version } = off as Webhook
    const body = { name, url, fleetIds: [], isActive: true, version }
    const on = await admin('PUT', `/webhooks/${id}`, { body })
    expect(on.body).toMatchObject({ isActive: true, disabledReason: null, failingSince: null })
  })

  it('are called again with the same id by replay', async () => {
    const own = await receiver()
    const { id } = await create(own.url)
    const runner = worker()
    const posted = await post([id])
    await runner.deliverNow()
    const replayed = await admin('POST', `/webhooks/${id}/deliveries/${posted.get(id)?.deliveryId}/replay`)
    expect(replayed).toMatchObject({ status: 200, body: { status: 'pending' } })
    await runner.deliverNow()
    expect(own.received.map(({ headers }) => headers['webhook-id'])).toEqual([
      posted.get(id)?.deliveryId,
      posted.get(id)?.deliveryId,
    ])
    expect(own.received[1]?.body).toEqual(own.received[0]?.body)
  })

  it('are tested with a call that the log shows', async () => {
    const own = await receiver()
    const { id } = await create(own.url)
    const { body } = await admin<{ deliveryId: string }>('POST', `/webhooks/${id}/test`)
    await worker().deliverNow()
    expect(own.received).toHaveLength(1)
    expect(await log(id)).toMatchObject([{ id: body.deliveryId, type: 'webhook.test', status: 'sent' }])
  })

  it('get only what is about their fleets, and nothing once they are off or deleted', async () => {
    const own = await receiver()
    const other = await world.build((tx) => buildFleet(tx, { companyId }))
    const { id, version } = await create(own.url, { fleetIds: [other.id] })
    expect((await post([id])).size).toBe(0)
    expect((await post([id], { companyId, fleetId: other.id })).size).toBe(1)
    const body = { name: 'Mi sistema', url: own.url, fleetIds: [], isActive: false, version }
    await admin('PUT', `/webhooks/${id}`, { body })
    await worker().deliverNow()
    expect(own.received).toEqual([])
    expect(await log(id)).toMatchObject([{ status: 'failed' }])
    expect((await admin('POST', `/webhooks/${id}/test`)).body.code).toBe('webhook_off')
    expect((await admin('DELETE', `/webhooks/${id}`)).status).toBe(200)
    expect(await read()).toEqual([])
  })

  it.each([
    'http://10.0.0.1/',
    'http://169.254.169.254/latest',
    'http://[::1]/',
    'https://93.184.216.34:22/',
  ])('may not have the address %s', async (url) => {
    const answer = await admin('POST', '/webhooks', { body: { companyId, name: 'Interno', url } })
    expect(answer).toMatchObject({ status: 422, body: { code: 'webhook_address_denied' } })
    expect(await read()).toEqual([])
  })

  it('of another company do not exist', async () => {
    const { id } = await world.build(async (tx) =>
      buildWebhook(tx, { companyId: (await buildCompany(tx)).id }, testSecret),
    )
    expect(await read()).toEqual([])
    for (const [method, path] of [
      ['GET', '/deliveries'],
      ['POST', '/test'],
      ['POST', `/deliveries/${id}/replay`],
    ] as const)
      expect((await admin(method, `/webhooks/${id}${path}`)).status).toBe(404)
    expect((await admin('POST', `/webhooks/${id}/secrets`, { body: {} })).status).toBe(404)
    expect((await post([id])).size).toBe(0)
  })

  it('refuse a delivery of another webhook, a name twice, an old version and fleets of others', async () => {
    const own = await create('https://93.184.216.34/a')
    const other = await create('https://93.184.216.34/b', { name: 'Otro' })
    const posted = await post([other.id])
    const replay = await admin(
      'POST',
      `/webhooks/${own.id}/deliveries/${posted.get(other.id)?.deliveryId}/replay`,
    )
    expect(replay.body.code).toBe('delivery_not_found')
    const body = { name: 'OTRO', url: own.url, fleetIds: [], isActive: true, version: own.version }
    expect((await admin('PUT', `/webhooks/${own.id}`, { body })).body.code).toBe('name_taken')
    const old = { ...body, name: 'Nuevo', version: 7 }
    expect((await admin('PUT', `/webhooks/${own.id}`, { body: old })).body.code).toBe('stale_version')
    const foreign = await world.build(async (tx) =>
      buildFleet(tx, { companyId: (await buildCompany(tx)).id }),
    )
    const theirs = { ...body, name: 'Nuevo', fleetIds: [foreign.id] }
    expect((await admin('PUT', `/webhooks/${own.id}`, { body: theirs })).body.code).toBe('fleet_denied')
  })

  it('have their secrets encrypted anew when the secret of the installation changes', async () => {
    const { id, secret } = await create('https://93.184.216.34/a')
    const next = 'the second secret of this installation, random'
    await settleSecret(world.database, { secret: testSecret }, sealedWebhookSecrets)
    const settled = await settleSecret(
      world.database,
      { secret: next, previous: testSecret },
      sealedWebhookSecrets,
    )
    expect(settled).toMatchObject({ outcome: 'rotated', unreadableElsewhere: 0 })
    expect(await webhookTargets(world.database, next).find(id)).toMatchObject({ secrets: [secret] })
    expect(await webhookTargets(world.database, testSecret).find(id)).toBeNull()
  })
})
