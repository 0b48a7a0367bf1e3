import { type Broadcast, broadcastOfDispatchers } from '@rumbo/contract/communication.broadcasts.contract'
import type { Thread, ThreadCounts, ThreadDetails } from '@rumbo/contract/communication.contract'
import type { IncidentEntry } from '@rumbo/contract/communication.incident.contract'
import type { Message, MessageRecipient } from '@rumbo/contract/communication.messages.contract'
import type { DriverThread } from '@rumbo/contract/drivers.threads.contract'
import type { Problem } from '@rumbo/contract/problems.contract'
import { createTestApp, type TestApp, type TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildContact } from '../directory/directory.factory.ts'
import { findPredictionOf } from '../dispatch/index.ts'
import { buildEvent } from '../events/events.factory.ts'
import { buildUser } from '../identity/identity.factory.ts'
import {
  buildAssignment,
  buildCompany,
  buildFleet,
  buildGuestVehicle,
} from '../organisation/organisation.factory.ts'
import { asSystem } from '../platform/access/access.ts'
import { optOut } from '../platform/deliveries/opt-outs.ts'
import { followDrivers } from '../services/index.ts'
import { buildService } from '../services/services.factory.ts'
import { shiftEndpoints } from '../shifts/index.ts'
import { buildDriver, buildShift } from '../shifts/shifts.factory.ts'
import { buildPosition } from '../telemetry/telemetry.factory.ts'
import { buildVehicle } from '../vehicles/vehicles.factory.ts'
import { workOffMessages } from './held/communication.held.watch.ts'
import { communicationEndpoints, followDriverOfService, openEmergency } from './index.ts'

const shiftLinks = { driversChanged: followDrivers }
const names = [
  'lead',
  'dispatcher',
  'viewer',
  'driver',
  'elsewhere',
  'outsider',
  'guest',
  'superAdmin',
] as const
type Name = (typeof names)[number]

let test: TestApp
let place: { companyId: string; fleetId: string }
let people: Record<Name, { id: string }>
let as: Record<Name, TestCall>
let vehicleId: string
let driverId: string
let clientId: string
let shiftId: string
const channels = { email: true, sms: true }

beforeAll(async () => {
  test = await createTestApp({
    answers: ({ database, clock }) => [
      ...communicationEndpoints({
        ...{ database, clock, channels, shiftLinks },
        linkAddress: 'https://rumbo.example',
        predictionOf: findPredictionOf,
      }),
      ...shiftEndpoints(shiftLinks),
    ],
  })
})
afterAll(() => test.close())
beforeEach(async () => {
  people = await test.build(async (tx) => {
    const companyId = (await buildCompany(tx, { tier: 'professional' })).id
    const foreignId = (await buildCompany(tx, { tier: 'professional' })).id
    const fleetId = (await buildFleet(tx, { companyId })).id
    const otherFleetId = (await buildFleet(tx, { companyId })).id
    place = { companyId, fleetId }
    const vehicle = await buildVehicle(tx, { ...place, causes: [] })
    vehicleId = vehicle.id
    const person = async (firstName: string, level: 'user' | 'manager' | 'admin', given: object) => {
      const user = await buildUser(tx, { level, firstName, lastName: 'Torres' })
      await buildAssignment(tx, { userId: user.id, companyId, ...given })
      return user
    }
    const driver = await person('Iván', 'user', { fleetId, role: 'primary_driver' })
    const contact = await buildDriver(tx, { companyId, userId: driver.id })
    driverId = contact.id
    shiftId = await buildShift(tx, { ...place, driver: contact, vehicle, isRunning: true })
    clientId = (await buildContact(tx, { companyId, email: `${uuid()}@example.com` })).id
    const guest = await buildUser(tx, { level: 'guest' })
    await buildGuestVehicle(tx, { userId: guest.id, ...place, vehicleId })
    return {
      lead: await person('Ana', 'manager', { role: 'company_manager' }),
      dispatcher: await person('Beto', 'user', { fleetId, role: 'dispatcher' }),
      viewer: await person('Carla', 'user', { fleetId, role: 'fleet_viewer' }),
      driver,
      guest,
      elsewhere: await person('Elías', 'user', { fleetId: otherFleetId, role: 'dispatcher' }),
      outsider: await person('Fe', 'admin', { companyId: foreignId, role: 'company_owner' }),
      superAdmin: await buildUser(tx, { level: 'super_admin' }),
    }
  })
  const calls = await Promise.all(names.map(async (name) => [name, await test.as(people[name])] as const))
  as = Object.fromEntries(calls) as Record<Name, TestCall>
})

/** Of a refusal; the status is that of the response. */
type Refusal = Omit<Problem, 'status'>
const open = async (body: object = { kind: 'driver', driverId }, call = as.dispatcher) =>
  (await call<ThreadDetails & Refusal>('POST', '/threads', { body: { fleetId: place.fleetId, ...body } }))
    .body
const send = (threadId: string, body: object, call = as.dispatcher) =>
  call<Message & Refusal>('POST', `/threads/${threadId}/messages`, { body: { id: uuid(), ...body } })
const messages = async (threadId: string, call = as.dispatcher) =>
  (await call<{ items: Message[] }>('GET', `/threads/${threadId}/messages`)).body.items
const recipients = async ({ threadId, id }: Message) =>
  (
    await as.dispatcher<{ items: MessageRecipient[] }>(
      'GET',
      `/threads/${threadId}/messages/${id}/recipients`,
    )
  ).body.items
const phone = async () => (await as.driver<{ items: DriverThread[] }>('GET', '/driver/threads')).body.items
const act = (...actions: object[]) => {
  const now = test.clock.now().toISOString()
  const body = { sentAt: now, actions: actions.map((action) => ({ id: uuid(), at: now, ...action })) }
  return as.driver<{ items: { id: string; problem: string | null }[] }>('POST', '/driver/messages', { body })
}
const problems = async (answer: ReturnType<typeof act>) =>
  (await answer).body.items.map((item) => item.problem)
