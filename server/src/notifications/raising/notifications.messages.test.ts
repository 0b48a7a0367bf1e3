import type { ThreadDetails } from '@rumbo/contract/communication.contract'
import type { TestCall } from '@rumbo/tools/testing'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { buildUser } from '../../identity/identity.factory.ts'
import { buildAssignment } from '../../organisation/organisation.factory.ts'
import { buildDriver, buildShift } from '../../shifts/shifts.factory.ts'
import { buildPosition } from '../../telemetry/telemetry.factory.ts'
import { type Company, createNotifiedCompany, listOf, type NotifiedCompany } from '../testing/notified.ts'

let notified: NotifiedCompany
let company: Company
let driver: { id: string; contactId: string }
let dispatcher: TestCall
let phone: TestCall
let threadId: string
beforeAll(async () => {
  notified = await createNotifiedCompany(new Set(['in_app', 'push']))
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  const { companyId, fleetId, vehicleId } = company
  driver = await notified.test.build(async (tx) => {
    const user = await buildUser(tx, { level: 'user', firstName: 'Iván', lastName: 'Soto' })
    await buildAssignment(tx, { userId: user.id, companyId, fleetId, role: 'primary_driver' })
    const contact = await buildDriver(tx, { companyId, userId: user.id })
    await buildShift(tx, {
      companyId,
      fleetId,
      driver: contact,
      isRunning: true,
      vehicle: { id: vehicleId, vehicleNumber: '118' },
    })
    return { id: user.id, contactId: contact.id }
  })
  dispatcher = await notified.test.as(company.people.dispatcher)
  phone = await notified.test.as(driver)
  await notified.buildBrowser(driver.id)
  const opened = await dispatcher<ThreadDetails>('POST', '/threads', {
    body: { kind: 'driver', fleetId, driverId: driver.contactId },
  })
  threadId = opened.body.id
})

const send = async (text: string, more: object = {}) => {
  const sent = await dispatcher('POST', `/threads/${threadId}/messages`, {
    body: { id: uuid(), text, ...more },
  })
  expect(sent.status).toBe(201)
}
const act = async (...given: { kind: string; [field: string]: unknown }[]) => {
  const at = notified.test.clock.now().toISOString()
  const actions = given.map((action) => ({
    id: uuid(),
    at,
    ...(action.kind === 'request' ? {} : { threadId }),
    ...action,
  }))
  const answer = await phone<{ items: { problem: string | null }[] }>('POST', '/driver/messages', {
    body: { sentAt: at, actions },
  })
  expect(answer.body.items.map(({ problem }) => problem)).toEqual(given.map(() => null))
}
const own = async (call = phone) =>
  (await listOf(call)).items.map(({ kind, title, message, priority, path, count }) => ({
    kind,
    title,
    message,
    priority,
    path,
    count,
  }))
const pushes = () =>
  notified.test.build((tx) =>
    tx.sql(
      `select d.id from platform.deliveries d join notifications.push_subscriptions s on s.id = d.target_id
       where d.channel = 'push' and s.user_id = $1`,
      [driver.id],
    ),
  )

describe('a driver', () => {
  it('is notified of a message, in the app and by push, and not of an internal note', async () => {
    await send('No le digas', { kind: 'note' })
    await send('Recoge en la puerta 4')
    await notified.facts.deliverNow()
    expect(await own()).toEqual([
      {
        kind: 'message',
        title: 'Mensaje de Carla Torres',
        message: 'Recoge en la puerta 4',
        priority: 'high',
        path: `/driver?thread=${threadId}`,
        count: 1,
      },
    ])
    expect(await pushes()).toHaveLength(1)
  })

  it('is pushed once for messages that follow at once, and again for an urgent one', async () => {
    await send('Uno')
    await notified.facts.deliverNow()
    await send('Dos')
    await notified.facts.deliverNow()
    expect(await own()).toMatchObject([{ message: 'Dos', count: 2 }])
    expect(await pushes()).toHaveLength(1)
    await send('¡Regresa!', { priority: 'urgent' })
    await notified.facts.deliverNow()
    expect(await own()).toMatchObject([{ message: '¡Regresa!', count: 3, priority: 'urgent' }])
    expect(await pushes()).toHaveLength(2)
  })

  it('is not notified of what was read meanwhile', async () => {
    await send('Uno')
    await act({ kind: 'read', sequence: 1 })
    await notified.facts.deliverNow()
    expect(await own()).toEqual([])
  })

  it('who drives is notified when the vehicle has stopped', async () => {
    const drive = (speedKmh: number) =>
      notified.test.build(async (tx) => {
        await buildPosition(tx, company.vehicleId, { latitude: 19.43, longitude: -99.13 })
        await tx.sql('update telemetry.vehicle_state set speed_tenths = $2 where vehicle_id = $1', [
          company.vehicleId,
          speedKmh * 10,
        ])
      })
    await drive(40)
    await send('Llámame')
    await notified.facts.deliverNow()
    expect(await own()).toEqual([])
    await drive(0)
    await notified.workOffMessages()
    await notified.facts.deliverNow()
    expect(await own()).toMatchObject([{ message: 'Llámame' }])
  })
})

