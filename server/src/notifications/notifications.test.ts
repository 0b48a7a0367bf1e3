import type { Notification, UnreadCounts } from '@rumbo/contract/notifications.contract'
import type { TestCall } from '@rumbo/tools/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { recordFindings } from '../events/index.ts'
import {
  type Company,
  createNotifiedCompany,
  findingOf,
  listOf,
  type NotifiedCompany,
} from './testing/notified.ts'

let notified: NotifiedCompany
let company: Company
let as: (who: keyof Company['people']) => Promise<TestCall>
const now = () => notified.test.clock.now()
const titles = async (who: keyof Company['people']) =>
  (await listOf(await as(who))).items.map(({ title }) => title)

beforeAll(async () => {
  notified = await createNotifiedCompany()
})
afterAll(() => notified.close())
beforeEach(async () => {
  company = await notified.build()
  as = (who) => notified.test.as(company.people[who])
})

const speeding = (given: object = {}) => findingOf(company, { at: now(), ...given })
const emergency = (given: object = {}) =>
  speeding({ type: 'emergency_declared', kind: 'sos', category: 'security', severity: 'critical', ...given })

describe('an event', () => {
  it('notifies those on duty by the default rules, each once, and nobody who cannot see the vehicle', async () => {
    await notified.find(speeding())
    // Nobody is on duty, so all who may handle the events of the fleet.
    for (const who of ['lead', 'manager', 'dispatcher'] as const) expect(await titles(who)).toHaveLength(1)
    for (const who of ['viewer', 'driver', 'elsewhere', 'outsider'] as const)
      expect(await titles(who)).toEqual([])
    const [notification] = (await listOf(await as('dispatcher'))).items
    expect(notification).toMatchObject({
      ...{ kind: 'event', priority: 'normal', type: 'warning', status: 'sent', count: 1, readAt: null },
      ...{ vehicleId: company.vehicleId, canAcknowledge: true },
      why: { rule: 'Alarmas de las unidades', audience: 'onDuty' },
    })
    expect(notification?.path).toBe(`/event-list?event=${notification?.eventId}`)
  })

  it('reaches somebody once who is reached by two rules, by the more important one', async () => {
    await notified.find(emergency())
    const { items } = await listOf(await as('manager'))
    expect(items.map(({ priority, why }) => [priority, why.rule])).toEqual([['critical', 'Emergencias']])
  })

  it('notifies a guest of the own vehicle alone, with a link to it', async () => {
    await notified.find(speeding(), speeding({ vehicleId: company.otherVehicleId }))
    const { items } = await listOf(await as('guest'))
    expect(items.map(({ vehicleId, path }) => [vehicleId, path])).toEqual([
      [company.vehicleId, `/vehicle-details/${company.vehicleId}`],
    ])
    await notified.test.build((tx) =>
      tx.sql('update organisation.guest_vehicles set vehicle_id = $2 where user_id = $1', [
        company.people.guest.id,
        company.otherVehicleId,
      ]),
    )
    expect((await listOf(await as('guest'))).items).toEqual([])
  })

  it('that comes again is counted on the unread notification', async () => {
    for (let times = 0; times < 12; times += 1) await notified.find(speeding())
    const { items } = await listOf(await as('dispatcher'))
    expect(items).toHaveLength(1)
    expect(items[0]?.count).toBe(12)
  })

  it('of one sensor that reports a thousand times is one notification with a count', async () => {
    for (let second = 0; second < 4; second += 1)
      await notified.find(...Array.from({ length: 250 }, () => speeding()))
    const { items } = await listOf(await as('dispatcher'))
    expect(items).toHaveLength(1)
    expect(items[0]?.count).toBe(1_000)
  })

  it('that was read before notifies anew when it becomes more severe', async () => {
    await notified.find(speeding())
    const dispatcher = await as('dispatcher')
    await dispatcher('POST', '/notifications/read', { body: { allUntil: now().toISOString() } })
    await notified.find(speeding())
    expect((await listOf(dispatcher, '?isRead=false')).items).toEqual([])
    await notified.find(speeding({ severity: 'critical' }))
    const { items } = await listOf(dispatcher, '?isRead=false')
    expect(items.map(({ priority }) => priority)).toEqual(['urgent'])
  })

  it('that becomes more severe before anybody is notified is one, as severe as it is now', async () => {
    await notified.test.build((tx) => recordFindings(tx, [speeding()]))
    await notified.test.build((tx) => recordFindings(tx, [speeding({ severity: 'critical' })]))
    await notified.facts.deliverNow()
    const rows = await notified.test.build((tx) =>
      tx.sql('select priority, count from notifications.notifications where user_id = $1', [
        company.people.dispatcher.id,
      ]),
    )
    expect(rows).toEqual([{ priority: 5, count: 1 }])
  })

  it('reported late notifies only where it is critical', async () => {
    await notified.find(speeding({ isLate: true }))
    expect(await titles('dispatcher')).toEqual([])
    await notified.find(emergency({ isLate: true }))
    expect(await titles('dispatcher')).toHaveLength(1)
  })

  it('notifies nobody who lost access in between, and hides what came before', async () => {
    await notified.find(speeding())
    const dispatcher = await as('dispatcher')
    expect((await listOf(dispatcher)).items).toHaveLength(1)
    await notified.test.build(async (tx) => {
      await tx.sql('update organisation.assignments set fleet_id = $2 where user_id = $1', [
        company.people.dispatcher.id,
        company.otherFleetId,
      ])
      tx.forgetUsers([company.people.dispatcher.id])
    })
    await notified.find(emergency())
    expect((await listOf(await as('dispatcher'))).items).toEqual([])
    const [row] = await notified.test.build((tx) =>
      tx.sql<{ count: number }>(
        'select count(*)::int from notifications.notifications where user_id = $1 and priority = 6',
        [company.people.dispatcher.id],
      ),
    )
    expect(row?.count).toBe(0)
  })

  it('is notified once although the process dies before the record of it is committed', async () => {
    await notified.test.build(async (tx) => {
      const { recordFindings } = await import('../events/index.ts')
      await recordFindings(tx, [speeding()])
    })
    let deaths = 0
    const { createFactDelivery } = await import('../platform/facts/delivery.ts')
    const { factListenersOf } = await import('../assembly/fact-listeners.ts')
    const { pino } = await import('pino')
    const listeners = factListenersOf(notified.context).map((listener) => ({
      ...listener,
      handleMany: undefined,
      async handle(...given: Parameters<typeof listener.handle>) {
        await listener.handle(...given)
        if (listener.name === 'notifications.notify' && deaths++ === 0)
          await given[1].sql('select pg_terminate_backend(pg_backend_pid())')
      },
    }))
    const { database, bus, clock } = notified.test
    const dying = createFactDelivery({ database, bus, clock, listeners, log: pino({ level: 'silent' }) })
    await dying.deliverNow()
    expect(await titles('dispatcher')).toEqual([])
    notified.test.clock.advance(2)
    await notified.facts.deliverNow()
    expect(await titles('dispatcher')).toHaveLength(1)
  })
})