const drive = (speedKmh: number) =>
  test.build(async (tx) => {
    await buildPosition(tx, vehicleId, { latitude: 19.43, longitude: -99.13 })
    await tx.sql('update telemetry.vehicle_state set speed_tenths = $2 where vehicle_id = $1', [
      vehicleId,
      speedKmh * 10,
    ])
  })
const workOff = () => workOffMessages({ database: test.database })

describe('a conversation with a driver', () => {
  it('goes both ways, each message once, with what was read on both sides', async () => {
    const thread = await open()
    expect((await open()).id).toBe(thread.id)
    const sent = (await send(thread.id, { text: 'Recoge en la puerta 4' })).body
    expect(sent).toMatchObject({ sequence: 1, reach: { recipients: 1, read: 0, failed: 0, held: 0 } })
    expect((await recipients(sent)).map(({ method, status }) => [method, status])).toEqual([
      ['in_app', 'sent'],
    ])

    const [shown] = await phone()
    expect(shown).toMatchObject({ id: thread.id, unread: 1 })
    expect(shown?.messages.map(({ text, isOwn }) => [text, isOwn])).toEqual([
      ['Recoge en la puerta 4', false],
    ])
    expect((await recipients(sent))[0]?.status).toBe('delivered')

    const reply = { id: uuid(), kind: 'send', threadId: thread.id, text: 'Voy' }
    expect(await problems(act({ kind: 'read', threadId: thread.id, sequence: 1 }, reply, reply))).toEqual([
      null,
      null,
      null,
    ])
    expect(await problems(act(reply))).toEqual([null])
    expect(await problems(act({ ...reply, text: 'No voy' }))).toEqual(['message_changed'])
    expect((await messages(thread.id)).map(({ text, sequence, author }) => [sequence, text, author])).toEqual(
      [
        [1, 'Recoge en la puerta 4', 'Beto Torres'],
        [2, 'Voy', 'Iván Torres'],
      ],
    )
    expect((await recipients(sent))[0]?.status).toBe('read')
    const counts = (await as.dispatcher<ThreadCounts>('GET', '/threads/counts')).body
    expect(counts).toMatchObject({ unread: 1, waiting: 1 })

    expect((await phone())[0]?.messages.at(-1)).toMatchObject({ isOwn: true, isRead: false })
    await as.dispatcher('POST', `/threads/${thread.id}/read`, { body: { sequence: 2 } })
    expect((await phone())[0]?.messages.at(-1)).toMatchObject({ isOwn: true, isRead: true })
    expect((await as.dispatcher<ThreadCounts>('GET', '/threads/counts')).body.unread).toBe(0)
  })

  it('can be begun by the driver, and never shows internal notes', async () => {
    expect(await problems(act({ kind: 'send', threadId: null, text: 'Hola' }))).toEqual([null])
    const { items } = (await as.dispatcher<{ items: Thread[] }>('GET', '/threads')).body
    expect(items.map(({ kind, lastText, unread }) => [kind, lastText, unread])).toEqual([
      ['driver', 'Hola', 1],
    ])
    const note = (await send(items[0]?.id ?? '', { text: 'Cuidado con él', kind: 'note' })).body
    expect(await recipients(note)).toEqual([])
    expect(JSON.stringify(await phone())).not.toContain('Cuidado')
  })

  it('takes a message once, and no id of another message', async () => {
    const thread = await open()
    const id = uuid()
    const first = (await send(thread.id, { id, text: 'Uno' })).body
    expect((await send(thread.id, { id, text: 'Uno' })).body).toEqual(first)
    expect((await send(thread.id, { id, text: 'Uno' }, as.lead)).body.code).toBe('message_id_taken')
    for (const other of [
      { text: 'Dos' },
      { text: 'Uno', priority: 'urgent' },
      { text: 'Uno', kind: 'note' },
    ]) {
      const { status, body } = await send(thread.id, { id, ...other })
      expect([status, body.code, body.current]).toEqual([409, 'message_changed', first])
    }
    expect(await messages(thread.id)).toHaveLength(1)
  })

  it('refuses 100 kB from the driver page whole, and writes what comes after it', async () => {
    const thread = await open()
    const written = await act({ kind: 'send', threadId: thread.id, text: 'x'.repeat(100_000) })
    expect(written.status).toBe(422)
    expect(await messages(thread.id)).toEqual([])
    expect(await problems(act({ kind: 'send', threadId: thread.id, text: 'x'.repeat(4_000) }))).toEqual([
      null,
    ])
    expect((await messages(thread.id)).map(({ text }) => text.length)).toEqual([4_000])
  })

  it('numbers the messages of ten people at once without gaps', async () => {
    const thread = await open()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, at) => send(thread.id, { text: `${at}` })),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 201))
    expect((await messages(thread.id)).map(({ sequence }) => sequence)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ])
  })

  it('warns the later of two who answer, and loses nothing', async () => {
    const thread = await open()
    await act({ kind: 'send', threadId: thread.id, text: '¿A dónde?' })
    await send(thread.id, { text: 'A la puerta 4', afterSequence: 1 }, as.lead)
    const late = await send(thread.id, { text: 'A la puerta 2', afterSequence: 1 })
    expect(late.body.code).toBe('thread_moved_on')
    expect(late.body.current).toMatchObject({ items: [{ text: 'A la puerta 4' }] })
    expect((await send(thread.id, { text: 'Como dijo Ana', afterSequence: 2 })).status).toBe(201)
    const both = await Promise.all(
      [as.lead, as.dispatcher].map((call) => send(thread.id, { text: 'Listo', afterSequence: 3 }, call)),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
  })

  it.each([
    ['too long', { text: 'x'.repeat(4001) }],
    ['100 kB', { text: 'x'.repeat(100_000) }],
    ['empty', { text: ' ' }],
  ])('refuses a text that is %s', async (_name, body) => {
    const thread = await open()
    expect((await send(thread.id, body)).status).toBe(422)
    expect(await messages(thread.id)).toEqual([])
  })

  it('is assigned to one person at a time', async () => {
    const { id } = await open()
    const assign = (call: TestCall, assigneeId: string | null, formerId: string | null) =>
      call<Thread & Refusal>('POST', `/threads/${id}/assign`, { body: { assigneeId, formerId } })
    expect((await assign(as.dispatcher, people.dispatcher.id, null)).body.assignee).toBe('Beto Torres')
    const late = await assign(as.lead, people.lead.id, null)
    expect([late.status, late.body.code, late.body.words]).toEqual([
      409,
      'thread_assigned',
      { name: 'Beto Torres' },
    ])
    expect((await assign(as.lead, people.viewer.id, people.dispatcher.id)).status).toBe(422)
    expect((await assign(as.lead, people.lead.id, people.dispatcher.id)).body.assignee).toBe('Ana Torres')
  })

  it('is done until somebody writes again, and found by what was said', async () => {
    const { id } = await open()
    await send(id, { text: 'Avenida Álvaro Obregón 12' })
    const listed = async (query: string) =>
      (await as.dispatcher<{ items: Thread[] }>('GET', `/threads?${query}`)).body.items.map((one) => one.id)
    await as.dispatcher('POST', `/threads/${id}/status`, { body: { status: 'done' } })
    expect(await listed('box=all')).toEqual([])
    expect(await listed('box=done')).toEqual([id])
    expect(await listed('search=alvaro%20obregon')).toEqual([id])
    expect(await listed('search=OBRE%2012')).toEqual([id])
    expect(await listed('search=nada')).toEqual([])
    await send(id, { text: 'La clave es 4471', kind: 'note' })
    // Both words are of one message.
    expect(await listed('search=obregon%20clave')).toEqual([])
    expect(await listed('search=%27%5C%20%26%20%3A*')).toEqual([])
    await act({ kind: 'send', threadId: id, text: 'Sigo aquí' })
    expect(await listed('box=waiting')).toEqual([id])
  })
})