describe('the assignee of a conversation', () => {
  it('is notified of what the driver writes there, and nobody else is', async () => {
    const assign = (assigneeId: string | null, formerId: string | null) =>
      dispatcher('POST', `/threads/${threadId}/assign`, { body: { assigneeId, formerId } })
    const { dispatcher: carla, manager } = company.people
    expect((await assign(carla.id, null)).status).toBe(200)
    await act({ kind: 'send', text: 'Llegué' })
    await notified.facts.deliverNow()
    expect(await own(dispatcher)).toMatchObject([
      {
        kind: 'message',
        title: 'Mensaje de Iván Soto',
        message: 'Llegué',
        path: `/communication?thread=${threadId}`,
      },
    ])
    expect(await own(await notified.test.as(manager))).toEqual([])
    expect(await own()).toEqual([])
  })

  it('is not notified without access to the fleet any more', async () => {
    const { dispatcher: carla } = company.people
    await dispatcher('POST', `/threads/${threadId}/assign`, {
      body: { assigneeId: carla.id, formerId: null },
    })
    await act({ kind: 'send', text: 'Llegué' })
    await notified.test.build((tx) =>
      tx.sql('update organisation.assignments set is_active = false where user_id = $1', [carla.id]),
    )
    await notified.facts.deliverNow()
    const rows = await notified.test.build((tx) =>
      tx.sql('select from notifications.notifications where user_id = $1', [carla.id]),
    )
    expect(rows).toEqual([])
  })
})

describe('a conversation that nobody has', () => {
  const people = () => company.people
  const callOf = (who: { id: string }) => notified.test.as(who)
  const goOnDuty = (who: { id: string }) =>
    notified.test.build((tx) =>
      tx.sql(
        `insert into notifications.duty (user_id, company_id, fleet_id, since, until)
         values ($1, $2, $3, $4, $4::timestamptz + interval '8 hours')`,
        [who.id, company.companyId, company.fleetId, tx.now],
      ),
    )
  const help = () => act({ kind: 'request', type: 'help', serviceId: null, text: '' })

  it('notifies all who may answer it, and not those who only read it', async () => {
    await act({ kind: 'send', text: 'Llegué' })
    await notified.facts.deliverNow()
    const { manager, viewer, elsewhere } = people()
    expect(await own(dispatcher)).toMatchObject([{ message: 'Llegué', priority: 'high' }])
    expect(await own(await callOf(manager))).toMatchObject([{ message: 'Llegué' }])
    expect(await own(await callOf(viewer))).toEqual([])
    expect(await own(await callOf(elsewhere))).toEqual([])
    expect(await own()).toEqual([])
  })

  it('notifies those on duty alone where somebody is, and urgently of a call for help', async () => {
    await goOnDuty(people().dispatcher)
    await notified.buildBrowser(people().dispatcher.id)
    await help()
    await notified.facts.deliverNow()
    expect(await own(dispatcher)).toMatchObject([
      { kind: 'message', title: 'Mensaje de Iván Soto', priority: 'urgent' },
    ])
    expect(await own(await callOf(people().manager))).toEqual([])
    const pushed = await notified.test.build((tx) =>
      tx.sql<{ priority: number }>(
        `select d.priority from platform.deliveries d join notifications.push_subscriptions s on s.id = d.target_id
         where s.user_id = $1`,
        [people().dispatcher.id],
      ),
    )
    expect(pushed).toEqual([{ priority: 1 }])
  })

  it('calls all who may answer again while nobody opens a call for help, three times at most', async () => {
    await goOnDuty(people().dispatcher)
    await help()
    await notified.facts.deliverNow()
    const manager = await callOf(people().manager)
    notified.test.clock.advance(119)
    await notified.workOffDue()
    expect(await own(manager)).toEqual([])
    for (const [minutes, expected] of [
      [2, 1],
      [5, 2],
      [15, 3],
      [60, 3],
    ] as const) {
      notified.test.clock.advance(minutes * 60)
      await notified.workOffDue()
      const titles = (await own(await callOf(people().manager))).map(
        ({ title, priority }) => `${priority} ${title}`,
      )
      expect(titles).toEqual(Array(expected).fill('urgent Sin respuesta: mensaje de Iván Soto'))
    }
    const lead = await callOf(people().lead)
    expect(await own(lead)).toHaveLength(3)
  })

  it('calls nobody again once somebody has opened it; the driver is not somebody', async () => {
    await help()
    await act({ kind: 'read', sequence: 1 })
    await notified.facts.deliverNow()
    notified.test.clock.advance(121)
    await notified.workOffDue()
    expect(await own(dispatcher)).toHaveLength(2)
    const read = await dispatcher('POST', `/threads/${threadId}/read`, { body: { sequence: 1 } })
    expect(read.status).toBe(200)
    notified.test.clock.advance(301)
    await notified.workOffDue()
    expect(await own(dispatcher)).toHaveLength(2)
  })

  it('falls to those who may answer when its assignee has lost the access', async () => {
    const { dispatcher: carla, manager } = people()
    await dispatcher('POST', `/threads/${threadId}/assign`, {
      body: { assigneeId: carla.id, formerId: null },
    })
    await notified.test.build((tx) =>
      tx.sql('update organisation.assignments set is_active = false where user_id = $1', [carla.id]),
    )
    await act({ kind: 'send', text: 'Llegué' })
    await notified.facts.deliverNow()
    expect(await own(await callOf(manager))).toMatchObject([{ message: 'Llegué' }])
  })
})

