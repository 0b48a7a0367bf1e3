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
const act = async (...given: object[]) => {
  const at = notified.test.clock.now().toISOString()
  const actions = given.map((action) => ({ id: uuid(), at, threadId, ...action }))
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