describe('who reads', () => {
  it('a shared conversation: staff of its fleet and super admins; who writes: those who manage it', async () => {
    const { id } = await open()
    const read = async (name: Name) => (await as[name]('GET', `/threads/${id}`)).status
    const write = async (name: Name) => (await send(id, { text: 'Hola' }, as[name])).status
    for (const name of ['lead', 'dispatcher', 'superAdmin'] as const)
      expect([name, await read(name), await write(name)]).toEqual([name, 200, 201])
    expect([await read('viewer'), await write('viewer')]).toEqual([200, 403])
    for (const name of ['driver', 'elsewhere', 'outsider'] as const)
      expect([name, await read(name), await write(name)]).toEqual([name, 404, 404])
    expect([await read('guest'), await write('guest')]).toEqual([403, 403])
  })

  it('a private conversation: its members alone, not even a super admin', async () => {
    const opened = await as.dispatcher<ThreadDetails>('POST', '/own-threads', {
      body: { companyId: place.companyId, userIds: [people.viewer.id] },
    })
    const { id } = opened.body
    const again = await as.viewer<ThreadDetails>('POST', '/own-threads', {
      body: { companyId: place.companyId, userIds: [people.dispatcher.id] },
    })
    expect(again.body.id).toBe(id)
    const sent = (await send(id, { text: 'Entre nosotros' })).body
    expect(await messages(id, as.viewer)).toHaveLength(1)
    for (const name of ['lead', 'superAdmin', 'elsewhere', 'driver', 'outsider'] as const) {
      expect([name, (await as[name]('GET', `/threads/${id}/messages`)).status]).toEqual([name, 404])
      const listed = await as[name]<{ items: Thread[] }>('GET', '/own-threads')
      expect([name, listed.body.items]).toEqual([name, []])
    }
    const listed = (await as.superAdmin<{ items: Thread[] }>('GET', '/threads')).body.items
    expect(listed.some((thread) => thread.id === id)).toBe(false)
    await as.viewer('POST', `/threads/${id}/read`, { body: { sequence: 1 } })
    expect((await recipients(sent)).map(({ name, status }) => [name, status])).toEqual([
      ['Carla Torres', 'read'],
    ])
  })

  it('a message of another driver’s conversation: nobody but that driver', async () => {
    const { id } = await open()
    await send(id, { text: 'Solo para Iván' })
    const other = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'user' })
      await buildAssignment(tx, { userId: user.id, ...place, role: 'primary_driver' })
      await buildDriver(tx, { companyId: place.companyId, userId: user.id })
      return user
    })
    const rosa = await test.as(other)
    expect((await rosa<{ items: DriverThread[] }>('GET', '/driver/threads')).body.items).toEqual([])
    const now = test.clock.now().toISOString()
    const actions = [{ id: uuid(), at: now, kind: 'send', threadId: id, text: 'Hola' }]
    const answer = await rosa<{ items: object[] }>('POST', '/driver/messages', {
      body: { sentAt: now, actions },
    })
    expect(answer.body.items).toMatchObject([{ problem: 'thread_not_found' }])
  })
})