describe('members of a private conversation', () => {
  const write = async (text: string) => {
    const { companyId, people } = company
    const opened = await dispatcher<ThreadDetails>('POST', '/own-threads', {
      body: { companyId, userIds: [people.manager.id] },
    })
    expect([200, 201]).toContain(opened.status)
    const sent = await dispatcher('POST', `/threads/${opened.body.id}/messages`, {
      body: { id: uuid(), text },
    })
    expect(sent.status).toBe(201)
    return opened.body.id
  }

  it('are notified in the app and by push, the author is not', async () => {
    const { manager } = company.people
    const bruno = await notified.test.as(manager)
    await notified.buildBrowser(manager.id)
    const id = await write('¿Cubres mañana?')
    await notified.facts.deliverNow()
    expect(await own(bruno)).toMatchObject([
      {
        kind: 'message',
        title: 'Mensaje de Carla Torres',
        message: '¿Cubres mañana?',
        path: `/communication?thread=${id}`,
      },
    ])
    const pushed = await notified.test.build((tx) =>
      tx.sql(
        `select from platform.deliveries d join notifications.push_subscriptions s on s.id = d.target_id
         where s.user_id = $1`,
        [manager.id],
      ),
    )
    expect(pushed).toHaveLength(1)
    expect(await own(dispatcher)).toEqual([])
  })

  it('who left the company are not', async () => {
    const { manager } = company.people
    await write('Adiós')
    await notified.test.build((tx) =>
      tx.sql('update organisation.assignments set is_active = false where user_id = $1', [manager.id]),
    )
    await notified.facts.deliverNow()
    const rows = await notified.test.build((tx) =>
      tx.sql('select from notifications.notifications where user_id = $1', [manager.id]),
    )
    expect(rows).toEqual([])
  })
})

it('a user is notified of a conversation that somebody else assigned to them', async () => {
  const { dispatcher: carla, manager } = company.people
  const bruno = await notified.test.as(manager)
  const assign = (assigneeId: string, formerId: string | null) =>
    bruno('POST', `/threads/${threadId}/assign`, { body: { assigneeId, formerId } })
  expect((await assign(manager.id, null)).status).toBe(200)
  expect((await assign(carla.id, manager.id)).status).toBe(200)
  await notified.facts.deliverNow()
  expect(await own(dispatcher)).toMatchObject([
    {
      kind: 'message',
      title: 'Bruno Torres te asignó una conversación',
      path: `/communication?thread=${threadId}`,
    },
  ])
  expect(await own(bruno)).toEqual([])
})