describe('people', () => {
  it('are notified when an event is assigned to them or a comment names them, not of what they do themselves', async () => {
    await notified.find(speeding())
    const lead = await as('lead')
    const [found] = (await listOf(lead)).items
    const eventId = found?.eventId ?? ''
    const { viewer, dispatcher } = company.people
    await lead('POST', `/events/${eventId}/assign`, { body: { assigneeId: dispatcher.id, formerId: null } })
    await lead('POST', `/events/${eventId}/comments`, {
      body: { text: '@Diego Torres revisa esto', mentions: [viewer.id, company.people.lead.id] },
    })
    await notified.facts.deliverNow()
    const kinds = async (who: keyof Company['people']) =>
      (await listOf(await as(who))).items.map(({ kind }) => kind).toSorted()
    expect(await kinds('dispatcher')).toEqual(['event', 'event_assigned'])
    expect(await kinds('viewer')).toEqual(['mentioned'])
    expect(await kinds('lead')).toEqual(['event'])
    expect(await titles('viewer')).toEqual(['Ana Torres te mencionó en un comentario'])
  })

  it('mark some or all of their own notifications as read, and nobody else’s', async () => {
    await notified.find(speeding(), speeding({ vehicleId: company.otherVehicleId }), emergency())
    const [dispatcher, manager] = [await as('dispatcher'), await as('manager')]
    const counts = async (call: TestCall) => (await call<UnreadCounts>('GET', '/notifications/counts')).body
    expect(await counts(dispatcher)).toEqual({ unread: 3, pressing: 1 })
    const [first] = (await listOf(dispatcher)).items
    await manager('POST', '/notifications/read', { body: { ids: [first?.id] } })
    expect(await counts(dispatcher)).toEqual({ unread: 3, pressing: 1 })
    const one = await dispatcher('POST', '/notifications/read', { body: { ids: [first?.id] } })
    expect(one.body).toMatchObject({ marked: 1, unread: 2 })
    const all = await dispatcher('POST', '/notifications/read', { body: { allUntil: now().toISOString() } })
    expect(all.body).toEqual({ marked: 2, unread: 0, pressing: 0 })
    expect((await counts(manager)).unread).toBe(3)
    expect((await listOf(dispatcher)).items.every(({ status }) => status === 'read')).toBe(true)
  })

  it('acknowledge the event with its notification, where they may', async () => {
    await notified.find(emergency())
    const [dispatcher, guest] = [await as('dispatcher'), await as('guest')]
    const [watched] = (await listOf(guest)).items
    expect(watched?.canAcknowledge).toBe(false)
    const read = await guest<Notification>('POST', `/notifications/${watched?.id}/acknowledge`)
    expect(read.body).toMatchObject({ status: 'read' })
    const statusOf = async (id: string | null | undefined) =>
      (await (await as('lead'))<{ status: string }>('GET', `/events/${id}`)).body.status
    expect(await statusOf(watched?.eventId)).toBe('active')
    const [own] = (await listOf(dispatcher)).items
    const answer = await dispatcher<Notification>('POST', `/notifications/${own?.id}/acknowledge`)
    expect(answer.body).toMatchObject({ status: 'read', canAcknowledge: false })
    expect(answer.body.acknowledgedAt).not.toBeNull()
    expect(await statusOf(own?.eventId)).toBe('acknowledged')
    expect((await dispatcher('POST', `/notifications/${watched?.id}/acknowledge`)).status).toBe(404)
    expect((await dispatcher('GET', `/notifications/${watched?.id}/reach`)).status).toBe(404)
    expect((await dispatcher('GET', `/notifications/${watched?.id}`)).status).toBe(404)
    expect((await dispatcher('GET', `/notifications/${own?.id}`)).body).toEqual(answer.body)
  })

  it('acknowledge no event where their company has not got events', async () => {
    await notified.find(emergency())
    expect((await listOf(await as('dispatcher'))).items[0]?.canAcknowledge).toBe(true)
    await notified.test.build(async (tx) => {
      await tx.sql("update organisation.companies set tier = 'starter' where id = $1", [company.companyId])
      tx.forgetUsers([company.people.dispatcher.id])
    })
    const dispatcher = await as('dispatcher')
    const [one] = (await listOf(dispatcher)).items
    expect(one?.canAcknowledge).toBe(false)
    const read = await dispatcher<Notification>('POST', `/notifications/${one?.id}/acknowledge`)
    expect(read.body).toMatchObject({ status: 'read' })
  })

  it('find their notifications by text, priority and time', async () => {
    await notified.find(speeding(), emergency())
    const dispatcher = await as('dispatcher')
    const found = async (query: string) => (await listOf(dispatcher, query)).items.length
    expect(await found('?priority=critical')).toBe(1)
    expect(await found('?priority=critical&priority=normal&sort=priority')).toBe(2)
    expect(await found('?search=VELOCIDAD')).toBe(1)
    expect(await found(`?to=${encodeURIComponent(new Date(now().getTime() - 1).toISOString())}`)).toBe(0)
    expect((await dispatcher('GET', '/notifications?priority=nope')).status).toBe(422)
  })
})