describe('a contact', () => {
  const rows = () =>
    test.build((tx) =>
      tx.sql<{ channel: string; body: string }>(
        `select channel, body from platform.deliveries where kind = 'message'
        and created_at >= $1 order by created_at`,
        [tx.now],
      ),
    )
  it('gets a message by SMS, or by mail where that is chosen, and its state follows the delivery', async () => {
    const { id } = await open({ kind: 'contact', contactId: clientId })
    const sent = (await send(id, { text: 'Su taxi llega en 5 minutos' })).body
    await send(id, { text: 'Por correo', methods: ['email'] })
    expect((await rows()).map(({ channel }) => channel).sort()).toEqual(['email', 'sms'])
    await test.build((tx) =>
      tx.sql(
        `update platform.deliveries set status = 'failed', error = 'No such number' where kind = 'message' and channel = 'sms'`,
      ),
    )
    const [row] = await recipients(sent)
    expect(row).toMatchObject({ status: 'failed', detail: 'No such number', otherMethods: ['sms', 'email'] })
    const again = await as.dispatcher<MessageRecipient>(
      'POST',
      `/threads/${id}/messages/${sent.id}/recipients/${clientId}/retry`,
      { body: { method: 'email' } },
    )
    expect(again.body).toMatchObject({ method: 'email', status: 'pending' })
  })
  it('is shown with how messages get there, the usual way first, and only what is configured', async () => {
    const methods = ({ parties }: ThreadDetails) => parties.map((party) => party.methods)
    const { id } = await open({ kind: 'contact', contactId: clientId })
    const read = async () => (await as.dispatcher<ThreadDetails>('GET', `/threads/${id}`)).body
    expect(methods(await read())).toEqual([['sms', 'email']])
    expect(methods(await open())[0]?.[0]).toBe('in_app')
    channels.sms = false
    try {
      expect(methods(await read())).toEqual([['email']])
    } finally {
      channels.sms = true
    }
  })
  it('who wants nothing gets nothing', async () => {
    const contact = await test.build(async (tx) => {
      const made = await buildContact(tx, { companyId: place.companyId, primaryPhone: '+52 55 5599 8877' })
      await optOut(tx, 'sms', '+52 55 5599 8877', 'stop')
      return made
    })
    const { id } = await open({ kind: 'contact', contactId: contact.id })
    expect((await send(id, { text: 'Hola' })).body.code).toBe('recipient_opted_out')
    expect((await send(id, { text: 'Hola', methods: ['in_app'] })).body.code).toBe('recipient_unreachable')
    expect(await messages(id)).toEqual([])
  })
})

it('a message about a service is in the history of the service, an internal note is not', async () => {
  const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
  const { id } = await open({ kind: 'service', serviceId: service.id })
  // Nobody drives it yet.
  expect((await send(id, { text: 'Lleva dos maletas' })).body.code).toBe('recipient_unreachable')
  await test.build((tx) =>
    tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [service.id, driverId]),
  )
  await send(id, { text: 'Lleva dos maletas' })
  await send(id, { text: 'No volver a tomar', kind: 'note' })
  const direct = await open()
  const refs = [{ kind: 'service', id: service.id, label: '1' }]
  await send(direct.id, { text: 'Tu siguiente', refs })
  const entries = await test.build((tx) =>
    tx.sql<{ changes: { message: [null, string] } }>(
      `select changes from platform.audit_entries where action = 'service.message_sent' and entity_id = $1 order by id`,
      [service.id],
    ),
  )
  expect(entries.map(({ changes }) => changes.message[1])).toEqual(['Lleva dos maletas', 'Tu siguiente'])
})

describe('a message to a driver who drives', () => {
  it('waits until the vehicle stops', async () => {
    await drive(40)
    const { id } = await open()
    const sent = (await send(id, { text: 'Llámame' })).body
    expect(sent.reach.held).toBe(1)
    await workOff()
    expect((await phone())[0]?.messages).toEqual([])
    await drive(0)
    await workOff()
    expect((await phone())[0]?.messages.map(({ text }) => text)).toEqual(['Llámame'])
  })
  it('waits until it is silent for ten minutes, no less', async () => {
    await drive(40)
    const { id } = await open()
    await send(id, { text: 'Llámame' })
    test.clock.advance(9 * 60)
    await workOff()
    expect((await phone())[0]?.unread).toBe(0)
    test.clock.advance(61)
    await workOff()
    expect((await phone())[0]?.unread).toBe(1)
  })
  it('waits until the shift ends', async () => {
    await drive(40)
    const { id } = await open()
    await send(id, { text: 'Llámame' })
    await test.build((tx) =>
      tx.sql(`update shifts.shifts set status = 'ended', ended_at = $2 where id = $1`, [shiftId, tx.now]),
    )
    await workOff()
    expect((await phone())[0]?.unread).toBe(1)
  })
  it('is shown at once where it is urgent, or delivered now', async () => {
    await drive(40)
    const { id } = await open()
    expect((await send(id, { text: '¡Regresa!', priority: 'urgent' })).body.reach.held).toBe(0)
    const held = (await send(id, { text: 'Luego' })).body
    expect((await phone())[0]?.urgent).toHaveLength(1)
    const now = await as.dispatcher<Message>('POST', `/threads/${id}/messages/${held.id}/deliver-now`)
    expect(now.body.reach.held).toBe(0)
    expect((await phone())[0]?.unread).toBe(2)
  })
  it('that was held is not read by reading past it', async () => {
    await drive(40)
    const { id } = await open()
    const held = (await send(id, { text: 'Luego' })).body
    await send(id, { text: 'Ya', priority: 'urgent' })
    await act({ kind: 'read', threadId: id, sequence: 2 })
    expect((await recipients(held))[0]?.status).toBe('pending')
  })
})

describe('a request of a driver', () => {
  const ask = async (type: string, given: object = {}) => {
    const id = uuid()
    expect(await problems(act({ id, kind: 'request', type, ...given }))).toEqual([null])
    const [thread] = (await as.dispatcher<{ items: Thread[] }>('GET', '/threads?box=waiting')).body.items
    return { id, thread, path: `/threads/${thread?.id}/messages/${id}/answer` }
  }
  const approve = { body: { approve: true } }

  it('for a break begins it with the approval, which counts once', async () => {
    const { path } = await ask('break')
    const answers = await Promise.all([
      as.dispatcher<Message & Refusal>('POST', path, approve),
      as.lead<Message & Refusal>('POST', path, { body: { approve: false } }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const refused = answers.find(({ status }) => status === 409)
    const accepted = answers.find(({ status }) => status === 200)
    expect(refused?.body).toMatchObject({
      code: 'request_answered',
      words: { name: accepted?.body.request?.by },
    })
    const [shift] = await test.build((tx) =>
      tx.sql<{ isOnBreak: boolean }>(
        'select break_since is not null as "isOnBreak" from shifts.shifts where id = $1',
        [shiftId],
      ),
    )
    expect(shift?.isOnBreak).toBe(accepted?.body.request?.status === 'approved')
    expect((await phone())[0]?.messages.map(({ kind }) => kind)).toEqual(['request', 'answer'])
  })
  it('to end the shift ends it', async () => {
    const { path } = await ask('end_shift')
    expect((await as.dispatcher('POST', path, approve)).status).toBe(200)
    const again = await ask('end_shift')
    expect((await as.dispatcher<Problem>('POST', again.path, approve)).body.code).toBe('driver_off_duty')
    // Nothing was answered, so it still waits.
    const denied = await as.dispatcher<Message>('POST', again.path, {
      body: { approve: false, note: 'Ya terminó' },
    })
    expect(denied.body.request).toMatchObject({ status: 'denied', by: 'Beto Torres', note: 'Ya terminó' })
  })
  it('for help is urgent', async () => {
    const { thread } = await ask('help')
    expect(thread).toMatchObject({ isUrgent: true, kind: 'driver' })
  })
  it('about somebody else’s service is refused', async () => {
    const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
    expect(await problems(act({ kind: 'request', type: 'no_show', serviceId: service.id }))).toEqual([
      'service_not_found',
    ])
    expect(await problems(act({ kind: 'request', type: 'no_show' }))).toEqual(['service_not_found'])
  })
  it('is answered by those who write, not by those who read', async () => {
    const { path } = await ask('break')
    expect((await as.viewer('POST', path, approve)).status).toBe(403)
    expect((await as.elsewhere('POST', path, approve)).status).toBe(404)
  })
})

describe('a template', () => {
  const texts = { es: 'Unidad {unidad}: pase por {empresa}', en: 'Vehicle {vehicle}: come to {company}' }
  const create = (given: object = {}) =>
    as.dispatcher<{ id: string } & Problem>('POST', '/message-templates', {
      body: { companyId: place.companyId, name: 'Regreso', texts, ...given },
    })
  it('is filled for its conversation in the driver’s language', async () => {
    const { body } = await create()
    const { id } = await open()
    const filled = await as.dispatcher<{ text: string }>('GET', `/threads/${id}/templates/${body.id}`)
    expect(filled.body.text).toMatch(/^Unidad .+: pase por .+$/)
    expect(filled.body.text).not.toContain('{')
    expect((await create()).body.code).toBe('name_taken')
  })
  it('has the arrival at the next stop; without an estimate it is not sent with a hole', async () => {
    const { body } = await create({ texts: { es: 'Llega {llegada} a {lugar}', en: 'Arrives {eta}' } })
    const service = await test.build(async (tx) => {
      const built = await buildService(tx, { ...place, requesterContactId: clientId })
      await tx.sql(
        `update services.services set assigned_driver_id = $2, assigned_vehicle_id = $3, status = 'in_progress' where id = $1`,
        [built.id, driverId, vehicleId],
      )
      return built
    })
    const { id } = await open({ kind: 'service', serviceId: service.id })
    const fill = async () =>
      (await as.dispatcher<{ text: string }>('GET', `/threads/${id}/templates/${body.id}`)).body.text
    const hole = await fill()
    expect(hole).toMatch(/^Llega \{llegada\} a ./)
    const refused = await send(id, { text: hole, templateId: body.id })
    expect([refused.status, refused.body.code, refused.body.words]).toEqual([
      422,
      'template_unfilled',
      { name: 'llegada', at: 7 },
    ])
    expect((await send(id, { text: hole, kind: 'note' })).status).toBe(201)
    await test.build((tx) =>
      tx.sql(
        `insert into dispatch.predictions (service_id, company_id, fleet_id, stop_id, vehicle_id, promised_at, has_window,
           arrives_at, is_estimate, cause, predicted_at)
         select $1, $2, $3, (select id from services.planned_stops where service_id = $1 order by sequence limit 1), $4, $5,
           false, $5::timestamptz + interval '25 minutes', false, 'distance', $5`,
        [service.id, place.companyId, place.fleetId, vehicleId, tx.now],
      ),
    )
    const minute = new Date(test.clock.now().getTime() + 25 * 60_000).toISOString().slice(14, 16)
    expect(await fill()).toMatch(new RegExp(`^Llega \\d\\d:${minute}.* a Plaza`))
    expect((await send(id, { text: await fill(), templateId: body.id })).status).toBe(201)
  })
  it('with an unknown variable is refused with its position', async () => {
    const { status, body } = await create({ texts: { ...texts, en: 'Go to {nowhere}' } })
    expect([status, body.code]).toEqual([422, 'template_invalid'])
    expect(body.words).toMatchObject({ at: 7, name: 'nowhere', reason: 'unknown' })
  })
})

describe('a broadcast', () => {
  const square = (south: number) => ({
    kind: 'polygon',
    corners: [
      { latitude: south, longitude: -99.2 },
      { latitude: south, longitude: -99.1 },
      { latitude: south + 0.1, longitude: -99.1 },
      { latitude: south + 0.1, longitude: -99.2 },
    ],
  })
  const body = (given: object = {}) => ({
    body: {
      id: uuid(),
      fleetId: place.fleetId,
      filter: { kind: 'fleet' },
      text: 'Reunión a las 8',
      ...given,
    },
  })
  const preview = async (filter: object) =>
    (
      await as.dispatcher<{ recipients: number; names: { name: string }[]; maySend: boolean }>(
        'POST',
        '/broadcasts/preview',
        { body: { fleetId: place.fleetId, filter } },
      )
    ).body
  /** Drivers with a planned shift in the fleet, without accounts. */
  const hire = (number: number) =>
    test.build((tx) =>
      tx.sql(
        `with made as (
           insert into directory.contacts (id, company_id, first_name, last_name, primary_phone, role, status, created_at, updated_at)
           select gen_random_uuid(), $1, 'Conductor', n::text, '+52 55 0000 0000', 'primary_driver', 'active', $4, $4
           from generate_series(1, $5::int) n returning id)
         insert into shifts.shifts (id, company_id, fleet_id, driver_id, driver_name, vehicle_id, vehicle_number, starts_at,
           ends_at, status, created_at, updated_at)
         select gen_random_uuid(), $1, $2, id, 'Conductor', $3, 'A-1', $4::timestamptz + n * interval '1 hour' ,
           $4::timestamptz + n * interval '1 hour' + interval '1 minute', 'planned', $4, $4
         from (select id, row_number() over () + 10 as n from made) numbered`,
        [place.companyId, place.fleetId, vehicleId, tx.now, number],
      ),
    )
  it('reaches whom the preview names, by place, status and choice', async () => {
    await drive(0)
    expect(await preview(square(19.4))).toMatchObject({ recipients: 1, names: [{ name: 'Iván Mora' }] })
    expect((await preview(square(20.4))).recipients).toBe(0)
    expect((await preview({ kind: 'drivers', driverIds: [driverId, uuid()] })).recipients).toBe(1)
    expect((await preview({ kind: 'onDuty' })).recipients).toBe(1)
    const given = body({ filter: square(19.4) })
    const sent = (await as.dispatcher<Broadcast>('POST', '/broadcasts', given)).body
    expect(sent).toMatchObject({ status: 'sent', recipients: 1, read: 0 })
    expect((await as.dispatcher<Broadcast>('POST', '/broadcasts', given)).body.id).toBe(sent.id)
    for (const other of [{ text: 'Reunión a las 9' }, { filter: square(19.3) }, { priority: 'urgent' }]) {
      const edited = { body: { ...given.body, ...other } }
      const { status, body: refused } = await as.dispatcher<Problem>('POST', '/broadcasts', edited)
      expect([status, refused.code]).toEqual([409, 'message_changed'])
    }
    const [thread] = await phone()
    expect(thread?.messages.map(({ text }) => text)).toEqual(['Reunión a las 8'])
    const unread = async (who: typeof as.dispatcher) =>
      (await who<ThreadDetails>('GET', `/threads/${thread?.id}`)).body.unread
    expect([await unread(as.dispatcher), await unread(as.viewer)]).toEqual([0, 1])
    const read = async () =>
      (await as.viewer<Broadcast & { notRead: { name: string }[] }>('GET', `/broadcasts/${sent.id}`)).body
    expect((await read()).notRead.map(({ name }) => name)).toEqual(['Iván Mora'])
    await act({ kind: 'read', threadId: thread?.id, sequence: 1 })
    expect(await read()).toMatchObject({ read: 1, notRead: [] })
    const none = await as.dispatcher<Problem>('POST', '/broadcasts', body({ filter: square(20.4) }))
    expect(none.body.code).toBe('broadcast_empty')
  })
  it('waits for its time, unless it is cancelled', async () => {
    const scheduledAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const [first, second] = await Promise.all(
      [0, 1].map(
        async () => (await as.dispatcher<Broadcast>('POST', '/broadcasts', body({ scheduledAt }))).body,
      ),
    )
    await as.dispatcher('POST', `/broadcasts/${second?.id}/cancel`)
    await workOff()
    expect(await phone()).toEqual([])
    test.clock.advance(61)
    await workOff()
    expect((await phone())[0]?.messages).toHaveLength(1)
    const late = await as.dispatcher<Problem>('POST', `/broadcasts/${first?.id}/cancel`)
    expect(late.body.code).toBe('broadcast_over')
  })
  it('that was scheduled for few reaches nobody where it would reach more than its author may write to by then', async () => {
    const scheduledAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const byDispatcher = (await as.dispatcher<Broadcast>('POST', '/broadcasts', body({ scheduledAt }))).body
    const byLead = (await as.lead<Broadcast>('POST', '/broadcasts', body({ scheduledAt, text: 'De todos' })))
      .body
    expect([byDispatcher, byLead].map(({ status }) => status)).toEqual(['scheduled', 'scheduled'])
    await hire(broadcastOfDispatchers)
    test.clock.advance(61)
    await workOff()
    const now = async ({ id }: Broadcast) => (await as.viewer<Broadcast>('GET', `/broadcasts/${id}`)).body
    expect(await now(byDispatcher)).toMatchObject({ status: 'cancelled', cancelledBy: 'Rumbo', sentAt: null })
    expect(await now(byLead)).toMatchObject({ status: 'sent', recipients: broadcastOfDispatchers + 1 })
    expect((await phone())[0]?.messages.map(({ text }) => text)).toEqual(['De todos'])
    // It is over: later there is nothing to send.
    test.clock.advance(60)
    await workOff()
    expect((await phone())[0]?.messages).toHaveLength(1)
  })
  it('that was scheduled for as many as a dispatcher may write to is sent', async () => {
    const scheduledAt = new Date(test.clock.now().getTime() + 60_000).toISOString()
    const { id } = (await as.dispatcher<Broadcast>('POST', '/broadcasts', body({ scheduledAt }))).body
    await hire(broadcastOfDispatchers - 1)
    test.clock.advance(61)
    await workOff()
    const sent = (await as.viewer<Broadcast>('GET', `/broadcasts/${id}`)).body
    expect(sent).toMatchObject({ status: 'sent', recipients: broadcastOfDispatchers })
  })
  it('to 5,000 drivers is sent in well under ten seconds, by a manager only', async () => {
    await hire(5_000)
    expect(await preview({ kind: 'fleet' })).toMatchObject({ recipients: 5001, maySend: false })
    expect((await as.dispatcher<Problem>('POST', '/broadcasts', body())).body.code).toBe(
      'broadcast_too_large',
    )
    const began = performance.now()
    const sent = await as.lead<Broadcast>('POST', '/broadcasts', body())
    const milliseconds = performance.now() - began
    expect(sent.body).toMatchObject({ recipients: 5001, failed: 5000 })
    expect(milliseconds).toBeLessThan(10_000)
    console.info(`5,001 recipients in ${Math.round(milliseconds)} ms`)
  })
})

describe('an emergency', () => {
  const declare = (eventId: string, type = 'emergency_declared') =>
    test.database.transaction(asSystem('test'), (tx) =>
      openEmergency(tx, {
        id: uuid(),
        sequence: 1,
        kind: 'event.raised',
        ...place,
        actorId: null,
        occurredAt: tx.now,
        payload: { eventId, vehicleId, type },
      }),
    )
  it('opens one pinned conversation with the driver, with its log and whom to call in order', async () => {
    const event = await test.build(async (tx) => {
      await buildContact(tx, { companyId: place.companyId, role: 'legal_contact', firstName: 'Lía' })
      await buildContact(tx, { companyId: place.companyId, role: 'sos_primary', firstName: 'Saúl' })
      return buildEvent(tx, { ...place, vehicleId })
    })
    await declare(event.id)
    await declare(event.id)
    await declare(event.id, 'speeding')
    const { items } = (await as.viewer<{ items: Thread[] }>('GET', '/threads?box=urgent')).body
    expect(items).toMatchObject([{ kind: 'emergency', isPinned: true, eventId: event.id, driverId }])
    const path = `/threads/${items[0]?.id}/incident`
    const entry = { body: { kind: 'contacted', detail: 'Saúl contestó' } }
    expect((await as.viewer('POST', path, entry)).status).toBe(403)
    expect((await as.dispatcher('POST', path, entry)).status).toBe(201)
    const { body } = await as.viewer<{ entries: { kind: string }[]; contacts: { name: string }[] }>(
      'GET',
      path,
    )
    expect(body.entries.map(({ kind }) => kind)).toEqual(['declared', 'contacted'])
    expect(body.contacts.map(({ name }) => name)).toEqual(['Saúl Torres', 'Lía Torres'])
    await test.build((tx) =>
      tx.sql(
        `update events.events set status = 'acknowledged', acknowledged_at = $2, acknowledged_by = 'Beto Torres'
         where id = $1`,
        [event.id, tx.now],
      ),
    )
    const later = await as.viewer<{ entries: { kind: string; by: string }[] }>('GET', path)
    expect(later.body.entries.map(({ kind, by }) => [kind, by])).toContainEqual([
      'acknowledged',
      'Beto Torres',
    ])
  })
  it('notes where the vehicle was, and loses its pin with the event, saying who', async () => {
    const at = (latitude: number) =>
      test.build((tx) => buildPosition(tx, vehicleId, { latitude, longitude: -99.13 }))
    const event = await test.build((tx) => buildEvent(tx, { ...place, vehicleId }))
    await at(19.43)
    await declare(event.id)
    const thread = async () => {
      const { items } = (await as.viewer<{ items: Thread[] }>('GET', '/threads?box=urgent')).body
      return items[0]
    }
    const id = (await thread())?.id ?? ''
    const log = async (): Promise<[string, number | string | undefined][]> => {
      const { entries } = (await as.viewer<{ entries: IncidentEntry[] }>('GET', `/threads/${id}/incident`))
        .body
      return entries
        .filter(({ kind }) => kind === 'position' || kind === 'pinned' || kind === 'unpinned')
        .map(({ kind, by, place: where }) => [kind, where?.latitude ?? by])
    }
    await workOff()
    expect(await log()).toEqual([['position', 19.43]])
    test.clock.advance(60)
    await at(19.44)
    await workOff()
    expect(await log()).toHaveLength(1)
    test.clock.advance(61)
    await workOff()
    await workOff()
    expect(await log()).toEqual([
      ['position', 19.43],
      ['position', 19.44],
    ])
    test.clock.advance(121)
    await at(19.4401)
    await workOff()
    expect(await log()).toHaveLength(2)

    const handle = (status: string) =>
      test.build((tx) =>
        tx.sql(
          `update events.events set status = $2, resolved_at = case when $2 = 'resolved' then $3::timestamptz end,
             resolved_by = case when $2 = 'resolved' then 'Beto Torres' end where id = $1`,
          [event.id, status, tx.now],
        ),
      )
    await handle('resolved')
    await workOff()
    await at(19.5)
    test.clock.advance(121)
    await workOff()
    expect((await thread())?.isPinned).toBe(false)
    expect((await log()).slice(2)).toEqual([['unpinned', 'Beto Torres']])
    await handle('active')
    await workOff()
    expect((await thread())?.isPinned).toBe(true)
    // The conversation, done and opened again, does the same.
    await as.dispatcher('POST', `/threads/${id}/status`, { body: { status: 'done' } })
    await as.lead('POST', `/threads/${id}/status`, { body: { status: 'open' } })
    expect((await thread())?.isPinned).toBe(true)
    expect((await log()).filter(([kind]) => kind !== 'position')).toEqual([
      ['unpinned', 'Beto Torres'],
      ['pinned', 'Rumbo'],
      ['unpinned', 'Beto Torres'],
      ['pinned', 'Ana Torres'],
    ])
  })
})

it('a service that moves to another fleet has a conversation there, which does not show the former one', async () => {
  const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
  const { id } = await open({ kind: 'service', serviceId: service.id })
  await send(id, { text: 'La clave es 4471', kind: 'note' })
  const otherFleetId = await test.build(async (tx) => {
    const [fleet] = await tx.sql<{ id: string }>(
      'select id from organisation.fleets where company_id = $1 and id <> $2 limit 1',
      [place.companyId, place.fleetId],
    )
    await tx.sql('update services.services set fleet_id = $2, assigned_driver_id = $3 where id = $1', [
      service.id,
      fleet?.id,
      driverId,
    ])
    return fleet?.id
  })
  const moved = await open({ kind: 'service', serviceId: service.id, fleetId: otherFleetId }, as.elsewhere)
  expect([moved.id === id, moved.lastText, moved.fleetId]).toEqual([false, '', otherFleetId])
  // Nobody of the former fleet reaches the driver of the new one.
  expect((await send(id, { text: '¿Dónde estás?' })).body.code).toBe('recipient_unreachable')
})

describe('the conversation about a service', () => {
  const announce = (serviceId: string, to: string, concern: string) =>
    test.database.transaction(asSystem('test'), (tx) =>
      followDriverOfService(tx, {
        id: uuid(),
        sequence: 1,
        kind: 'service.changed_for_driver',
        ...place,
        actorId: null,
        occurredAt: tx.now,
        payload: { serviceId, driverId: to, concern },
      }),
    )
  const assign = async (serviceId: string, to: string | null) => {
    const before = await test.build(async (tx) => {
      const [row] = await tx.sql<{ driver: string | null }>(
        'select assigned_driver_id as driver from services.services where id = $1',
        [serviceId],
      )
      await tx.sql('update services.services set assigned_driver_id = $2 where id = $1', [serviceId, to])
      return row?.driver ?? null
    })
    if (before !== null) await announce(serviceId, before, 'taken')
    if (to !== null) await announce(serviceId, to, 'assigned')
  }

  it('stays with its driver when an earlier change is reported late', async () => {
    const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
    const { id } = await open({ kind: 'service', serviceId: service.id })
    await assign(service.id, driverId)
    const { body } = await send(id, { text: 'Timbre 4' })
    await announce(service.id, driverId, 'taken')
    expect((await recipients(body)).map(({ status }) => status)).not.toContain('failed')
  })

  it('leaves the driver who lost it, and reaches the one who has it, also after a time offline', async () => {
    const other = await test.build(async (tx) => {
      const user = await buildUser(tx, { level: 'user', firstName: 'Olga', lastName: 'Ruiz' })
      const { companyId, fleetId } = place
      await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
      return { user, contact: await buildDriver(tx, { companyId, userId: user.id }) }
    })
    const asOther = await test.as(other.user)
    const shown = async (call: TestCall) =>
      (await call<{ items: DriverThread[] }>('GET', '/driver/threads')).body.items
        .filter(({ kind }) => kind === 'service')
        .flatMap(({ unread, messages: all }) => [unread, all.map(({ text }) => text)])
    const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
    const { id } = await open({ kind: 'service', serviceId: service.id })
    await assign(service.id, driverId)
    expect(await shown(as.driver)).toEqual([])
    await send(id, { text: 'Timbre 4' })
    await send(id, { text: 'Paga en efectivo', kind: 'note' })
    expect(await shown(as.driver)).toEqual([1, ['Timbre 4']])
    const unseen = (await send(id, { text: 'Trae cambio' })).body

    await assign(service.id, other.contact.id)
    expect([await shown(as.driver), await shown(asOther)]).toEqual([[], [2, ['Timbre 4', 'Trae cambio']]])
    expect((await recipients(unseen)).map(({ status, detail }) => [status, detail])).toContainEqual([
      'failed',
      'reassigned',
    ])
    const again = await as.dispatcher<Problem>(
      'POST',
      `/threads/${id}/messages/${unseen.id}/recipients/${driverId}/retry`,
      { body: { method: 'sms' } },
    )
    expect(again.body.code).toBe('recipient_unreachable')
    // Who wrote meanwhile, without a connection, gets a problem, and nobody else reads it.
    expect(await problems(act({ kind: 'send', threadId: id, text: 'Ya llegué' }))).toEqual([
      'thread_not_found',
    ])
    // A dispatcher who did not see the change is warned before writing to another driver.
    const blind = await send(id, { text: '¿Ya llegaste, Iván?', afterSequence: 3 })
    expect([blind.status, blind.body.code]).toEqual([409, 'thread_moved_on'])
    expect((await messages(id)).filter(({ kind }) => kind === 'log').map(({ text }) => text)).toEqual([
      expect.stringContaining('ya no lleva este servicio'),
      expect.stringContaining('lleva ahora este servicio'),
    ])

    await assign(service.id, driverId)
    expect([await shown(as.driver), await shown(asOther)]).toEqual([[2, ['Timbre 4', 'Trae cambio']], []])
  })
  it('shows nothing that was held for the driver who lost it', async () => {
    const service = await test.build((tx) => buildService(tx, { ...place, requesterContactId: clientId }))
    const { id } = await open({ kind: 'service', serviceId: service.id })
    await assign(service.id, driverId)
    await drive(60)
    const held = (await send(id, { text: 'Timbre 4' })).body
    expect(held.reach.held).toBe(1)
    await assign(service.id, null)
    await drive(0)
    await workOff()
    expect((await messages(id))[0]?.reach).toMatchObject({ held: 0, failed: 1 })
    expect((await phone()).filter(({ kind }) => kind === 'service')).toEqual([])
  })
})
